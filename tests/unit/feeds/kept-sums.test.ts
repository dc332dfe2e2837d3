import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compactTallies, talliedDeals } from '../../../src/features/feeds/tallies.server.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { CHANGES } from '../../support/catalogue-changes.ts';
import { judge, type Check, type Judged } from '../../support/price-oracle.ts';
import { eachDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { frozenContext } from '../../support/publishing.ts';

const numbersOf = async <T>(db: Db, query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows;

const counted = (db: Db) =>
  numbersOf(
    db,
    sql<Record<'shown' | 'shownLive' | 'frontpage' | 'frontpageLive', number>>`
      select count(*) as shown, count(*) filter (where status = 'live') as "shownLive",
        count(*) filter (where votes_up - votes_down >= 10 or featured_at is not null) as frontpage,
        count(*) filter (where (votes_up - votes_down >= 10 or featured_at is not null) and status = 'live') as "frontpageLive"
      from deals where status <> 'scheduled'`,
  );

const tallied = async (db: Db) => ({
  shown: await talliedDeals(db, 'shown', { hideExpired: false }),
  shownLive: await talliedDeals(db, 'shown', { hideExpired: true }),
  frontpage: await talliedDeals(db, 'frontpage', { hideExpired: false }),
  frontpageLive: await talliedDeals(db, 'frontpage', { hideExpired: true }),
});

/** What is made of each deal's price, and what the rule makes of it (tests/unit/catalogue/judge-prices.test.ts has more). */
async function judgedPrices(db: Db): Promise<{ kept: unknown; right: unknown }> {
  const deals = await numbersOf(
    db,
    sql<Judged & { price: number; posted: number; today: number; checks: Check[] }>`
      select price_cents as price, posted_at::date - date 'epoch' as posted, current_date - date 'epoch' as today, prior_cents as prior,
        low_cents as low, at_lowest as lowest, coalesce((select json_agg(json_build_object('day', observed_on - date 'epoch', 'cents', cents))
          from price_observations as p where p.thread_id = d.thread_id), '[]') as checks
      from deals as d order by thread_id`,
  );
  return {
    kept: deals.map(({ prior, low, lowest }) => ({ prior, low, lowest })),
    right: deals.map(({ checks, ...deal }) => judge(checks, deal)),
  };
}

const change = fc.record({
  what: fc.constantFrom(...Object.keys(CHANGES)),
  pick: fc.integer({ min: 0, max: 200 }),
  value: fc.integer({ min: 1, max: 60 }),
});

eachDatabase('what is kept of all deals', (open) => {
  test('says after any changes what counting them would', { timeout: 60_000 }, async () => {
    const { db } = await open();
    await publishedCatalogue(frozenContext(db));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), fc.boolean(), async (changes, gathered) => {
        for (const { what, pick, value } of changes) await CHANGES[what]!(db, pick, value);
        if (gathered) await compactTallies(db);
        expect([await tallied(db)]).toEqual(await counted(db));
        const { kept, right } = await judgedPrices(db);
        expect(kept).toEqual(right);
      }),
      { numRuns: runs(15, 40), endOnFailure: true },
    );
  });

  test('is right when many change it while it is gathered', async () => {
    const { db } = await open();
    await publishedCatalogue(frozenContext(db));
    const ids = await db.selectFrom('deals').select('thread_id').orderBy('thread_id').execute();
    await Promise.all(
      ids.flatMap(({ thread_id: id }, index) => [
        sql`update deals set status = 'expired' where thread_id = ${id}`.execute(db),
        ...(index % 10 === 0 ? [compactTallies(db)] : []),
        sql`update deals set votes_up = votes_up + 20 where thread_id = ${id}`.execute(db),
      ]),
    );
    expect([await tallied(db)]).toEqual(await counted(db));
    await compactTallies(db);
    expect([await tallied(db)]).toEqual(await counted(db));
  });
});
