import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Brotli as small as it gets, one content after the other, without taking the processor from anybody. */
export function recompress(content: Uint8Array): Promise<Buffer> {
  const next = last.catch(() => undefined).then(() => compressInWorker(content));
  last = next;
  return next;
}

async function compressInWorker(content: Uint8Array): Promise<Buffer> {
  const at = (worker ??= startWorker());
  const settled = new AbortController();
  const { signal } = settled;
  at.ref();
  try {
    at.postMessage(content);
    const died = once(at, 'exit', { signal }).then(() => Promise.reject(new Error('the thread that compresses ended')));
    const answer: unknown[] = await Promise.race([once(at, 'message', { signal }), died]);
    const [small] = answer;
    if (!(small instanceof Uint8Array)) throw new Error('the thread that compresses answered with something else');
    return Buffer.from(small);
  } finally {
    settled.abort();
    at.unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./recompress-worker.ts', import.meta.url));
  started.once('exit', () => (worker = undefined));
  return started;
}
