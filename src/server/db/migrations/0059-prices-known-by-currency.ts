import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * A price in another currency is neither lower nor higher than the one that members have seen. Where the currency of a saved deal changes, they
 * have seen no price of it, as while a deal has no amount.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // The note is locked before the saved deals, as by the job that follows them.
  `create or replace function note_watched_due() returns trigger language plpgsql as $$ begin
    insert into watched_due (thread_id)
    select n.thread_id from old_rows as o join new_rows as n using (thread_id)
    where (o.price_cents, o.currency, o.status) is distinct from (n.price_cents, n.currency, n.status)
      and exists (select from saved_deals as saved where saved.thread_id = n.thread_id)
    on conflict (thread_id) do update set thread_id = excluded.thread_id;
    if found then
      update saved_deals as saved set known_cents = null
      from old_rows as o join new_rows as n using (thread_id)
      where saved.thread_id = n.thread_id and o.currency <> n.currency;
    end if;
    return null;
  end $$`,
];
