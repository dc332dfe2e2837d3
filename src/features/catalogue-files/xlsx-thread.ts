import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import type { ReadLine } from './read-lines.ts';
import type { XlsxWorkerData } from './xlsx-worker.ts';

/**
 * The lines of a workbook (`readXlsx`), which is read in a thread of its own: that takes seconds without a pause, and the thread that imports
 * may be the one that answers requests.
 * @throws what reading throws; `ERR_WORKER_OUT_OF_MEMORY` where the workbook is too large for the memory of a thread
 */
export async function* readXlsxInThread(path: string, reading: ParseContext, map?: ColumnMap): AsyncGenerator<ReadLine> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { workerData: { path, reading, map } satisfies XlsxWorkerData });
  try {
    for (;;) {
      worker.postMessage('next');
      // Rejects when the thread ends by an error.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a thread's messages are untyped
      const [batch] = (await once(worker, 'message')) as [ReadLine[]];
      if (batch.length === 0) return;
      yield* batch;
    }
  } finally {
    await worker.terminate();
  }
}
