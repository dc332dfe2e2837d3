/** Reads a workbook in a thread of its own. Each message asks for a batch of its lines; an empty batch is the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { required } from '../../lib/required.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import type { ReadLine } from './read-lines.ts';
import { readXlsx } from './read-xlsx.ts';

export interface XlsxWorkerData {
  path: string;
  reading: ParseContext;
  map: ColumnMap | undefined;
}

const LINES_PER_BATCH = 500;

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what a thread is started with is untyped
const { path, reading, map } = workerData as XlsxWorkerData;
const port = required(parentPort, 'the port to the thread that started this one');
const lines = readXlsx(path, reading, map);

port.on('message', async () => {
  const batch: ReadLine[] = [];
  while (batch.length < LINES_PER_BATCH) {
    const line = await lines.next();
    if (line.done) break;
    batch.push(line.value);
  }
  port.postMessage(batch);
});
