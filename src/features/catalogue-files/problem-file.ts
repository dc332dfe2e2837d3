import { open } from 'node:fs/promises';
import type { Problem } from '../catalogue/check-record.ts';
import { csvCell, withoutFormula } from '../../lib/csv-cell.ts';
import { errorCode } from '../../lib/error-code.ts';
import { Refused } from '../../lib/refused.ts';

const COLUMNS = ['file', 'line', 'field', 'reason', 'value', 'record'] as const;
const BATCH_CHARACTERS = 64 * 1024;

/** Writes problems to a file as CSV, as they are found. */
interface ProblemFile {
  add(problem: Problem): Promise<void>;
  close(): Promise<void>;
}

/** @throws Refused when there can be no such file */
export async function openProblemFile(path: string): Promise<ProblemFile> {
  const file = await open(path, 'w').catch((error: unknown) => {
    throw new Refused(`--report: ${path} cannot be written (${errorCode(error) ?? String(error)}); name another file`);
  });
  let waiting = `${COLUMNS.join(',')}\n`;
  const flush = async () => {
    await file.write(waiting);
    waiting = '';
  };
  return {
    async add(problem) {
      waiting += `${COLUMNS.map((column) => csvCell(withoutFormula(String(problem[column] ?? '')))).join(',')}\n`;
      if (waiting.length > BATCH_CHARACTERS) await flush();
    },
    async close() {
      try {
        await flush();
      } finally {
        await file.close();
      }
    },
  };
}
