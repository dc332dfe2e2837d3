import { type Kysely, sql } from 'kysely';

/**
 * Deal alerts: what is looked for (criteria), for whom (alerts), and which deals match (design.md, Stack). Triggers note the deals to be
 * looked at, in the transaction of the writing, apart from the journal of publishing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** What of a deal decides whether its words and filters match; prices, votes and status are looked at besides. */
const WORDS = ['title', 'variants', 'description', 'store_id', 'brand_id', 'category_id', 'forum_id', 'coupon_code'];
const words = (row: string) => `(${WORDS.map((column) => `${row}.${column}`).join(', ')})`;

const STATEMENTS = [
  `create table criteria (
    id bigint generated always as identity primary key,
    -- Canonical text of what is looked for; what pages and calls name it by.
    criteria_id text not null unique,
    -- Words and filters; figures stand in columns of their own.
    query tsquery not null,
    min_cents int, max_cents int, min_percent int,
    created_at timestamptz not null default now())`,
  // A deal matches only criteria of which it has an anchor: their rarest lexeme, or the rarest ones where any of several will do.
  `create table criteria_anchors (
    anchor text collate "C" not null,
    criteria bigint not null references criteria on delete cascade,
    primary key (anchor, criteria))`,
  `create index criteria_anchors_of on criteria_anchors (criteria)`,

  `create table alerts (
    alert_id bigint generated always as identity primary key,
    user_id int not null references members on delete cascade,
    criteria bigint not null references criteria,
    title text not null,
    -- Where the button stood.
    source text not null default '',
    frequency text not null default 'instant' check (frequency in ('instant', 'hourly', 'daily', 'weekly')),
    channels text[] not null default '{email}' check (channels <@ '{email,push,feed}'),
    vote_level int not null default 0 check (vote_level >= 0),
    forums int[] not null default '{}',
    new_low boolean not null default false,
    created_at timestamptz not null,
    -- What happened before does not count: when it was made, resumed, or its limits changed, by the clock that notes changes of deals.
    since timestamptz not null default clock_timestamp(),
    paused_at timestamptz)`,
  `create index alerts_criteria on alerts (criteria) where paused_at is null`,
  `create index alerts_user on alerts (user_id, alert_id)`,

  // Deals that have the words and filters of criteria. Deals in \`matched_deals\` were compared with all criteria up to one.
  `create table matches (
    thread_id bigint not null references deals on delete cascade,
    criteria bigint not null references criteria on delete cascade,
    primary key (thread_id, criteria))`,
  `create index matches_criteria on matches (criteria)`,
  `create table matched_deals (
    thread_id bigint primary key references deals on delete cascade,
    through bigint not null,
    lowest_cents int not null)`,

  // Deals to be looked at, with what they were when somebody last looked; \`before\` is null for one that was not on the site.
  `create table alert_due (
    thread_id bigint primary key,
    noted_at timestamptz not null default clock_timestamp(),
    due_at timestamptz not null default 'epoch',
    words boolean not null,
    before jsonb)`,
  `create index alert_due_at on alert_due (due_at)`,
  // A deal's lexemes, with those of the categories above its own: criteria name a category for everything below it.
  `create function alert_vector(d deals) returns tsvector language sql stable as $$
    with recursive above as (
      select parent_id from categories where id = d.category_id
      union select c.parent_id from above join categories as c on c.id = above.parent_id)
    select d.search || coalesce((select string_agg('''c:' || parent_id || ''':1B', ' ') from above where parent_id is not null), '')::tsvector $$`,
  `create function alert_facts(d deals) returns jsonb language sql stable as $$
    select case when d.status = 'live' then jsonb_build_object(
      'price', d.price_cents, 'percent', coalesce(d.percent_off, 0), 'score', d.votes_up - d.votes_down) end $$`,
  `create function note_alert_due() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into alert_due (thread_id, words) select thread_id, true from new_rows where status = 'live'
      on conflict (thread_id) do update set words = true, due_at = 'epoch', noted_at = greatest(alert_due.noted_at, excluded.noted_at);
    else
      insert into alert_due (thread_id, words, before)
      select n.thread_id, ${words('o')} is distinct from ${words('n')}, alert_facts(o)
      from old_rows as o join new_rows as n using (thread_id)
      where n.status = 'live' and (o.status <> 'live' or n.votes_up - n.votes_down > o.votes_up - o.votes_down
        or n.price_cents < o.price_cents or coalesce(n.percent_off, 0) > coalesce(o.percent_off, 0) or ${words('o')} is distinct from ${words('n')})
      on conflict (thread_id) do update
        set words = alert_due.words or excluded.words, due_at = 'epoch', noted_at = greatest(alert_due.noted_at, excluded.noted_at);
    end if;
    return null;
  end $$`,
  `create trigger alert_due_insert after insert on deals referencing new table as new_rows
    for each statement execute function note_alert_due()`,
  `create trigger alert_due_update after update on deals referencing old table as old_rows new table as new_rows
    for each statement execute function note_alert_due()`,
];
