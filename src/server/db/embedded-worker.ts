/** Runs PGlite in a thread of its own, so that a slow statement never holds the thread that serves requests. */
import { PGlite } from '@electric-sql/pglite';
import { parentPort, workerData } from 'node:worker_threads';

const { folder } = workerData as { folder: string };
const port = parentPort!;

const database = await PGlite.create(folder);
await database.exec(`set time zone 'UTC'`);
port.postMessage({ ready: true });

port.on('message', async ({ id, bytes, close }: { id: number; bytes?: Uint8Array; close?: boolean }) => {
  try {
    if (close) {
      await database.close();
      port.postMessage({ id, messages: [] });
      process.exit(0);
    }
    const messages = await database.execProtocolStream(bytes!, { throwOnError: false });
    port.postMessage({ id, messages: messages.map(cloneable) });
  } catch (error) {
    port.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

/** An error loses its fields when it is cloned between threads; a plain object keeps them. */
function cloneable(message: object): object {
  return message instanceof Error ? { ...message, message: message.message, name: 'error' } : message;
}
