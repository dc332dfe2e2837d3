import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Changes of saved deals lock the note that is there already, as those for alerts do: otherwise whoever worked off the note of an earlier
 * change took that of one that was not committed yet along, and nobody was told.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create or replace function note_watched_due() returns trigger language plpgsql as $$ begin
    insert into watched_due (thread_id)
    select n.thread_id from old_rows as o join new_rows as n using (thread_id)
    where (o.price_cents, o.status) is distinct from (n.price_cents, n.status)
      and exists (select from saved_deals as saved where saved.thread_id = n.thread_id)
    on conflict (thread_id) do update set thread_id = excluded.thread_id;
    return null;
  end $$`,
];
