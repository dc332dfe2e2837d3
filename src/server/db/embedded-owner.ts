import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { isDiskFull } from '../disk-full.ts';
import type { Connected, ConnectionMessage, Interrupted, OwnerMessage, Unavailable, WorkerData } from './embedded-messages.ts';
import { Running } from './embedded-running.ts';
import { required } from '../../lib/required.ts';

/** How often the owner checks whether a statement has run for too long. */
const CHECK_MS = 100;
/** A thread that ran for this long counts as stable; if it ended earlier, the wait before the next one doubles. */
const STABLE_AFTER_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface Owner {
  /**
   * Returns a port for another client, in any thread (`embeddedClient`), which gets `ConnectionMessage`s on it.
   * @param readsAlone whether it only reads, so that its statements may run within another client's transaction that allows it
   * (`CONCURRENT_READS`)
   */
  openPort(readsAlone?: boolean): MessagePort;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  running: Running;
  /** Resolves when it has ended, with the reason. */
  ended: Promise<Error>;
  since: number;
}

/**
 * Starts the thread of the embedded database in `folder`. When it dies, a new one opens the folder, which is as safe as
 * after killing the process; if that dies, too, the waits get longer. When a statement exceeds `statement_timeout`, its
 * thread is also ended, because WebAssembly cannot be stopped in any other way. A database in memory (`memory://`)
 * would lose everything, so its thread is never ended or replaced.
 * @param onError called with a message when the thread has died
 */
export async function ownEmbedded(folder: string, onError: (message: string) => void): Promise<Owner> {
  const inMemory = folder.includes('://');
  const clients = new Map<number, { port: MessagePort; readsAlone: boolean }>();
  const closing = new AbortController();
  let thread: Thread | undefined = await start(folder);
  let reopening = Promise.resolve();
  let failures = 0;
  let unavailable: Unavailable | undefined;
  let lastNumber = 0;

  const broadcast = (message: ConnectionMessage) => clients.forEach(({ port }) => port.postMessage(message));

  const connect = (to: Thread, number: number, interrupted?: Interrupted) => {
    const { port: client, readsAlone } = required(clients.get(number), 'the client');
    const { port1, port2 } = new MessageChannel();
    to.worker.postMessage({ client: port1, number, readsAlone } satisfies OwnerMessage, [port1]);
    client.postMessage({ port: port2, number, interrupted } satisfies Connected, [port2]);
  };

  const watch = (watched: Thread) =>
    void watched.ended.then((fault) => {
      if (thread !== watched) return;
      thread = undefined;
      if (closing.signal.aborted) return;
      if (inMemory) return broadcast({ stopped: `the embedded database has stopped: ${fault.message}` });
      if (performance.now() - watched.since > STABLE_AFTER_MS) failures = 0;
      const statement = watched.running.current();
      reopening = reopen(fault, statement && { ...statement, reason: isDiskFull(fault) ? 'full' : 'died' });
    });

  const reopen = async (failure: Error | undefined, interrupted: Interrupted | undefined) => {
    for (let fault = failure; ;) {
      if (fault && !(await pause(fault))) return;
      try {
        const opened = await start(folder);
        thread = opened;
        unavailable = undefined;
        for (const number of clients.keys()) connect(opened, number, interrupted);
        return watch(opened);
      } catch (error) {
        fault = faultOf(error);
      }
    }
  };

  /** Waits before another thread is started; not the first time. @returns false when the database was closed meanwhile */
  const pause = async (fault: Error): Promise<boolean> => {
    const wait = failures === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    failures++;
    onError(`the thread of the embedded database died, and is started again${wait ? ` in ${wait / 1000} s` : ''}: ${fault.message}`);
    if (wait > 0) {
      unavailable = {
        unavailable: `the embedded database stopped ${failures} times one after the other, the last time because of: ${fault.message}`,
        isFull: isDiskFull(fault),
      };
      broadcast(unavailable);
    }
    return delay(wait, true, { signal: closing.signal }).catch(() => false);
  };

  const endOverdue = () => {
    const overdue = thread?.running.expire();
    if (!thread || !overdue) return;
    const { worker } = thread;
    thread = undefined;
    reopening = worker.terminate().then(() => reopen(undefined, { ...overdue, reason: 'overdue' }));
  };
  const timer = inMemory ? undefined : setInterval(endOverdue, CHECK_MS).unref();
  watch(thread);

  return {
    openPort(readsAlone = false) {
      const { port1, port2 } = new MessageChannel();
      const number = ++lastNumber;
      clients.set(number, { port: port1, readsAlone });
      port1.on('close', () => clients.delete(number));
      if (thread) connect(thread, number);
      else if (unavailable) port1.postMessage(unavailable satisfies ConnectionMessage);
      return port2;
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await reopening;
      const last = thread;
      last?.worker.postMessage({ close: true } satisfies OwnerMessage);
      await last?.ended;
      for (const { port } of clients.values()) port.close();
    },
  };
}

/** @throws an error with the reason when the thread ended before it had opened the folder */
async function start(folder: string): Promise<Thread> {
  const running = new Running();
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, running: running.shared } satisfies WorkerData,
  });
  let fault = new Error('it ended by itself');
  worker.on('error', (error: unknown) => (fault = faultOf(error)));
  const ended = new Promise<Error>((resolve) => worker.once('exit', () => resolve(fault)));
  await Promise.race([
    once(worker, 'message'),
    ended.then(() => {
      throw fault;
    }),
  ]).catch((error: unknown) => {
    throw faultOf(error);
  });
  return { worker, running, ended, since: performance.now() };
}

/** The number by which PGlite's file system names a full disk (WASI). */
const NO_SPACE = 51;

/** What ended a thread, as an error: PGlite's file system throws objects that are none, such as `{ name: 'ErrnoError', errno: 51 }`. */
function faultOf(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const isFull = typeof thrown === 'object' && thrown !== null && 'errno' in thrown && thrown.errno === NO_SPACE;
  return isFull ? Object.assign(new Error('the embedded database has no space left'), { code: 'ENOSPC' }) : new Error(inspect(thrown));
}
