import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Only what was noted is announced. Triggers of statements run for those that change nothing, too: the job that looks for dates was woken by its own look, twice a
 * second, and the publisher with it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create or replace function announce_changes() returns trigger language plpgsql as $$ begin
    if exists (select from new_rows) then perform pg_notify('changes', ''); end if;
    return null;
  end $$`,
  `drop trigger announce on changes`,
  `create trigger announce after insert on changes referencing new table as new_rows for each statement execute function announce_changes()`,
];
