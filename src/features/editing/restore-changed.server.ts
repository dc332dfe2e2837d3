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

  // A deleted record counts as changed, and is not reported: whoever deleted it knows.
  const there = page.flatMap(({ id, fields }) => {
    const now = current.get(id);
    return now ? [{ id, fields, ...splitFields(type, fields, now, edited.get(id), refused) }] : [];
  });
  const writes = there.map(({ id, own }) => ({ id, fields: own }));
  await ROWS[type].write(db, writes.filter(hasFields));
  const attached = there.map(({ id, ofRows }) => ({ id, fields: ofRows })).filter(hasFields);
  const byId = new Map(there.map((one) => [one.id, one]));
  if (attached.length > 0) for (const { id, key } of await restoreAttached(db, attached)) byId.get(id)?.left.add(fieldOf(type, key));
  const outcomes = there.map(({ id, fields, left, together }) => {
    const kept = [...left].filter((field) => field !== 'updated_at');
    // The moment of a change comes with others, and is no field that is put back where one of these is left.
    const isTold = (key: string) => !isListing(key) && !(key === 'updated_at' && kept.length > 0);
    const isRestored = Object.keys(fields).some((key) => isTold(key) && !kept.includes(fieldOf(type, key)));
    return { id, fields: kept, together, isRestored };
  });
  return {
    restored: outcomes.filter(({ isRestored }) => isRestored).length,
    gone: page.filter(({ id, fields }) => !current.has(id) && !Object.keys(fields).every(isListing)).length,
    left: outcomes.flatMap(({ id, fields, together }) => (fields.length > 0 ? [{ id, fields, together }] : [])),
  };
}

const hasFields = ({ fields }: { fields: object }): boolean => Object.keys(fields).length > 0;

/** What becomes of the fields of a record that an import changed. */
interface SplitFields {
  /** Fields that are left as they are. */
  left: Set<string>;
  /** Those of them that nobody has changed since. */
  together: string[];
  /** Columns that are put back, with the values before the import. */
  own: Fields;
  /** What is put back in rows of other tables (`isAttached`). */
  ofRows: ChangedFields;
}

/**
 * Decides which fields of a record are put back.
 * @param now the record's columns as they are
 * @param edited the fields that an editor changed since
 * @param refused values that cannot be put back, as `column value`
 */
function splitFields(
  type: RecordType,
  fields: ChangedFields,
  now: Fields,
  edited: Set<string> | undefined,
  refused: Set<string>,
): SplitFields {
  const isLeft = (key: string, was: unknown, becomes: unknown) => {
    if (edited?.has(fieldOf(type, key))) return true;
    if (isAttached(key)) return false;
    return !isDeepStrictEqual(now[key], becomes) || refused.has(`${key} ${JSON.stringify(was)}`);
  };
  const all = Object.entries(fields);
  const left = new Set(all.flatMap(([key, [was, becomes]]) => (isLeft(key, was, becomes) ? [fieldOf(type, key)] : [])));
  const together = dependentFields(left, now, fields, (key) => fieldOf(type, key));
  for (const field of together) left.add(field);
  const back = all.filter(([key]) => !left.has(fieldOf(type, key)));
  return {
    left,
    together,
    own: Object.fromEntries(back.flatMap(([key, [was]]) => (isAttached(key) ? [] : [[key, was]]))),
    ofRows: Object.fromEntries(back.filter(([key]) => isAttached(key))),
  };
}

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
