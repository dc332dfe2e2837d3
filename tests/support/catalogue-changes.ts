import { sql } from 'kysely';
import { updateGains } from '../../src/features/feeds/gains.server.ts';
import { updateReputations } from '../../src/features/members/reputation.server.ts';
import type { Db } from '../../src/server/db/database.ts';

/** Something that changes the catalogue; numbers pick among what there is. */
export const CHANGES: Record<string, (db: Db, pick: number, value: number) => Promise<unknown>> = {
  'a title is edited': (db, pick, value) =>
    sql`update deals set title = ${`Title ${value}`} where thread_id = ${someDeal(pick)}`.execute(db),
  'a price is edited': (db, pick, value) =>
    sql`update deals set price_cents = ${value * 50} where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal expires': (db, pick) => sql`update deals set status = 'expired' where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal works again': (db, pick) => sql`update deals set status = 'live' where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal is taken back': (db, pick) => sql`update deals set status = 'scheduled' where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal is removed': (db, pick) => sql`delete from deals where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal moves to another category': (db, pick, value) =>
    sql`update deals set category_id = ${some('categories', value)} where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal moves to another store': (db, pick, value) =>
    sql`update deals set store_id = ${some('stores', value)} where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal gets another brand': (db, pick, value) =>
    sql`update deals set brand_id = ${some('brands', value)} where thread_id = ${someDeal(pick)}`.execute(db),
  'a deal is added': (db, pick, value) =>
    sql`
    insert into deals (source, source_id, title, store_id, brand_id, category_id, forum_id, url, price_cents, list_price_cents, posted_at, updated_at, votes_up, rank)
    select 'later', gen_random_uuid()::text, ${`Added ${value}`}, store_id, brand_id, category_id, forum_id, url, ${value * 10}, ${value * 17},
      posted_at + interval '1 minute', updated_at, ${value}, rank + 0.01 from deals where thread_id = ${someDeal(pick)}`.execute(db),
  'members vote': (db, pick, value) =>
    sql`update deals set votes_up = votes_up + ${value % 12}, rank = rank + ${value / 9} where thread_id = ${someDeal(pick)}`.execute(db),
  'members vote on a comment, and the reputation follows': async (db, pick, value) => {
    await sql`
      update comments set votes_up = votes_up + ${value} where post_id = (select post_id from comments order by post_id offset ${pick} % 5 limit 1)`.execute(
      db,
    );
    await updateReputations({ db, clock: () => new Date() });
  },
  'votes of the last hours are counted': async (db, pick, value) => {
    await sql`
      insert into votes (user_id, post_id, vote, cast_at)
      select (select min(user_id) from members), post_id, case when ${value} % 4 > 0 then 1 else -1 end, now() - ${value} * interval '2 minutes'
      from (select post_id from deals where status <> 'scheduled' order by expired_last, rank desc, thread_id desc offset ${pick}::int % 8 limit 1) as d
      on conflict (user_id, post_id) do update set vote = excluded.vote, cast_at = excluded.cast_at`.execute(db);
    await updateGains({ db, clock: () => new Date() });
  },
  'a deal is featured': (db, pick, value) =>
    sql`update deals set featured_at = case when ${value} % 3 > 0 then posted_at + interval '1 hour' end where thread_id = ${someDeal(pick)}`.execute(
      db,
    ),
  'a comment is written': (db, pick, value) =>
    sql`
    with written as (
      insert into comments (thread_id, user_id, source, source_id, body, posted_at)
      select thread_id, (select min(user_id) from members), 'later', gen_random_uuid()::text, ${`Comment ${value}`}, updated_at from deals where thread_id = ${someDeal(pick)}
      returning thread_id)
    update deals set comment_count = comment_count + 1 where thread_id = (select thread_id from written)`.execute(db),
  'a comment is edited': (db, pick, value) =>
    sql`
    update comments set body = ${`Edited ${value}`} where post_id = (select post_id from comments order by post_id offset ${pick} % 5 limit 1)`.execute(
      db,
    ),
  'a price is observed': (db, pick, value) =>
    sql`
    insert into price_observations (thread_id, observed_on, cents) select thread_id, date '2026-05-01' + ${value % 20}::int, price_cents + ${value}
    from deals where thread_id = ${someDeal(pick)} on conflict (thread_id, observed_on) do update set cents = excluded.cents`.execute(db),
  'a deal is picked': (db, pick) =>
    sql`
    insert into deal_collections (thread_id, collection_id) select thread_id, (select id from collections where slug = 'picked')
    from deals where thread_id = ${someDeal(pick)} on conflict do nothing`.execute(db),
  'a deal is no longer picked': (db, pick) => sql`delete from deal_collections where thread_id = ${someDeal(pick)}`.execute(db),
  'a member is renamed': (db, _pick, value) =>
    sql`update members set username = ${`name-${value}`} where user_id = (select min(user_id) from members)`.execute(db),
  'a store is renamed': (db, pick, value) =>
    sql`update stores set name = ${`Store ${value}`} where id = ${some('stores', pick)}`.execute(db),
  'a category moves': (db, pick) =>
    sql`
    update categories set parent_id = case when parent_id is null then (select min(id) from categories where parent_id is null and id <> categories.id) end
    where id = (select id from categories c where not exists (select from categories below where below.parent_id = c.id) order by id offset ${pick} % 3 limit 1)`.execute(
      db,
    ),
  'a collection is edited': (db, _pick, value) =>
    sql`update collections set rule = jsonb_build_object('items', 'deals', 'maxCents', ${value * 40}::int) where slug = 'cheap'`.execute(
      db,
    ),
  'an offer is edited': (db, pick, value) =>
    sql`update offers set title = ${`Offer ${value}`} where id = (select id from offers order by id offset ${pick} % 6 limit 1)`.execute(
      db,
    ),
  'an offer expires': (db, pick) =>
    sql`update offers set status = 'expired' where id = (select id from offers order by id offset ${pick} % 6 limit 1)`.execute(db),
  'an offer works again': (db, pick) =>
    sql`update offers set status = 'live' where id = (select id from offers order by id offset ${pick} % 6 limit 1)`.execute(db),
  'members say whether a coupon worked': (db, pick, value) =>
    sql`
    insert into coupon_results (user_id, offer_id, code, worked, answered_at, counts)
    select (select min(user_id) from members), id, upper(code), ${value} % 3 > 0, timestamptz '2026-06-01', true
    from offers where code is not null order by id offset ${pick} % 4 limit 1
    on conflict (user_id, thread_id, offer_id, code) do update set worked = excluded.worked`.execute(db),
  'an offer moves to another store': (db, pick, value) =>
    sql`update offers set store_id = ${some('stores', value)} where id = (select id from offers order by id offset ${pick} % 6 limit 1)`.execute(
      db,
    ),
};

const someDeal = (pick: number) =>
  sql`(select thread_id from deals order by thread_id offset ${pick}::int % greatest(1, (select count(*)::int from deals)) limit 1)`;
const some = (table: string, pick: number) =>
  sql`(select id from ${sql.table(table)} order by id offset ${pick}::int % (select count(*)::int from ${sql.table(table)}) limit 1)`;
