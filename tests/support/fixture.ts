import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Db } from '../../src/server/db/database.ts';

/** Statements that fill an empty database as an earlier one was filled, by what filled it. */
const fixtures = new Map<string, string>();

/**
 * Fills an empty database: the first time of a worker by `fill`, and from then on with the rows that it left, which takes a tenth of
 * the time. What triggers and jobs made of them comes along as rows.
 * @param name what `fill` makes; the same name makes the same rows
 */
export async function fillOnce(db: Db, name: string, fill: () => Promise<void>): Promise<void> {
  const statements = fixtures.get(name);
  if (statements !== undefined) {
    await run(db, statements);
    return;
  }
  await fill();
  fixtures.set(name, await statementsOf(db));
}

async function statementsOf(db: Db): Promise<string> {
  // The journal says in which transaction something was noted, and each database counts its own: one that has not come as far would
  // find the rows new each time it reads them.
  const { rows: columns } = await sql<{ table: string; names: string; values: string }>`
    select table_name as "table", string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names,
      string_agg(case udt_name when 'xid8' then 'pg_current_xact_id()' else quote_ident(column_name) end, ', ' order by ordinal_position) as values
    from information_schema.columns
    join pg_tables on tablename = table_name and pg_tables.schemaname = table_schema
    where table_schema = 'public' and is_generated = 'NEVER' and table_name not like 'kysely%' group by table_name`.execute(db);
  const inserts: string[] = [];
  for (const { table, names, values } of columns) {
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(filled)::text as rows from (select ${sql.raw(names)} from ${sql.table(table)}) as filled`.execute(db);
    const json = rows[0]?.rows;
    if (json == null) continue;
    // What a migration put in, such as settings, is replaced.
    inserts.push(
      `delete from ${table}; insert into ${table} (${names}) overriding system value select ${values} from json_populate_recordset(null::${table}, ${quoted(json)});`,
    );
  }
  const { rows: sequences } = await sql<{ name: string; value: number; called: boolean }>`
    select sequencename as name, coalesce(last_value, start_value) as value, last_value is not null as called from pg_sequences where schemaname = 'public'`.execute(
    db,
  );
  const settings = sequences.map(({ name, value, called }) => `select setval('${name}', ${value}, ${called});`);
  return ['begin; set local session_replication_role = replica;', ...inserts, ...settings, 'commit'].join('\n');
}

function quoted(text: string): string {
  const tag = `$d${createHash('sha256').update(text).digest('hex').slice(0, 12)}$`;
  return `${tag}${text}${tag}`;
}

/** Several statements at once, which only text without parameters may hold. */
const run = (db: Db, statements: string) => sql.raw(statements).execute(db);
