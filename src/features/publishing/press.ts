import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Brotli as small as it gets, one content after the other, without taking the processor from anybody. */
export function pressed(content: Uint8Array): Promise<Buffer> {
  const next = last.catch(() => undefined).then(() => press(content));
  last = next;
  return next;
}

async function press(content: Uint8Array): Promise<Buffer> {
  worker ??= startWorker();
  worker.ref();
  try {
    worker.postMessage(content);
    const [small] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(small);
  } finally {
    worker?.unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./press-worker.ts', import.meta.url));
  started.once('exit', () => (worker = undefined));
  return started;
}
