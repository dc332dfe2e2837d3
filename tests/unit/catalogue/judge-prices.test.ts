import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { judgeOldPrices } from '../../../src/features/catalogue/judge-prices.server.ts';
import { contextOf, deal, importRecords, NOW, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { judge, type Check } from '../../support/price-oracle.ts';
import type { Context } from '../../../src/server/context.ts';

const DAY = 86_400_000;
const dayOf = (days: number, now = NOW) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);

eachDatabase('a price and its checks', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  /** A deal with checks on days before and after now. */
  const given = async (price: number, checks: [day: number, cents: number][], { posted = -1 } = {}) => {
    await importRecords(context, [
      ...surroundings(),
      deal({
        price: (price / 100).toFixed(2),
        postedAt: `${dayOf(posted)}T00:00:00Z`,
        prices: checks.map(([day, cents]) => [dayOf(day), (cents / 100).toFixed(2)]),
      }),
    ]);
  };
  const row = () =>
    context.db
      .selectFrom('deals')
      .select(['prior_cents as prior', 'low_cents as low', 'at_lowest as lowest', 'percent_off as percent', 'prices_until as until'])
      .executeTakeFirstOrThrow();

  describe('of the judgment C-330/23', () => {
    test('bananas, raised before they were "reduced by 23 %", are reduced by nothing', async () => {
      await given(129, [
        [-60, 129],
        [-10, 169],
      ]);
      expect(await row()).toMatchObject({ prior: 129, percent: null, lowest: false, low: null });
    });

    test('pineapples, dearer than in the 30 days before, are no highlight', async () => {
      await given(149, [
        [-60, 169],
        [-20, 139],
        [-10, 169],
      ]);
      expect(await row()).toMatchObject({ prior: 139, percent: null, lowest: false, low: 139 });
    });
  });

  test('is compared with the lowest of the 30 days before it', async () => {
    await given(75, [
      [-80, 90],
      [-31, 200],
      [-20, 100],
      [-10, 150],
    ]);
    expect(await row()).toEqual({ prior: 100, percent: 25, lowest: true, low: null, until: dayOf(59) });
  });

  test('is compared with nothing that is older than 90 days, or not known for 30', async () => {
    await given(75, [[-91, 100]]);
    expect(await row()).toMatchObject({ prior: null, percent: null });
    await given(75, [[-29, 100]]);
    expect(await row()).toMatchObject({ prior: null, percent: null });
    await given(75, [[-90, 100]]);
    expect(await row()).toMatchObject({ prior: 100, percent: 25 });
  });

  test('is judged anew once its checks are too old', async () => {
    await given(75, [[-60, 100]]);
    const after = (days: number) => judgeOldPrices({ ...context, clock: () => new Date(NOW.getTime() + days * DAY) });
    await after(30);
    expect(await row()).toMatchObject({ prior: 100, percent: 25 });
    await after(31);
    expect(await row()).toMatchObject({ prior: null, percent: null, until: null });
  });

  test('is judged anew by some at a time where many are', async () => {
    const deals = Array.from({ length: 5 }, (_, index) =>
      deal({ sourceId: `d${index}`, price: '75.00', postedAt: `${dayOf(-1)}T00:00:00Z`, prices: [[dayOf(-60), '100.00']] }),
    );
    await importRecords(context, [...surroundings(), ...deals]);
    await context.db.deleteFrom('changes').execute();
    await judgeOldPrices({ ...context, clock: () => new Date(NOW.getTime() + 31 * DAY) }, 2);
    const { rows } = await sql<{ noted: number }>`
      select count(distinct id)::int as noted from changes where subject = 'deal' group by tx order by noted`.execute(context.db);
    expect(rows.map(({ noted }) => noted)).toEqual([1, 2, 2]);
    expect(await context.db.selectFrom('deals').select('thread_id').where('prior_cents', 'is not', null).execute()).toEqual([]);
  });

  test('is the lowest seen only after a month and two dearer ones', async () => {
    await given(75, [
      [-200, 100],
      [-190, 110],
      [-120, 75],
    ]);
    expect(await row()).toMatchObject({ lowest: true, percent: null });
    await given(75, [
      [-200, 100],
      [-120, 75],
    ]);
    expect(await row()).toMatchObject({ lowest: false });
    await given(75, [
      [-200, 100],
      [-190, 110],
      [-171, 75],
    ]);
    expect(await row()).toMatchObject({ lowest: false });
  });

  const cents = fc.constantFrom(50, 75, 99, 100, 150, 300, 2_000);
  const history = fc.uniqueArray(fc.record({ day: fc.integer({ min: -150, max: 3 }), cents }), {
    selector: ({ day }) => day,
    maxLength: 9,
  });
  const priced = fc.record({ price: cents, posted: fc.integer({ min: -120, max: 0 }) });

  /** Puts a deal's checks in place of the ones it has, and says what is made of them. */
  const judged = async (checks: Check[], { price, posted }: { price: number; posted: number }) =>
    context.db.transaction().execute(async (db) => {
      await sql`select set_config('catalogue.today', ${dayOf(0)}, true)`.execute(db);
      await sql`delete from price_observations where observed_on <> all(${checks.map(({ day }) => dayOf(day))}::date[])`.execute(db);
      await sql`insert into price_observations select thread_id, on_day, cents from deals, unnest(${checks.map(({ day }) => dayOf(day))}::date[],
        ${checks.map((check) => check.cents)}::int[]) as seen (on_day, cents)
        on conflict (thread_id, observed_on) do update set cents = excluded.cents`.execute(db);
      await db
        .updateTable('deals')
        .set({ price_cents: price, posted_at: new Date(NOW.getTime() + posted * DAY) })
        .execute();
      const { prior, low, lowest } = await db
        .selectFrom('deals')
        .select(['prior_cents as prior', 'low_cents as low', 'at_lowest as lowest'])
        .executeTakeFirstOrThrow();
      return { prior, low, lowest };
    });

  test('are judged as the rule says, whatever the history', { timeout: 60_000 }, async () => {
    await given(100, []);
    await fc.assert(
      fc.asyncProperty(history, priced, async (checks, now) => {
        expect(await judged(checks, now)).toEqual(judge(checks, { ...now, today: 0 }));
      }),
      { numRuns: runs(150, 1_000), endOnFailure: true },
    );
  });

  test('of new deals are judged so before they are inserted, many at once', async () => {
    const deals = fc.sample(fc.tuple(history, priced), runs(300, 500));
    await importRecords(context, [
      ...surroundings(),
      ...deals.map(([checks, { price, posted }], index) =>
        deal({
          sourceId: `judged-${index}`,
          price: (price / 100).toFixed(2),
          postedAt: `${dayOf(posted)}T00:00:00Z`,
          prices: checks.map(({ day, cents: paid }) => [dayOf(day), (paid / 100).toFixed(2)]),
        }),
      ),
    ]);
    const rows = await context.db
      .selectFrom('deals')
      .select(['source_id', 'prior_cents as prior', 'low_cents as low', 'at_lowest as lowest'])
      .execute();
    const found = new Map(rows.map(({ source_id, ...row }) => [source_id, row]));
    for (const [index, [checks, now]] of deals.entries()) {
      expect({ checks, now, ...found.get(`judged-${index}`) }).toEqual({ checks, now, ...judge(checks, { ...now, today: 0 }) });
    }
    // All are of one statement: none was written again to say what its price is compared with.
    const { rows: statements } = await sql`select distinct cmin::text from deals`.execute(context.db);
    expect(statements).toHaveLength(1);
  });
});

describe('a check that says nothing new', () => {
  const cents = fc.integer({ min: 50, max: 400 });
  const history = fc.uniqueArray(fc.record({ day: fc.integer({ min: -150, max: 0 }), cents }), {
    selector: ({ day }) => day,
    minLength: 1,
    maxLength: 9,
  });
  const now = fc.record({ price: cents, posted: fc.integer({ min: -120, max: 0 }), today: fc.constant(0) });

  test('changes nothing: of nothing, of a slip, of a day to come', () => {
    const slip = fc.oneof(
      fc.record({ day: fc.integer({ min: -150, max: 0 }), cents: fc.constantFrom(0, 1, 4, 1e6) }),
      fc.record({ day: fc.integer({ min: 2, max: 99 }), cents }),
    );
    fc.assert(
      fc.property(history, now, slip, (checks, at, void_) => {
        fc.pre(!checks.some(({ day }) => day === void_.day));
        expect(judge([...checks, void_], at)).toEqual(judge(checks, at));
      }),
      { numRuns: runs(500, 5_000) },
    );
  });

  test('or of the same price again; but it may keep an old price from being too old', () => {
    fc.assert(
      fc.property(history, now, fc.nat(), fc.integer({ min: 1, max: 60 }), (checks, at, pick, later) => {
        const sorted = checks.toSorted((one, other) => one.day - other.day);
        const index = pick % sorted.length;
        const repeated = { day: sorted[index]!.day + later, cents: sorted[index]!.cents };
        // Between its neighbours, where that price is what held; the last one holds until the deal was posted.
        fc.pre(repeated.day < (sorted[index + 1]?.day ?? Math.min(1, at.posted)));
        const [before, after] = [judge(checks, at), judge([...checks, repeated], at)];
        expect({ ...after, prior: null }).toEqual({ ...before, prior: null });
        if (before.prior !== null) expect(after.prior).toBe(before.prior);
        else if (after.prior !== null) expect(sorted.some(({ day }) => day < -90)).toBe(true);
      }),
      { numRuns: runs(500, 5_000) },
    );
  });
});
