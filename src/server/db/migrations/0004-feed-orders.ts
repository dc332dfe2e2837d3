import { type Kysely, sql } from 'kysely';

/**
 * What keeps the feeds of a large catalogue quick: indexes that hold all that counting and choosing look at, the deals at
 * their lowest price, and tallies of the feeds that hold the whole catalogue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const SHOWN = `status <> 'scheduled'`;

/** Members' votes bring a deal to the front page from this score on (spec §2). */
const FRONTPAGE_SCORE = 10;

const TRANSITIONS = {
  insert: { referencing: 'new table as new_rows', rows: [['new_rows', 1]] },
  update: {
    referencing: 'old table as old_rows new table as new_rows',
    rows: [
      ['new_rows', 1],
      ['old_rows', -1],
    ],
  },
  delete: { referencing: 'old table as old_rows', rows: [['old_rows', -1]] },
} satisfies Record<string, { referencing: string; rows: [table: string, each: number][] }>;

/** Adds what these rows count for to the tallies. */
function tally(tables: (readonly [table: string, each: number])[]): string {
  const counted = tables.map(
    ([table, each]) => `select tallied.kind, ${each} as n from ${table} as d cross join unnest(tallied_as(d)) as tallied (kind)`,
  );
  return `insert into deal_tallies select kind, sum(n) from (${counted.join(' union all ')}) as counted group by kind having sum(n) <> 0`;
}

const STATEMENTS = [
  ...['store_id', 'brand_id', 'category_id'].flatMap((column) => [
    `drop index deals_${column}`,
    `create index deals_${column} on deals (${column}, sunk, rank desc, thread_id desc) where ${SHOWN}`,
  ]),
  // The deals next to another one in its category.
  `create index deals_beside on deals (category_id, thread_id) where ${SHOWN}`,
  `create index deals_frontpage on deals (sunk, posted_at desc, thread_id desc) where ${SHOWN} and votes_up - votes_down >= ${FRONTPAGE_SCORE}`,

  // Deals that visitors may see and that cost as little as ever; one observation alone would make every price the lowest.
  `create table lowest_prices (thread_id bigint primary key references deals on delete cascade)`,
  `create function find_lowest_prices(threads bigint[]) returns void language sql as $$
    with found as (
      select d.thread_id from deals d join price_observations p using (thread_id)
      where d.thread_id = any(threads) and d.${SHOWN}
      group by d.thread_id having count(*) > 2 and min(p.cents) >= d.price_cents and max(p.cents) > d.price_cents),
    gone as (delete from lowest_prices where thread_id = any(threads) and thread_id not in (select thread_id from found))
    insert into lowest_prices select thread_id from found on conflict do nothing $$`,
  `create function follow_observations() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform find_lowest_prices(array(select distinct thread_id from old_rows)); end if;
    if tg_op <> 'DELETE' then perform find_lowest_prices(array(select distinct thread_id from new_rows)); end if;
    return null;
  end $$`,
  `create trigger lowest_insert after insert on price_observations referencing new table as new_rows
    for each statement execute function follow_observations()`,
  `create trigger lowest_update after update on price_observations referencing old table as old_rows new table as new_rows
    for each statement execute function follow_observations()`,
  `create trigger lowest_delete after delete on price_observations referencing old table as old_rows
    for each statement execute function follow_observations()`,
  `create function follow_prices() returns trigger language plpgsql as $$ begin
    perform find_lowest_prices(array(
      select n.thread_id from old_rows o join new_rows n using (thread_id)
      where (o.price_cents, o.status = 'scheduled') <> (n.price_cents, n.status = 'scheduled')));
    return null;
  end $$`,
  `create trigger lowest_prices after update on deals referencing old table as old_rows new table as new_rows
    for each statement execute function follow_prices()`,

  // How many deals there are of a kind is the sum of its rows: rows are only added, so that nobody waits for anybody, and
  // gathered into one now and then (features/feeds).
  `create table deal_tallies (kind text not null, deals bigint not null)`,
  `create function tallied_as(d deals) returns text[] language sql immutable as $$
    select case when d.status = 'scheduled' then '{}' else array_remove(array['shown',
      case when d.status = 'live' then 'shown-live' end,
      case when d.votes_up - d.votes_down >= ${FRONTPAGE_SCORE} then 'frontpage' end,
      case when d.votes_up - d.votes_down >= ${FRONTPAGE_SCORE} and d.status = 'live' then 'frontpage-live' end], null) end $$`,
  ...(['insert', 'update', 'delete'] as const).flatMap((operation) => {
    const { referencing, rows } = TRANSITIONS[operation];
    return [
      `create function tally_${operation}() returns trigger language plpgsql as $$ begin
        ${tally(rows)};
        return null;
      end $$`,
      `create trigger tally_${operation} after ${operation} on deals referencing ${referencing}
        for each statement execute function tally_${operation}()`,
    ];
  }),

  // Works all of this out anew, where rows came without the triggers.
  `create function recount_deals() returns void language plpgsql as $$ begin
    delete from lowest_prices;
    perform find_lowest_prices(array(select thread_id from deals));
    delete from deal_tallies;
    ${tally([['deals', 1]])};
  end $$`,
  `select recount_deals()`,
];
