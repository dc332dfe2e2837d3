import { fileURLToPath } from 'node:url';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/connect.ts';
import { importFiles } from './import.server.ts';
import type { ImportReport } from './report.ts';
import { isEmpty, type SaveOptions } from './save-records.server.ts';

const CATALOGUE = fileURLToPath(new URL('./demo/catalogue.jsonl', import.meta.url));
/** The moment at which the catalogue was the present. */
const ANCHOR = new Date('2026-01-01T00:00:00Z');
const SOURCE = 'demo';

/** Whether the demo's deals are in the database. */
export async function hasDemoData(db: Db): Promise<boolean> {
  const deal = await db.selectFrom('deals').select('thread_id').where('source', '=', SOURCE).limit(1).executeTakeFirst();
  return deal !== undefined;
}

/** Loads the demo into a database that holds nothing; of several servers that share one, the first does. */
export async function loadDemoWhenEmpty(context: Context, say: (line: string) => void): Promise<void> {
  if (!(await isEmpty(context.db))) return;
  say('Loading the demo catalogue');
  await loadDemo(context, { onlyWhenEmpty: true });
}

/**
 * Imports the demo's catalogue as if it were of today.
 * @throws when the catalogue is not what this version imports
 */
export async function loadDemo(context: Context, options: SaveOptions = {}): Promise<ImportReport> {
  const report = await importFiles(context, [CATALOGUE], { shiftDatesFrom: ANCHOR, ...options });
  const [problem] = report.problems;
  if (problem) throw new Error(`the demo cannot be imported: line ${problem.line}, ${problem.field}: ${problem.reason}`);
  return report;
}
