import type { Context } from '../../server/context.ts';
import { importFiles } from '../catalogue-files/import.server.ts';
import { makeDefaultForum } from '../catalogue/default-forum.server.ts';
import { isEmpty } from '../catalogue-files/save-records.server.ts';
import { DEMO_CATALOGUE } from './demo-catalogue.ts';

/** The present of the catalogue's dates, as in `time.ts`. */
const ANCHOR = new Date('2026-01-01T00:00:00Z');

/**
 * Imports the demo's catalogue into an empty database, with all dates shifted to today. Of several servers that share a database, only the
 * first one does.
 * @throws when the catalogue is not valid for this version's import
 */
export async function loadDemoWhenEmpty(context: Context, print: (line: string) => void): Promise<void> {
  if (!(await isEmpty(context.db))) return;
  print('Loading the demo catalogue');
  const { problems } = await importFiles(context, [DEMO_CATALOGUE], { shiftDatesFrom: ANCHOR, onlyWhenEmpty: true });
  const [problem] = problems;
  if (problem) throw new Error(`the demo cannot be imported: line ${problem.line}, ${problem.field}: ${problem.reason}`);
}

/** Begins a catalogue without the demo in an empty database: it creates the default forum, so that no later start loads the demo. */
export async function startWithoutDemo({ db }: Context, print: (line: string) => void): Promise<void> {
  if (await isEmpty(db)) {
    await makeDefaultForum(db);
    print('Beginning without the demo: npm run site -- import FILE brings your deals');
  } else if (!(await db.selectFrom('deals').select('post_id').limit(1).executeTakeFirst())) {
    print('There are no deals yet: npm run site -- import FILE brings yours');
  } else print('There is a catalogue already, which --empty leaves as it is');
}
