import { sql } from 'kysely';
import { setJudgingDay } from '../catalogue/judge-prices.server.ts';
import type { Context } from '../../server/context.ts';
import { noteEverything } from '../../server/db/changes.ts';
import type { Db } from '../../server/db/database.ts';
import { CATALOGUE_ID, deleteSetting, nameCatalogue } from '../../server/db/settings.ts';
import type { Progress } from '../../lib/progress.ts';
import { applySynonyms } from '../search/synonyms.server.ts';
import { Refused } from '../../lib/refused.ts';
import { settleRestored } from '../notifications/settle-restored.server.ts';
import { notePictures } from '../pictures/note-pictures.server.ts';
import { acquireEditingLock } from '../catalogue/editing-lock.server.ts';
import { lineDigest } from './digest.ts';
import type { Header, Trailer } from './format.ts';
import { acquireTables } from './acquire-tables.server.ts';
import { loadRows } from './load-rows.server.ts';
import { verifyBackup } from './read-backup.ts';
import { withColumnNamesOf } from './renamed-columns.server.ts';
import { countRows, readRows, fixJsonFormat } from './rows.server.ts';
import { readMigrations, readTables, NOT_SAVED, type Table } from './tables.server.ts';
import { withConstraintsDisabled } from './constraints-disabled.server.ts';
import { counted } from '../../lib/counted.ts';

type OnProgress = (progress: Progress) => void | Promise<void>;

const WAITING: Progress = { phase: 'waiting for its turn', done: 0, total: 0 };

interface RestoreReport {
  madeAt: string;
  /** How many rows of each table. */
  rows: Record<string, number>;
}

/**
 * Replaces the content of the database with that of a backup, in one transaction. The result is read
 * back and compared with the backup. The catalogue gets a new id, so that no page built from another catalogue is shown.
 * @param options `yes`: also when the database holds deals
 * @throws Refused when the backup is damaged, foreign or newer, or when deals would go without `yes`; nothing was touched
 */
export async function restore(
  { db, clock }: Context,
  path: string,
  { yes, onProgress = () => undefined }: { yes: boolean; onProgress?: OnProgress },
): Promise<RestoreReport> {
  const { header, trailer } = await verifyBackup(path, onProgress);
  await onProgress(WAITING);
  await db.transaction().execute(async (transaction) => {
    await acquireEditingLock(transaction);
    await acquireTables(transaction, () => onProgress(WAITING));
    await fixJsonFormat(transaction);
    const withSavedNames = <T>(work: () => Promise<T>) => withColumnNamesOf(header, transaction, work);
    const tables = await withSavedNames(() => readTables(transaction));
    await refuseUnfit(transaction, path, header, tables);
    if (!yes) await refuseToReplace(transaction);
    await withConstraintsDisabled(transaction, tables, async () => {
      await truncate(transaction, tables);
      await withSavedNames(() => loadRows(transaction, path, header, onProgress));
    });
    await sql`select date_undated()`.execute(transaction);
    await sql`select recount_deals()`.execute(transaction);
    await sql`select regather_search()`.execute(transaction);
    await applySynonyms(transaction);
    await sql`select regather_suggestions()`.execute(transaction);
    await sql`insert into reputation_due select user_id from members`.execute(transaction);
    for (const [name, next] of Object.entries(header.sequences)) {
      await sql`alter sequence ${sql.table(name)} restart with ${sql.lit(next)}`.execute(transaction);
    }
    await sql`analyze ${tableList(tables)}`.execute(transaction);
    await withSavedNames(() => compare(transaction, tables, header, trailer, onProgress));
    // As of today; backups from before migration 0036 have no judgements.
    await setJudgingDay(transaction, clock());
    await sql`select judge_prices(array(select distinct thread_id from price_observations))`.execute(transaction);
    // Backups from before migration 0020 have no pictures.
    await notePictures(transaction, sql`select image_url from deals`);
    await settleRestored(transaction, clock());
    await deleteSetting(transaction, CATALOGUE_ID);
    await nameCatalogue(transaction);
    await noteEverything(transaction);
  });
  return { madeAt: header.madeAt, rows: Object.fromEntries(Object.entries(trailer.tables).map(([name, { rows }]) => [name, rows])) };
}

/** Accepts a backup of an older version if its tables still have its columns; newer columns get their defaults. */
async function refuseUnfit(db: Db, path: string, { migrations, tables: saved }: Header, tables: Table[]): Promise<void> {
  const known = new Set(await readMigrations(db));
  const newer = migrations.find((name) => !known.has(name));
  if (newer) throw new Refused(`${path} was made by a newer version of Magpie (it has the migration ${newer}); upgrade this one first`);
  const here = new Map(tables.map((table) => [table.name, new Set(table.columns)]));
  for (const [name, columns] of Object.entries(saved)) {
    const gone = here.has(name) ? columns.find((column) => !here.get(name)?.has(column)) : '';
    if (gone === undefined) continue;
    throw new Refused(
      `${path} was made by an older version of Magpie, whose table ${gone ? `${name} had a column ${gone}` : `${name} is no more`}; ` +
        'restore it with that version, then upgrade',
    );
  }
}

async function refuseToReplace(db: Db): Promise<void> {
  const deals = await countRows(db, 'deals');
  if (deals === 0) return;
  throw new Refused(
    `The site has ${counted(deals, 'deal')}, and restoring replaces everything on it. ` +
      'Make a backup of it first, then say so with --yes.',
  );
}

const tableList = (tables: Table[]) => sql.join(tables.map(({ name }) => sql.table(name)));

async function truncate(db: Db, tables: Table[]): Promise<void> {
  const all = [...tables.map(({ name }) => name), ...NOT_SAVED];
  await sql`truncate ${sql.join(all.map((name) => sql.table(name)))} restart identity`.execute(db);
}

async function compare(db: Db, tables: Table[], { tables: saved }: Header, trailer: Trailer, onProgress: OnProgress): Promise<void> {
  for (const [done, table] of tables.entries()) {
    await onProgress({ phase: 'comparing', done, total: tables.length });
    const digest = lineDigest();
    for await (const rows of readRows(db, table, saved[table.name])) for (const row of rows) digest.add(row);
    const expected = trailer.tables[table.name] ?? { rows: 0, sha256: lineDigest().sha256() };
    if (digest.count() !== expected.rows || digest.sha256() !== expected.sha256) {
      throw new Error(`the rows of ${table.name} came out of the database otherwise than they went in; nothing was restored`);
    }
  }
}
