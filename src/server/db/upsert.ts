import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { Range } from './staging.ts';
import { analyzeGrown } from './vacuum.ts';

type Fragment = RawBuilder<unknown>;

/** How rows of a table are identified, compared and written. */
export interface Target {
  table: string;
  id: string;
  key: string[];
  /** Written on insert, and on update when any of them differs. */
  columns: string[];
  /** Written on insert alone: later they belong to the site. */
  first?: string[];
  /** Defaults for columns of `first` that are null, evaluated in the order of insertion. */
  defaults?: Record<string, Fragment>;
  /** Assignments of an update that differ from the wanted values, or are to other columns; they may use `old` and `wanted`. */
  onChange?: Record<string, Fragment>;
  /** Whether none of the wanted rows exists yet, so that comparing can be skipped. */
  isNew?: boolean;
  /** Further values of each row to return, with their names; for an update they may use `old`. */
  returning?: { added: Fragment; changed: Fragment };
}

export interface Upserted<Row> {
  added: Row[];
  changed: Row[];
}

/**
 * Inserts and updates rows to match `wanted`, and does not touch those that match already. The update runs first, so that it does
 * not include the inserted rows.
 * @param wanted a query with a column for each of `key`, `columns` and `first`, and `ord`, the order of insertion
 * @returns the ids (and `returning`) of what was added and changed
 */
export async function upsert<Row extends object = object>(
  db: Db,
  { table, id, key, columns, first = [], defaults = {}, onChange = {}, isNew = false, returning }: Target,
  wanted: Fragment,
): Promise<Upserted<Row & { id: number }>> {
  const of = (alias: string, names: string[]) => sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
  const same = sql.join(
    key.map((name) => sql`old.${sql.ref(name)} = wanted.${sql.ref(name)}`),
    sql` and `,
  );
  const assigned = { ...Object.fromEntries(columns.map((name) => [name, sql`wanted.${sql.ref(name)}`])), ...onChange };
  const assignments = Object.entries(assigned).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const inserted = [...key, ...columns, ...first];
  const valueOf = (name: string) => {
    const value = sql.ref(`wanted.${name}`);
    const otherwise = defaults[name];
    return otherwise ? sql`coalesce(${value}, ${otherwise})` : value;
  };

  const changed = isNew
    ? { rows: [] }
    : await sql<Row & { id: number }>`
    update ${sql.table(table)} as row set ${sql.join(assignments)}
    from (${wanted}) as wanted join ${sql.table(table)} as old on ${same}
    where row.${sql.ref(id)} = old.${sql.ref(id)} and (${of('old', columns)}) is distinct from (${of('wanted', columns)})
    returning row.${sql.ref(id)} as id ${returning ? sql`, ${returning.changed}` : sql``}`.execute(db);
  const added = await sql<Row & { id: number }>`
    insert into ${sql.table(table)} as row (${sql.join(inserted.map((name) => sql.ref(name)))})
    select ${sql.join(inserted.map(valueOf))} from (${wanted}) as wanted
    where not exists (select from ${sql.table(table)} as old where ${same}) order by wanted.ord
    returning row.${sql.ref(id)} as id ${returning ? sql`, ${returning.added}` : sql``}`.execute(db);
  await analyzeGrown(db, table, added.rows.length);
  return { added: added.rows, changed: changed.rows };
}

/**
 * Staged rows of a type within a range of `ord`, as a table to select from: `ord`, `source`, `source_id` and the data
 * taken apart by `shape`, a list of columns with their types.
 */
export const stagedRows = (type: string, { from, to }: Range, shape: Fragment) =>
  sql`(select s.ord, s.source, s.source_id, r.* from staged as s cross join lateral jsonb_to_record(s.data) as r(${shape})
    where s.type = ${type} and s.ord >= ${from} and s.ord < ${to})`;
