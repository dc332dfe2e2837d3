import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { gatherTallies, talliedDeals } from '../../../src/features/feeds/tallies.server.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { CHANGES } from '../../support/catalogue-changes.ts';
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

/** Deals that cost as little as ever, of those seen at several prices. */
const atTheirLowest = (db: Db) =>
  numbersOf(
    db,
    sql<{ thread_id: number }>`
      select thread_id from deals where status <> 'scheduled' and (
        select count(*) > 2 and min(cents) >= price_cents and max(cents) > price_cents
        from price_observations where price_observations.thread_id = deals.thread_id)
      order by thread_id`,
  );

const keptAsLowest = (db: Db) => db.selectFrom('lowest_prices').select('thread_id').orderBy('thread_id').execute();

const change = fc.record({
  what: fc.constantFrom(...Object.keys(CHANGES)),
  pick: fc.integer({ min: 0, max: 200 }),
  value: fc.integer({ min: 1, max: 60 }),
});

eachDatabase('what is kept of all deals', (open) => {
  test('says after any changes what counting them would', { timeout: 60_000 }, async () => {
    const { db } = await open();
    await publishedCatalogue(frozenContext(db));
    expect(await atTheirLowest(db)).not.toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), fc.boolean(), async (changes, gathered) => {
        for (const { what, pick, value } of changes) await CHANGES[what]!(db, pick, value);
        if (gathered) await gatherTallies(db);
        expect([await tallied(db)]).toEqual(await counted(db));
        expect(await keptAsLowest(db)).toEqual(await atTheirLowest(db));
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
        ...(index % 10 === 0 ? [gatherTallies(db)] : []),
        sql`update deals set votes_up = votes_up + 20 where thread_id = ${id}`.execute(db),
      ]),
    );
    expect([await tallied(db)]).toEqual(await counted(db));
    await gatherTallies(db);
    expect([await tallied(db)]).toEqual(await counted(db));
  });
});
