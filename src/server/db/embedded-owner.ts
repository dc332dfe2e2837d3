import { once } from 'node:events';
import { setTimeout as passes } from 'node:timers/promises';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { Running, type Asked } from './embedded-running.ts';
import type { Told, Work } from './embedded-worker.ts';

/** How often the thread that owns the database looks whether a statement has run for too long. */
const LOOK_MS = 100;
/** A thread that has lived for so long is well; one that ends before is opened again later each time. */
const WELL_AFTER_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Why a statement has no answer: it ran for too long, or its thread died while it ran. */
export type Ended = Asked & { why: 'overdue' | 'died' };

/**
 * What a client hears: the port to a database's thread that has begun, the client's number there, and which statement
 * the thread before has not finished; or that there is none for now and why, or none any more.
 */
export type Word = { port: MessagePort; number: number; ended: Ended | undefined } | { away: string } | { stopped: string };

export interface Owner {
  /** A port on which another client, in any thread, hears where the database is (`clientOf`). */
  lend(): MessagePort;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  running: Running;
  /** Resolves when it has ended, with what it died of. */
  ended: Promise<string>;
  since: number;
}

/**
 * Starts the thread of the embedded database in `folder`. When it dies a new one opens the folder, which bears that as
 * it bears the process being killed; when it goes on dying, less and less often. A statement that runs for longer than
 * `statement_timeout` has its thread ended too: WebAssembly can be stopped in no other way. In memory (`memory://`)
 * everything would be lost, so there nothing is stopped, and nothing is opened again.
 * @param onError told in a sentence when the thread has died
 */
export async function ownEmbedded(folder: string, onError: (message: string) => void): Promise<Owner> {
  const inMemory = folder.includes('://');
  const clients = new Map<number, MessagePort>();
  const closing = new AbortController();
  let thread: Thread | undefined = await start(folder);
  let reopening = Promise.resolve();
  let failures = 0;
  let away: string | undefined;
  let lastNumber = 0;

  const tell = (word: Word) => clients.forEach((client) => client.postMessage(word));

  const connect = (to: Thread, number: number, client: MessagePort, ended?: Ended) => {
    const { port1, port2 } = new MessageChannel();
    to.worker.postMessage({ client: port1, number } satisfies Told, [port1]);
    client.postMessage({ port: port2, number, ended } satisfies Word, [port2]);
  };

  const watch = (watched: Thread) =>
    void watched.ended.then((reason) => {
      if (thread !== watched) return;
      thread = undefined;
      if (closing.signal.aborted) return;
      if (inMemory) return tell({ stopped: `the embedded database has stopped: ${reason}` });
      if (performance.now() - watched.since > WELL_AFTER_MS) failures = 0;
      const asked = watched.running.asked();
      reopening = reopen(reason, asked && { ...asked, why: 'died' });
    });

  const reopen = async (died: string | undefined, ended: Ended | undefined) => {
    for (let reason = died; ;) {
      if (reason !== undefined && !(await pause(reason))) return;
      try {
        const opened = await start(folder);
        thread = opened;
        away = undefined;
        for (const [number, client] of clients) connect(opened, number, client, ended);
        return watch(opened);
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  };

  /** Waits before another thread is tried, the first time not at all. @returns false when the database is closed meanwhile */
  const pause = async (reason: string): Promise<boolean> => {
    const wait = failures === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    failures++;
    onError(`the thread of the embedded database died, and is started again${wait ? ` in ${wait / 1000} s` : ''}: ${reason}`);
    if (wait > 0) {
      away = `the embedded database stopped ${failures} times one after the other, the last time because of: ${reason}`;
      tell({ away });
    }
    return passes(wait, true, { signal: closing.signal }).catch(() => false);
  };

  const look = () => {
    const overdue = thread?.running.condemn();
    if (!thread || !overdue) return;
    const { worker } = thread;
    thread = undefined;
    reopening = worker.terminate().then(() => reopen(undefined, { ...overdue, why: 'overdue' }));
  };
  const looking = inMemory ? undefined : setInterval(look, LOOK_MS).unref();
  watch(thread);

  return {
    lend() {
      const { port1, port2 } = new MessageChannel();
      const number = ++lastNumber;
      clients.set(number, port1);
      port1.on('close', () => clients.delete(number));
      if (thread) connect(thread, number, port1);
      else if (away) port1.postMessage({ away } satisfies Word);
      return port2;
    },
    async close() {
      clearInterval(looking);
      closing.abort();
      await reopening;
      const last = thread;
      last?.worker.postMessage({ close: true } satisfies Told);
      await last?.ended;
      for (const client of clients.values()) client.close();
    },
  };
}

/** @throws what the thread ended with before it had opened the folder */
async function start(folder: string): Promise<Thread> {
  const running = new Running();
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, running: running.shared } satisfies Work,
  });
  let reason = 'it ended by itself';
  worker.on('error', (error: unknown) => (reason = error instanceof Error ? error.message : String(error)));
  const ended = new Promise<string>((resolve) => worker.once('exit', () => resolve(reason)));
  await Promise.race([
    once(worker, 'message'),
    ended.then(() => {
      throw new Error(reason);
    }),
  ]);
  return { worker, running, ended, since: performance.now() };
}
