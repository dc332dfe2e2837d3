import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../src/server/listen.ts';
import { plainFault } from '../../../src/server/plain-fault.ts';

const wordsOf = (server: ReturnType<typeof createServer>, port: number, host: string) =>
  listen(server, { port, host }).then(
    () => 'listens',
    (error: unknown) => plainFault(error),
  );

test('a port that is in use and a host that is elsewhere are told in a sentence', async () => {
  const first = createServer();
  onTestFinished(() => void first.close());
  const port = await listen(first, { port: 0, host: '127.0.0.1' });
  expect(port).toBe((first.address() as AddressInfo).port);
  expect(await wordsOf(createServer(), port, '127.0.0.1')).toBe(`PORT ${port} is in use on 127.0.0.1. Set another PORT.`);
  expect(await wordsOf(createServer(), 0, '192.0.2.1')).toBe(
    'HOST 192.0.2.1 is no address of this machine. Set HOST to one that is, such as 127.0.0.1, or to 0.0.0.0 for all.',
  );
});

test.each([
  ['ENOTFOUND', 'HOST deals.lan is not known here. Set HOST to an address of this machine, such as 127.0.0.1.'],
  ['EAI_AGAIN', 'HOST deals.lan is not known here. Set HOST to an address of this machine, such as 127.0.0.1.'],
  ['EACCES', 'The user who runs Magpie may not listen at PORT 80 on deals.lan. Set a PORT from 1024 on.'],
  ['EPROTO', undefined],
])('%s of a server is told in a sentence, where that is known', async (code, words) => {
  const server = createServer();
  vi.spyOn(server, 'listen').mockImplementation(() => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error(code), { code })));
    return server;
  });
  expect(await wordsOf(server, 80, 'deals.lan')).toBe(words);
});
