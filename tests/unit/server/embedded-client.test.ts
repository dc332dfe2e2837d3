import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { embeddedClient } from '../../../src/server/db/embedded-client.ts';
import type { Connected, Request, WorkerMessage } from '../../../src/server/db/embedded-messages.ts';
import { queryMessage, readyForQuery } from '../../../src/server/db/embedded-protocol.ts';
import { required } from '../../../src/lib/required.ts';

test('a statement goes to the thread of the database without what lies beside it in memory', async () => {
  const [toOwner, toDatabase] = [new MessageChannel(), new MessageChannel()];
  const client = embeddedClient(toOwner.port1);
  try {
    toOwner.port2.postMessage({ port: toDatabase.port1, number: 1, interrupted: undefined } satisfies Connected, [toDatabase.port1]);
    const statement = queryMessage('select 1');
    const sent = once(toDatabase.port2, 'message') as Promise<Request[]>;
    const answered = client.proxy.execProtocolStream(statement);
    const { id, bytes } = required((await sent)[0], 'the statement');
    toDatabase.port2.postMessage({ id, messages: [readyForQuery('I')] } satisfies WorkerMessage);
    await answered;
    expect(bytes).toEqual(new Uint8Array(statement));
    expect(bytes.buffer.byteLength).toBe(statement.length);
  } finally {
    client.close();
    toDatabase.port2.close();
  }
});
