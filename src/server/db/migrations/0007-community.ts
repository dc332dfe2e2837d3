import { type Kysely, sql } from 'kysely';

/** What members and moderators do: comments that are edited and hidden, reports, moderation, reputation, drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table comments
    add column status text not null default 'shown' check (status in ('shown', 'hidden', 'deleted')),
    add column edited_at timestamptz`,
  // Deals count the comments that are shown, whoever hides or adds them.
  `create function count_comments() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      update deals set comment_count = comment_count + n
      from (select thread_id as id, count(*) as n from new_rows where status = 'shown' group by 1) as counted
      where thread_id = id;
    elsif tg_op = 'DELETE' then
      update deals set comment_count = comment_count - n
      from (select thread_id as id, count(*) as n from old_rows where status = 'shown' group by 1) as counted
      where thread_id = id;
    else
      update deals set comment_count = comment_count + n
      from (select thread_id as id, sum(each) as n from (
          select thread_id, 1 as each from new_rows where status = 'shown'
          union all select thread_id, -1 from old_rows where status = 'shown') as both_rows group by 1) as counted
      where thread_id = id and n <> 0;
    end if;
    return null;
  end $$`,
  ...triggers('comments', 'count', 'count_comments'),

  `alter table accounts
    add column role text not null default 'member' check (role in ('member', 'moderator')),
    add column suspended_until timestamptz`,

  // Keyed hashes of where a vote came from; they show several accounts of one person and are forgotten after a while.
  `alter table votes add column network text, add column browser text`,
  `create index votes_network on votes (network, post_id) where network is not null`,
  `create index votes_browser on votes (browser, post_id) where browser is not null`,
  `create index votes_cast on votes (cast_at) where network is not null or browser is not null`,

  `create table reports (
    id bigint generated always as identity primary key,
    post_id bigint not null,
    user_id int not null references members on delete cascade,
    reason text not null check (reason in ('Spam', 'Repost', 'Troll', 'Other', 'Expired', 'Works again')),
    note text not null default '',
    created_at timestamptz not null, settled_at timestamptz)`,
  `create unique index reports_open on reports (post_id, user_id, reason) where settled_at is null`,

  // No key of another table: what was done stays on record when the post or the member is gone.
  `create table moderation_actions (
    id bigint generated always as identity primary key,
    action text not null check (action in ('keep', 'hide', 'delete', 'expire', 'revive', 'warn', 'suspend', 'remove-votes')),
    post_id bigint, thread_id bigint, user_id int,
    -- Null for what members' reports did by themselves.
    moderator_id int,
    reason text not null default '', until timestamptz,
    -- What undoing it puts back.
    before jsonb not null default '{}',
    done_at timestamptz not null, undone_at timestamptz)`,
  `create index moderation_actions_done on moderation_actions (done_at desc, id desc)`,
  `create index moderation_actions_post on moderation_actions (post_id)`,
  `create index moderation_actions_user on moderation_actions (user_id)`,

  // What a member wrote in a form without script that was not taken yet.
  `create table drafts (
    user_id int not null references members on delete cascade,
    about text not null, body text not null, saved_at timestamptz not null,
    primary key (user_id, about))`,
  `create index drafts_saved on drafts (saved_at)`,

  // Members whose posts have got other votes; rows are only added, so that nobody who votes waits for anybody.
  `create table reputation_due (user_id int not null)`,
  ...dueReputation('deals', 'posted_by'),
  ...dueReputation('comments', 'user_id'),
  `insert into reputation_due select user_id from members`,
  // As in migration 0005, less the reputation: a page shows it as of when it was made.
  `create or replace function note_members() returns trigger language plpgsql as $$
  declare
    renamed int[] := array(select n.user_id from old_rows o join new_rows n using (user_id)
      where (o.username, o.avatar) is distinct from (n.username, n.avatar));
  begin
    if cardinality(renamed) > 500 then insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, quiet)
      select 'comments', thread_id, true from deals where posted_by = any(renamed)
      union select 'comments', thread_id, true from comments where user_id = any(renamed);
    end if;
    return null;
  end $$`,
];

/** Statement triggers of a table; each sees the rows as they were (`old_rows`), as they are (`new_rows`), or both. */
function triggers(table: string, name: string, call: string): string[] {
  const rows = { insert: 'new table as new_rows', update: 'old table as old_rows new table as new_rows', delete: 'old table as old_rows' };
  return Object.entries(rows).map(
    ([operation, referencing]) => `create trigger ${name}_${operation} after ${operation} on ${table} referencing ${referencing}
      for each statement execute function ${call}()`,
  );
}

function dueReputation(table: string, author: string): string[] {
  const voted = (rows: string) => `insert into reputation_due select distinct ${author} from ${rows}
    where ${author} is not null and (votes_up <> 0 or votes_down <> 0)`;
  const key = { deals: 'thread_id', comments: 'post_id' }[table];
  return [
    `create function due_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${voted('new_rows')};
      elsif tg_op = 'DELETE' then ${voted('old_rows')};
      else
        insert into reputation_due
        select distinct member from old_rows o join new_rows n using (${key}) cross join unnest(array[o.${author}, n.${author}]) as member
        where member is not null and (o.votes_up, o.votes_down, o.${author}) is distinct from (n.votes_up, n.votes_down, n.${author});
      end if;
      return null;
    end $$`,
    ...triggers(table, 'due', `due_${table}`),
  ];
}
