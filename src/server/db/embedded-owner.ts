import { once } from 'node:events';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { Running, type Asked } from './embedded-running.ts';
import type { Told, Work } from './embedded-worker.ts';

/** How often the thread that owns the database looks whether a statement has run for too long. */
const LOOK_MS = 100;
/** The id of a thread that has ended. */
const ENDED = -1;

/**
 * What a client hears: the port to a database's thread that has begun, the client's number there, and which statement
 * the thread before was ended for; or that there is none any more.
 */
export type Word = { port: MessagePort; number: number; overdue: Asked | undefined } | { stopped: string };

export interface Owner {
  /** A port on which another client, in any thread, hears where the database is (`clientOf`). */
  lend(): MessagePort;
  close(): Promise<void>;
}

/**
 * Starts the thread of the embedded database in `folder`, and ends it when a statement runs for longer than
 * `statement_timeout`: WebAssembly can be stopped in no other way. A new thread opens the folder then, which bears
 * that as it bears the process being killed. In memory (`memory://`) everything would be lost, so there nothing is stopped.
 */
export async function ownEmbedded(folder: string): Promise<Owner> {
  const clients = new Map<number, MessagePort>();
  let { worker, running } = await start(folder);
  let replacing: Promise<void> | undefined;
  let lastNumber = 0;

  const tell = (word: Word, client: MessagePort) => client.postMessage(word, 'port' in word ? [word.port] : []);
  const stopped = (why: string) => clients.forEach((client) => tell({ stopped: why }, client));
  const onExit = () => stopped('the embedded database has stopped');
  worker.on('exit', onExit);

  const connect = (number: number, overdue?: Asked) => {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ client: port1, number } satisfies Told, [port1]);
    tell({ port: port2, number, overdue }, clients.get(number)!);
  };

  const replace = async (overdue: Asked) => {
    worker.off('exit', onExit);
    await worker.terminate();
    ({ worker, running } = await start(folder));
    worker.on('exit', onExit);
    replacing = undefined;
    for (const number of clients.keys()) connect(number, overdue);
  };

  const look = () => {
    const overdue = running.condemn();
    if (overdue)
      replacing = replace(overdue).catch((error: unknown) => stopped(`the embedded database did not start again: ${String(error)}`));
  };
  const watch = folder.includes('://') ? undefined : setInterval(look, LOOK_MS).unref();

  return {
    lend() {
      const { port1, port2 } = new MessageChannel();
      const number = ++lastNumber;
      clients.set(number, port1);
      port1.on('close', () => clients.delete(number));
      if (!replacing) connect(number);
      return port2;
    },
    async close() {
      clearInterval(watch);
      await replacing;
      if (worker.threadId !== ENDED) {
        const exited = once(worker, 'exit');
        worker.postMessage({ close: true } satisfies Told);
        await exited;
      }
      for (const client of clients.values()) client.close();
    },
  };
}

async function start(folder: string): Promise<{ worker: Worker; running: Running }> {
  const running = new Running();
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, running: running.shared } satisfies Work,
  });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error as Error));
  await Promise.race([once(worker, 'message'), failed]);
  return { worker, running };
}
