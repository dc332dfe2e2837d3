import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { ChangedFields } from '../../server/db/schema/imports.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import type { ImportReport } from './import-report.ts';
import { UNDOABLE_DAYS, UNDOABLE_IMPORTS } from './undoable.ts';
import { DAY_MS } from '../../lib/durations.ts';

interface ImportOrigin {
  /** Who gave the command, as the machine knows them. */
  by?: string | undefined;
  files: string[];
  source?: string | undefined;
}

/**
 * Begins to record what the rest of the transaction adds and changes, as an import. The transaction holds the editing lock.
 * @returns its id
 */
export async function openImportLog(transaction: Db, { by, files, source }: ImportOrigin, now: Date): Promise<number> {
  const { id } = await oneRow(
    transaction,
    sql<{ id: number }>`
      insert into imports (id, imported_at, imported_by, files, source)
      select coalesce(max(id), 0) + 1, ${now}::timestamptz, ${by ?? null}, ${files}, ${source ?? null} from imports returning id`,
  );
  await sql`select set_config('catalogue.import', ${String(id)}, true)`.execute(transaction);
  return id;
}

/** Ends recording. An import that changed no field of a record is deleted; of old imports the data for undoing them is deleted. */
export async function closeImportLog(transaction: Db, id: number, report: ImportReport, now: Date): Promise<void> {
  await sql`select set_config('catalogue.import', '', true)`.execute(transaction);
  await sql`delete from import_changes where import_id = ${id} and fields = '{}'`.execute(transaction);
  const counts = { added: some(report.added), changed: some(report.changed), expired: some(report.expired) };
  // Keys that say what sources list (`isListing`) are no fields of a record.
  const { numAffectedRows } = await sql`
    update imports set counts = ${JSON.stringify(counts)}::jsonb
    where id = ${id} and exists (
      select from import_changes where import_id = ${id}
        and (fields is null or exists (select from jsonb_object_keys(fields) as key where key <> 'unlisted' and key not like 'listed.%')))`.execute(
    transaction,
  );
  if (numAffectedRows === 0n) {
    await transaction.deleteFrom('import_changes').where('import_id', '=', id).execute();
    await transaction.deleteFrom('imports').where('id', '=', id).execute();
  }
  const oldest = new Date(now.getTime() - UNDOABLE_DAYS * DAY_MS);
  await sql`
    delete from import_changes as noted using imports
    where imports.id = noted.import_id and (imports.id <= ${id - UNDOABLE_IMPORTS} or imported_at < ${oldest}::timestamptz)`.execute(
    transaction,
  );
}

const some = (counts: Partial<Record<RecordType, number>>) =>
  Object.fromEntries(RECORD_TYPES.flatMap((type) => ((counts[type] ?? 0) > 0 ? [[type, counts[type]]] : [])));

/** Notes that an import was undone, and deletes what it changed. */
export async function closeUndone(transaction: Db, id: number, now: Date): Promise<void> {
  await transaction.updateTable('imports').set({ undone_at: now }).where('id', '=', id).execute();
  await transaction.deleteFrom('import_changes').where('import_id', '=', id).execute();
}

/** Rows of a type that an import added, apart from those that a later import has changed since. */
export async function addedBy(db: Db, importId: number, type: RecordType): Promise<{ ids: number[]; changedSince: number[] }> {
  const { rows } = await sql<{ id: number; later: boolean }>`
    select id, exists (
      select from import_changes as later
      where later.import_id > ${importId} and later.subject = ${type} and later.id = noted.id and later.fields is not null) as later
    from import_changes as noted where import_id = ${importId} and subject = ${type} and fields is null order by id`.execute(db);
  const of = (later: boolean) => rows.filter((row) => row.later === later).map(({ id }) => id);
  return { ids: of(false), changedSince: of(true) };
}

/** How many records an import changed, those of all types. */
export async function countChanged(db: Db, importId: number): Promise<number> {
  const query = sql<{ count: number }>`
    select count(*)::int as count from import_changes where import_id = ${importId} and fields is not null`;
  return (await oneRow(db, query)).count;
}

/** What an import changed of a type: some rows after an id, in the order of their ids. */
export async function changedBy(
  db: Db,
  importId: number,
  type: RecordType,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; fields: ChangedFields }[]> {
  const { rows } = await sql<{ id: number; fields: ChangedFields }>`
    select id, fields from import_changes
    where import_id = ${importId} and subject = ${type} and fields is not null and id > ${after} order by id limit ${limit}`.execute(db);
  return rows;
}
