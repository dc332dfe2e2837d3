import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * What a trigger does with many rows takes time in proportion to them, whatever its connection did before. A connection keeps the plan of the
 * first statement that fires a trigger, which mostly changes one row: by its nested loop each of some thousand rows was then compared with all,
 * while the statement held its locks. As migration 0013 says; these triggers were not in it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const TAXONOMIES = ['stores', 'brands', 'categories'];

/** Those that join nothing but what was there before with what is there now. */
const JOINING = [
  'note_alert_due',
  'note_members',
  'note_collections',
  'note_suggested_members',
  ...TAXONOMIES.flatMap((table) => [`note_${table}`, `note_suggested_${table}`]),
];

const STATEMENTS = [
  ...JOINING.map((name) => `alter function ${name}() set enable_nestloop = off set jit = off`),

  // As in migration 0059, without a join: one by hashing would read all saved deals for each vote.
  `create or replace function note_watched_due() returns trigger language plpgsql as $$
  declare
    changed bigint[] := array(
      select thread_id from (
        select thread_id, price_cents, currency, status from old_rows
        union all select thread_id, price_cents, currency, status from new_rows) as states
      group by thread_id having count(distinct (price_cents, currency, status)) > 1 order by thread_id);
  begin
    if cardinality(changed) = 0 then return null; end if;
    insert into watched_due (thread_id)
    select thread_id from unnest(changed) as of (thread_id) where exists (select from saved_deals as saved where saved.thread_id = of.thread_id)
    on conflict (thread_id) do update set thread_id = excluded.thread_id;
    if found then
      update saved_deals set known_cents = null where thread_id = any(array(
        select thread_id from (select thread_id, currency from old_rows union all select thread_id, currency from new_rows) as states
        group by thread_id having min(currency) <> max(currency)));
    end if;
    return null;
  end $$`,

  // As in migration 0013, without a join: what is the same before and after cancels out.
  `create or replace function count_comments() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      update deals set comment_count = comment_count + n, modified_at = greatest(modified_at, least(now(), latest))
      from (select thread_id as id, count(*) as n, max(posted_at) as latest from new_rows where status = 'shown' group by 1) as counted
      where thread_id = id;
    elsif tg_op = 'DELETE' then
      update deals set comment_count = comment_count - n, modified_at = greatest(modified_at, now())
      from (select thread_id as id, count(*) as n from old_rows where status = 'shown' group by 1) as counted
      where thread_id = id;
    else
      update deals set comment_count = comment_count + n, modified_at = greatest(modified_at, now())
      from (
        select thread_id as id, sum(each) as n from (
          select thread_id, status, sum(each) as each from (
            select post_id, thread_id, user_id, body, status, posted_at, edited_at, -1 as each from old_rows
            union all select post_id, thread_id, user_id, body, status, posted_at, edited_at, 1 from new_rows) as states
          group by post_id, thread_id, user_id, body, status, posted_at, edited_at having sum(each) <> 0) as changed
        where status = 'shown' group by 1) as counted
      where thread_id = id;
    end if;
    return null;
  end $$`,
];
