/** Reads a workbook in a thread of its own, and sends its lines in batches, each when it is asked for. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { required } from '../../lib/required.ts';
import type { ColumnMap } from './column-map.ts';
import type { ReadLine } from './read-lines.ts';
import { readXlsx } from './read-xlsx.ts';

export interface XlsxWorkerData {
  path: string;
  map: ColumnMap | undefined;
}

const LINES_PER_BATCH = 500;

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what a thread is started with is untyped
const { path, map } = workerData as XlsxWorkerData;
const port = required(parentPort, 'the port to the thread that started this one');

let batch: ReadLine[] = [];
async function send(): Promise<void> {
  await once(port, 'message');
  port.postMessage(batch);
  batch = [];
}

for await (const line of readXlsx(path, map)) if (batch.push(line) === LINES_PER_BATCH) await send();
if (batch.length > 0) await send();
// An empty batch is the end.
await send();
