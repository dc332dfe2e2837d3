import { fileURLToPath } from 'node:url';
import type { Context } from '../../server/context.ts';
import { importFiles } from '../catalogue-files/import.server.ts';
import { isEmpty } from '../catalogue-files/save-records.server.ts';

const CATALOGUE = fileURLToPath(new URL('./catalogue.jsonl', import.meta.url));
/** The moment at which the catalogue was the present. */
const ANCHOR = new Date('2026-01-01T00:00:00Z');

/**
 * Imports the demo's catalogue, as if it were of today, into a database that holds nothing; of several servers that share
 * one, the first does.
 * @throws when the catalogue is not what this version imports
 */
export async function loadDemoWhenEmpty(context: Context, say: (line: string) => void): Promise<void> {
  if (!(await isEmpty(context.db))) return;
  say('Loading the demo catalogue');
  const { problems } = await importFiles(context, [CATALOGUE], { shiftDatesFrom: ANCHOR, onlyWhenEmpty: true });
  const [problem] = problems;
  if (problem) throw new Error(`the demo cannot be imported: line ${problem.line}, ${problem.field}: ${problem.reason}`);
}
