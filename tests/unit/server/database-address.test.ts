import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { awaitDatabase } from '../../../src/server/db/await-database.ts';
import { plainFault } from '../../../src/server/plain-fault.ts';

/** The messages of a server that asks for a password: that it takes one, and what it is to be hashed with. */
const ASKS = [message(10, 'SCRAM-SHA-256\0\0'), message(11, 'r=x,s=AAAA,i=4096')];
const NO_ENCRYPTION = [Buffer.from('N')];

function message(kind: number, text: string): Buffer {
  const head = Buffer.alloc(9);
  head.write('R');
  head.writeInt32BE(8 + text.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** A server that gives these answers, one for each message. @returns where it listens */
async function serverThatSays(answers: Buffer[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined).on('data', () => socket.write(left.shift() ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['', ASKS, 'it asks for a password, and DATABASE_URL has none'],
  ['?sslmode=require', NO_ENCRYPTION, 'it offers no encryption, which sslmode in DATABASE_URL asks for'],
  [
    '?sslrootcert=/nowhere/root.crt',
    [],
    "a file that DATABASE_URL names cannot be read: ENOENT: no such file or directory, open '/nowhere/root.crt'",
  ],
  ['%E9', [], 'letters in DATABASE_URL are not written in UTF-8, as %C3%A9 for é'],
])('an address that cannot be right (%s) ends a start at once, with what to do', async (rest, answers, why) => {
  const host = await serverThatSays(answers);
  const said: string[] = [];
  const opening = awaitDatabase({ databaseUrl: `postgres://magpie@${host}/deals${rest}`, dataDir: '' }, (line) => said.push(line), {
    patienceMs: 0,
  });
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ mayPass: false });
  const name = rest.startsWith('%') ? `deals${rest}` : 'deals';
  expect([plainFault(error), said]).toEqual([`The database at ${host}/${name} cannot be used: ${why}. Put that right, and try again.`, []]);
});
