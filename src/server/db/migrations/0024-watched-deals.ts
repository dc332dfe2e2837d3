import { type Kysely, sql } from 'kysely';

/** What members know of the deals that they saved, and which of those deals changed since somebody looked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // The lowest price that the member has seen: when it was saved, or when told. One above it is no news.
  `alter table saved_deals add column known_cents int not null`,
  // Whether it had expired when the member saved it or was last told.
  `alter table saved_deals add column knows_expired boolean not null`,
  `create index saved_deals_remind on saved_deals (thread_id) where remind and reminded_at is null`,

  `create table watched_due (thread_id bigint primary key)`,
  `create function note_watched_due() returns trigger language plpgsql as $$ begin
    insert into watched_due (thread_id)
    select n.thread_id from old_rows as o join new_rows as n using (thread_id)
    where (o.price_cents, o.status) is distinct from (n.price_cents, n.status)
      and exists (select from saved_deals as saved where saved.thread_id = n.thread_id)
    on conflict do nothing;
    return null;
  end $$`,
  `create trigger watched_due_update after update on deals referencing old table as old_rows new table as new_rows
    for each statement execute function note_watched_due()`,
];
