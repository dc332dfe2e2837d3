import { type QueryExecutorProvider, sql } from 'kysely';

/** A published page of a deal shows the reputations of now beside its comments (docs/decisions/100-reputations-on-published-pages.md). */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Members with comments in many threads, whose reputation is worked out again from then on; due are those whose posts have got other votes since.
  `create table hourly_reputations (
    user_id int primary key references members on delete cascade,
    next_at timestamptz not null,
    is_due boolean not null default false)`,
  `create index hourly_reputations_due on hourly_reputations (next_at) where is_due`,
  // As in migration 0047, with the members who have another reputation: whoever reads the journal looks up where it shows.
  `create or replace function note_members() returns trigger language plpgsql as $$
  declare
    renamed int[] := array(select n.user_id from old_rows o join new_rows n using (user_id) where o.username is distinct from n.username);
    shown int[] := array(select n.user_id from old_rows o join new_rows n using (user_id)
      where (o.username, o.avatar) is distinct from (n.username, n.avatar));
  begin
    if cardinality(shown) > 500 then insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, before, after, quiet)
      select 'deal', d.thread_id, deal_facts(d), deal_facts(d), true from deals as d where d.posted_by = any(renamed);
      insert into changes (subject, id, quiet)
      select 'comments', thread_id, true from deals where posted_by = any(shown)
      union select 'comments', thread_id, true from comments where user_id = any(shown);
    end if;
    insert into changes (subject, id, quiet)
    select 'reputation', user_id, true from old_rows o join new_rows n using (user_id) where o.reputation <> n.reputation;
    return null;
  end $$`,
];
