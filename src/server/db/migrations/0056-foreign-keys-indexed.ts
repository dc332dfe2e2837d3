import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deleting a member, a deal, a brand, a category or criteria finds what refers to it by an index: each was looked for in whole tables.
 *
 * Changes of saved deals lock the note that is there already, as those for alerts do: otherwise whoever worked off the note of an earlier
 * change took that of one that was not committed yet along, and nobody was told.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index notifications_actor on notifications (actor_id) where actor_id is not null`,
  `create index muted_members_muted on muted_members (muted_id)`,
  `create index muted_threads_thread on muted_threads (thread_id)`,
  `create index alerts_of_criteria on alerts (criteria)`,
  // The others on these columns are without scheduled deals, and checks of foreign keys do not use them. These serve the order by price
  // besides, for which all cheaper deals of other brands and categories were read: tens of thousands for monitors.
  ...['brand', 'category'].map((of) => `create index deals_of_${of} on deals (${of}_id, expired_last, total_cents, thread_id desc)`),

  `create or replace function note_watched_due() returns trigger language plpgsql as $$ begin
    insert into watched_due (thread_id)
    select n.thread_id from old_rows as o join new_rows as n using (thread_id)
    where (o.price_cents, o.status) is distinct from (n.price_cents, n.status)
      and exists (select from saved_deals as saved where saved.thread_id = n.thread_id)
    on conflict (thread_id) do update set thread_id = excluded.thread_id;
    return null;
  end $$`,
];
