import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Progress } from '../../lib/progress.ts';
import type { Fields, Restorable } from '../../server/db/row-fields.ts';
import type { ChangedFields } from '../../server/db/schema/imports.ts';
import { MEMBER_ROWS, takenNames } from '../accounts/restore-members.server.ts';
import { changedBy, countChanged } from '../catalogue-files/import-log.server.ts';
import { DEAL_FIELDS, dealFieldOf, isListing } from '../catalogue/deal-fields.ts';
import { editedFields } from '../catalogue/edited-fields.server.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { isAttached, restoreAttached } from '../catalogue/restore-attached.server.ts';
import { CATALOGUE_ROWS } from '../catalogue/restore-rows.server.ts';
import { COMMENT_ROWS } from '../posts/restore-comments.server.ts';
import { dependentFields, RELATED } from './dependent-fields.ts';

/** Fields of a record that are left as they are: those that somebody has changed since, and those that would contradict them. */
interface KeptRecord {
  type: RecordType;
  id: number;
  fields: string[];
  /** Those of `fields` that nobody has changed since. */
  together: string[];
}

interface Changed {
  id: number;
  fields: ChangedFields;
}

/** What became of some records that an import changed. */
interface Outcome<Left> {
  /** How many records had at least one field restored. */
  restored: number;
  /** How many are not there any more. */
  gone: number;
  left: Left[];
}

const ROWS: Record<RecordType, Restorable> = { ...CATALOGUE_ROWS, member: MEMBER_ROWS, comment: COMMENT_ROWS };
const ROWS_AT_ONCE = 500;

/**
 * Puts back, in a transaction, what an import changed, of each record the fields that nobody has changed since.
 */
export async function restoreChanged(
  transaction: Db,
  importId: number,
  onProgress: (progress: Progress) => void | Promise<void>,
): Promise<Outcome<KeptRecord>> {
  // Moments are compared as texts, and were noted in UTC.
  await sql`set local timezone = 'UTC'`.execute(transaction);
  const left: KeptRecord[] = [];
  let restored = 0;
  let gone = 0;
  const total = await countChanged(transaction, importId);
  let done = 0;
  for (const type of RECORD_TYPES) {
    let page: Changed[];
    let after = 0;
    do {
      page = await changedBy(transaction, importId, type, { after, limit: ROWS_AT_ONCE });
      const here = await restorePage(transaction, type, page);
      for (const one of here.left) left.push({ type, ...one });
      restored += here.restored;
      gone += here.gone;
      after = page.at(-1)?.id ?? after;
      await onProgress({ phase: 'restoring', done: (done += page.length), total });
    } while (page.length === ROWS_AT_ONCE);
  }
  return { restored, gone, left };
}

async function restorePage(db: Db, type: RecordType, page: Changed[]): Promise<Outcome<Omit<KeptRecord, 'type'>>> {
  const ids = page.map(({ id }) => id);
  const changed = page.flatMap(({ fields }) => Object.keys(fields)).filter((key) => !isAttached(key));
  const columns = [...new Set([...changed, ...(type === 'deal' || type === 'offer' ? RELATED[type] : [])])];
  const current = await ROWS[type].read(db, columns, ids);
  const edited = type === 'deal' ? await editedFields(db, ids) : new Map<number, Set<string>>();
  const refused = await lostReferences(db, ROWS[type].references, page);
  if (type === 'member') for (const name of await takenBy(db, page)) refused.add(`username ${JSON.stringify(name)}`);

  const writes: { id: number; fields: Fields }[] = [];
  const attached: Changed[] = [];
  const leftKeys = new Map<number, Set<string>>();
  const leftBeside = new Map<number, string[]>();
  for (const { id, fields } of page) {
    const now = current.get(id);
    // A deleted record counts as changed, and is not reported: whoever deleted it knows.
    if (!now) continue;
    const isLeft = (key: string, was: unknown, becomes: unknown) => {
      if (edited.get(id)?.has(fieldOf(type, key))) return true;
      if (isAttached(key)) return false;
      return !isDeepStrictEqual(now[key], becomes) || refused.has(`${key} ${JSON.stringify(was)}`);
    };
    const all = Object.entries(fields);
    const leftFields = new Set(all.flatMap(([key, [was, becomes]]) => (isLeft(key, was, becomes) ? [fieldOf(type, key)] : [])));
    const beside = dependentFields(leftFields, now, fields, (key) => fieldOf(type, key));
    for (const field of beside) leftFields.add(field);
    leftKeys.set(id, leftFields);
    leftBeside.set(id, beside);
    const back = all.filter(([key]) => !leftFields.has(fieldOf(type, key)));
    const own = back.filter(([key]) => !isAttached(key));
    if (own.length > 0) writes.push({ id, fields: Object.fromEntries(own.map(([key, [was]]) => [key, was])) });
    const ofRows = back.filter(([key]) => isAttached(key));
    if (ofRows.length > 0) attached.push({ id, fields: Object.fromEntries(ofRows) });
  }
  await ROWS[type].write(db, writes);
  if (attached.length > 0) for (const { id, key } of await restoreAttached(db, attached)) leftKeys.get(id)?.add(fieldOf(type, key));
  const there = page.filter(({ id }) => current.has(id));
  const outcomes = there.map(({ id, fields }) => {
    const kept = [...(leftKeys.get(id) ?? [])].filter((field) => field !== 'updated_at');
    const isWhole = kept.length > 0 && Object.keys(fields).every((key) => isUntold(key) || kept.includes(fieldOf(type, key)));
    return { id, fields: kept, together: leftBeside.get(id) ?? [], isWhole };
  });
  return {
    restored: outcomes.filter(({ isWhole }) => !isWhole).length,
    gone: page.length - there.length,
    left: outcomes.flatMap(({ id, fields, together }) => (fields.length > 0 ? [{ id, fields, together }] : [])),
  };
}

/** Columns and marks that come with others: a record of which these alone are put back is not restored. */
const isUntold = (key: string) => key === 'updated_at' || isListing(key);

/** The field that a column belongs to, which is restored as a whole: all columns of a schedule are one field. */
function fieldOf(type: RecordType, key: string): string {
  if (type === 'deal') return dealFieldOf(key) ?? key;
  return type === 'offer' && SCHEDULE.has(key) ? 'schedule' : key;
}

const SCHEDULE = new Set<string>(DEAL_FIELDS.schedule);

/** Values that refer to rows which are gone. */
async function lostReferences(db: Db, references: Restorable['references'], page: Changed[]): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const [column, { table, id }] of Object.entries(references)) {
    const named = [...new Set(page.flatMap(({ fields }) => (typeof fields[column]?.[0] === 'number' ? [fields[column][0]] : [])))];
    if (named.length === 0) continue;
    const { rows } = await sql<{ id: number }>`
      select named as id from unnest(${named}::bigint[]) as named
      where not exists (select from ${sql.table(table)} where ${sql.ref(id)} = named)`.execute(db);
    for (const row of rows) lost.add(`${column} ${row.id}`);
  }
  return lost;
}

async function takenBy(db: Db, page: Changed[]): Promise<string[]> {
  const wanted = page.flatMap(({ id, fields: { username } }) => (typeof username?.[0] === 'string' ? [{ id, name: username[0] }] : []));
  const taken = await takenNames(
    db,
    wanted.map(({ name }) => name),
    wanted.map(({ id }) => id),
  );
  return wanted.flatMap(({ name }) => (taken.has(name.toLowerCase()) ? [name] : []));
}
