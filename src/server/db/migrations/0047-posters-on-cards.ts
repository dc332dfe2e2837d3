import { type Kysely, sql } from 'kysely';

/** Cards of deals name who posted them, so that another name is noted for all pages that show the card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As in migration 0007, with the deals whose cards have another name.
  await sql
    .raw(
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
    return null;
  end $$`,
    )
    .execute(db);
}
