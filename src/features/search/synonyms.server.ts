import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../server/db/database.ts';
import { deleteSetting, readSetting, writeSetting } from '../../server/db/settings.ts';
import { readSynonyms, type SynonymProblem } from './synonyms.ts';

/** The default list. */
const FIRST_LIST = fileURLToPath(new URL('./synonyms.txt', import.meta.url));
const SETTING = 'synonyms';

/** The list of synonyms: the editors' list, or the default one. */
export async function synonymList(db: Db): Promise<string> {
  return (await readSetting(db, SETTING)) ?? readFile(FIRST_LIST, 'utf8');
}

/** Saves a list of synonyms, unless some line cannot be read. @returns the problems */
export async function saveSynonyms(db: Db, list: string): Promise<SynonymProblem[]> {
  const { problems } = readSynonyms(list);
  if (problems.length > 0) return problems;
  await db.transaction().execute(async (transaction) => {
    await writeSetting(transaction, SETTING, list);
    await applySynonyms(transaction);
  });
  return [];
}

/** Restores the default list. */
export async function resetSynonyms(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteSetting(transaction, SETTING);
    await applySynonyms(transaction);
  });
}

/** Applies the list to searches: at the start, because the default one may be newer, and after a restore. */
export async function applySynonyms(db: Db): Promise<void> {
  const { synonyms } = readSynonyms(await synonymList(db));
  await sql`
    with listed as (
      select distinct search_stems(typed) as stems, search_stems(means) as means
      from unnest(${synonyms.map(({ typed }) => typed)}::text[], ${synonyms.map(({ means }) => means)}::text[]) as list (typed, means)),
    gone as (delete from search_synonyms where (stems, means) not in (select stems, means from listed))
    insert into search_synonyms (stems, means) select stems, means from listed where stems <> means on conflict do nothing`.execute(db);
}
