import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAlert } from '../../../src/features/alerts/add-alert.server.ts';
import { addFields } from '../../../src/features/alerts/contracts/alert-fields.ts';
import { NO_CRITERIA, type Criteria } from '../../../src/features/alerts/criteria.ts';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { alertsSite } from '../../support/alerts.ts';
import { givenPriorPrices } from '../../support/prior-price.ts';
import { eachDatabase } from '../../support/databases.ts';

const WORDS = ['quartz', 'bramble', 'falcon', 'nimbus', 'tundra'];
const MEMBERS = 3;
/** As the catalogue of `alertsSite` numbers them, each category below the one before; the last one stands apart. */
const DEPTH: Record<number, number[]> = { 1: [1], 2: [1, 2], 3: [1, 2, 3], 4: [4] };

interface Wanted {
  member: number;
  words: string[];
  store: number[];
  category: number[];
  brand: number[];
  minCents: number | undefined;
  maxCents: number | undefined;
  minPercent: number | undefined;
  withCoupon: boolean;
  votes: number;
}
interface Deal {
  title: string[];
  store: number;
  category: number;
  brand: number | null;
  price: number;
  list: number;
  coupon: boolean;
  votes: number;
  live: boolean;
}
type Change = { deal: number } & Partial<Pick<Deal, 'price' | 'votes' | 'live' | 'title' | 'store'>>;

const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const price = fc.integer({ min: 1, max: 12 }).map((dollars) => dollars * 100);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const wanted: fc.Arbitrary<Wanted> = fc
  .record({
    member: fc.nat(MEMBERS - 1),
    words: some(...WORDS),
    store: some(1, 2),
    category: some(1, 2, 3, 4),
    brand: some(1, 2),
    minCents: maybe(price),
    maxCents: maybe(price),
    minPercent: maybe(fc.constantFrom(10, 50)),
    withCoupon: fc.boolean(),
    votes: fc.constantFrom(0, 0, 0, 3),
  })
  .filter(
    ({ words, store, category, brand, maxCents }) =>
      words.length + store.length + category.length + brand.length > 0 || maxCents !== undefined,
  );
const deal: fc.Arbitrary<Deal> = fc.record({
  title: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  store: fc.constantFrom(1, 2),
  category: fc.constantFrom(1, 2, 3, 4),
  brand: fc.constantFrom(1, 2, null),
  price,
  list: price,
  coupon: fc.boolean(),
  votes: fc.integer({ min: -1, max: 4 }),
  live: fc.boolean(),
});
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ deal: fc.nat(), price }),
  fc.record({ deal: fc.nat(), votes: fc.integer({ min: -1, max: 6 }) }),
  fc.record({ deal: fc.nat(), live: fc.boolean() }),
  fc.record({ deal: fc.nat(), title: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }) }),
  fc.record({ deal: fc.nat(), store: fc.constantFrom(1, 2) }),
);

/** More than ten times the price is a slip (decision 065). */
const percentOff = ({ price: now, list }: Deal) => (list > now && list <= 10 * now ? Math.round((100 * (list - now)) / list) : 0);
const any = (of: number[], has: number[]) => of.length === 0 || of.some((each) => has.includes(each));

/** The rule itself, deal by deal and alert by alert. */
const meets = (alert: Wanted, given: Deal): boolean =>
  given.live &&
  alert.words.every((word) => given.title.includes(word)) &&
  any(alert.store, [given.store]) &&
  any(alert.category, DEPTH[given.category]!) &&
  any(alert.brand, given.brand === null ? [] : [given.brand]) &&
  given.price >= (alert.minCents ?? 0) &&
  given.price <= (alert.maxCents ?? Infinity) &&
  percentOff(given) >= (alert.minPercent ?? 0) &&
  (!alert.withCoupon || given.coupon) &&
  (alert.votes === 0 || given.votes >= alert.votes);

/** Who is told when deals become what they are: `member deal price`, in no order. */
function expectedOf(alerts: Wanted[], before: (Deal | undefined)[], after: Deal[], told: Map<string, number>): string[] {
  const lines = new Set<string>();
  after.forEach((now, index) => {
    const was = before[index];
    for (const alert of alerts) {
      if (!meets(alert, now) || (was && meets(alert, was) && was.price <= now.price)) continue;
      const key = `${alert.member} ${index}`;
      if ((told.get(key) ?? Infinity) <= now.price) continue;
      lines.add(`${key} ${now.price}`);
    }
  });
  for (const line of lines) told.set(line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1)));
  return [...lines].toSorted();
}

const columnsOf = ({ title, store, category, brand, price: cents, coupon, votes, live }: Deal) => ({
  ...{ title: title.join(' '), store_id: store, category_id: category, brand_id: brand, price_cents: cents },
  ...{ coupon_code: coupon ? 'SAVE' : null, votes_up: Math.max(0, votes), votes_down: Math.max(0, -votes) },
  status: live ? ('live' as const) : ('expired' as const),
});

async function insertDeals({ db, clock }: Context, deals: Deal[]): Promise<number[]> {
  const now = clock();
  const rows = await db
    .insertInto('deals')
    .values(
      deals.map((each, index) => ({
        ...columnsOf(each),
        ...{ source: 'test', source_id: String(index), forum_id: 1, url: 'https://acme.example/', kind: null, image_url: null },
        ...{ list_price_seen: null, posted_at: now, updated_at: now, posted_by: null },
      })),
    )
    .returning(['thread_id', 'source_id'])
    .execute();
  const threads = rows.toSorted((a, b) => Number(a.source_id) - Number(b.source_id)).map(({ thread_id }) => thread_id);
  await givenPriorPrices(
    db,
    threads.map((threadId, index) => ({ threadId, cents: deals[index]!.list })),
  );
  return threads;
}

const criteriaOf = ({ words, ...rest }: Wanted): Criteria => ({ ...NO_CRITERIA, ...rest, words: words.join(' '), forum: [] });

eachDatabase('random alerts and deals', (open) => {
  test('announce exactly what comparing each with each finds, as deals come and change', { timeout: 120_000 }, async () => {
    const context = await alertsSite(open);
    const { db } = context;
    await fc.assert(
      fc.asyncProperty(
        fc.array(wanted, { minLength: 3, maxLength: 14 }),
        fc.array(deal, { minLength: 1, maxLength: 6 }),
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        async (alerts, deals, rounds) => {
          await db.deleteFrom('deals').execute();
          await db.deleteFrom('members').where('source', '=', 'test').execute();
          await db.deleteFrom('criteria').execute();
          const members = await db
            .insertInto('members')
            .values(
              Array.from({ length: MEMBERS }, (_, index) => ({
                source: 'test',
                source_id: `m${index}`,
                username: `m${index}`,
                joined_at: context.clock(),
              })),
            )
            .returning(['user_id'])
            .execute();
          const ids = members.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
          for (const alert of alerts)
            await addAlert(context, ids[alert.member]!, criteriaOf(alert), {
              ...addFields.parse({}),
              votelevel: alert.votes,
              dedupe: false,
            });
          const threads = await insertDeals(context, deals);
          const told = new Map<string, number>();
          let seen = 0;
          const announced = async () => {
            await matchDue(context);
            const rows = await db
              .selectFrom('notifications')
              .select(['id', 'user_id', 'thread_id', 'price_cents'])
              .where('id', '>', seen)
              .orderBy('id')
              .execute();
            seen = rows.at(-1)?.id ?? seen;
            return rows
              .map(({ user_id, thread_id, price_cents }) => `${ids.indexOf(user_id)} ${threads.indexOf(thread_id!)} ${price_cents}`)
              .toSorted();
          };
          expect(await announced()).toEqual(expectedOf(alerts, [], deals, told));
          let now = deals;
          for (const changes of rounds) {
            const next = now.map((each) => ({ ...each }));
            for (const { deal: index, ...to } of changes) {
              Object.assign(next[index % next.length]!, to);
              await db
                .updateTable('deals')
                .set(columnsOf(next[index % next.length]!))
                .where('thread_id', '=', threads[index % next.length]!)
                .execute();
            }
            expect(await announced()).toEqual(expectedOf(alerts, now, next, told));
            now = next;
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
