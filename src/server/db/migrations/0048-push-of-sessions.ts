import { type Kysely, sql } from 'kysely';

/**
 * A push subscription belongs to the session in which push was turned on: whoever ends the session, from wherever, ends its pushes too. A session
 * that is over by itself takes nothing along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null for those of before; no foreign key, because a session that is over by itself leaves it behind.
  `alter table push_subscriptions add column session_id uuid`,
  `create index push_subscriptions_session on push_subscriptions (session_id)`,
  // Set before a session that is over by itself is cleared away.
  `alter table sessions add column lapsed boolean not null default false`,
  `create function end_push_of_sessions() returns trigger language plpgsql as $$ begin
    delete from push_subscriptions using old_rows where push_subscriptions.session_id = old_rows.id and not old_rows.lapsed;
    return null;
  end $$`,
  `create trigger end_push_of_sessions after delete on sessions referencing old table as old_rows
    for each statement execute function end_push_of_sessions()`,
  // Where a member is signed out everywhere, no browser is known any more: nor are those whose sessions are over.
  `create function end_push_of_forgotten_browsers() returns trigger language plpgsql as $$ begin
    delete from push_subscriptions where user_id = new.user_id
      and not exists (select from sessions where sessions.id = push_subscriptions.session_id and sessions.user_id = new.user_id);
    return null;
  end $$`,
  `create trigger end_push_of_forgotten_browsers after update of device_epoch on accounts for each row
    when (new.device_epoch <> old.device_epoch) execute function end_push_of_forgotten_browsers()`,
];
