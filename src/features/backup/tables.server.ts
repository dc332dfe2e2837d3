import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

export interface Table {
  name: string;
  /** Columns that are written, in the order of the table. */
  columns: string[];
  /** Generated columns. */
  generated: string[];
  /** The columns of the primary key, by which rows are ordered, and whether they are text. */
  key: { name: string; text: boolean }[];
}

/** Tables that are derived from others (migrations 0004, 0007, 0008, 0009 and 0058). */
const WORKED_OUT = [
  'deal_tallies',
  'reputation_due',
  'hourly_reputations',
  'search_names',
  'search_words',
  'search_due',
  'search_synonyms',
  'suggestions',
  'suggestion_keys',
  'suggestion_filed',
  'suggestion_due',
  'suggestion_names_due',
  'trending_searches',
];

/** Tables of temporary data, or of single visitors: an old backup must not restore a session that was ended, or a link that was used. */
const OF_THE_MOMENT = [
  'alert_due',
  'watched_due',
  'push_due',
  'events',
  'sessions',
  'tokens',
  'outbox',
  'rate_limits',
  'drafts',
  'search_counts',
];

/** Tables that a backup leaves out; a restore empties them. */
export const NOT_SAVED = [...WORKED_OUT, ...OF_THE_MOMENT];

/**
 * What a backup leaves out: the migrator's tables, because the schema comes with the program, the journal of changes,
 * which is of the database at hand, and `NOT_SAVED`.
 */
const LEFT_OUT = sql`(c.relname like 'kysely\\_%' or c.relname = 'changes' or c.relname = any(${NOT_SAVED}))`;

/** Every table of the schema that a backup has, by name. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname::text as name,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''), '{}') as columns,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated <> ''), '{}') as generated,
      coalesce((
        select json_agg(json_build_object('name', k.attname, 'text', k.attcollation <> 0) order by part.at)
        from pg_index as i
        cross join lateral unnest(i.indkey::int2[]) with ordinality as part(attnum, at)
        join pg_attribute as k on k.attrelid = c.oid and k.attnum = part.attnum
        where i.indrelid = c.oid and i.indisprimary and part.at <= i.indnkeyatts), '[]') as key
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence <> 't' and not ${LEFT_OUT}
    group by c.oid, c.relname order by c.relname collate "C"`.execute(db);
  return rows;
}

/** The next value of each sequence, except those of tables that are left out. */
export async function readSequences(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; next: number }>`
    select s.sequencename::text as name, coalesce(s.last_value + s.increment_by, s.start_value) as next
    from pg_sequences as s
    where s.schemaname = current_schema() and not exists (
      select from pg_depend as d join pg_class as c on c.oid = d.refobjid
      where d.classid = 'pg_class'::regclass and d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
        and d.deptype in ('a', 'i') and ${LEFT_OUT})
    order by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, next }) => [name, next]));
}

/** The migrations that made the schema. */
export async function readMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
