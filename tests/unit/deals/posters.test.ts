import { expect, test } from 'vitest';
import { CARD_VERSION, readCards } from '../../../src/features/deals/read-cards.server.ts';
import { shownDeals } from '../../../src/features/deals/shown-deals.server.ts';
import { findAffectedPages } from '../../../src/features/publishing/affected-pages.server.ts';
import { changesSince, positionNow } from '../../../src/features/publishing/journal.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

const ADA = { type: 'member', source: 'test', sourceId: 'm1', username: 'ada', joinedAt: '2026-01-01T00:00:00Z' };

/** The cards as a feed reads them, which keeps those of the same version. */
async function posters(context: Context) {
  const rows = await shownDeals(context.db).select(['d.thread_id', CARD_VERSION]).orderBy('d.thread_id').execute();
  return (await readCards(context, rows)).map(({ poster }) => poster);
}

eachDatabase('a card', (open) => {
  test('names who posted its deal as they are called now, and nobody where they are gone', async () => {
    const context = contextOf(await open());
    await importRecords(context, [
      ...surroundings(),
      ADA,
      deal({ sourceId: 'hers', postedBy: 'm1' }),
      deal({ sourceId: 'nobodys', title: 'Another thing' }),
    ]);
    const { user_id: userid } = await context.db.selectFrom('members').select('user_id').executeTakeFirstOrThrow();
    expect(await posters(context)).toEqual([{ userid, username: 'ada' }, null]);
    await context.db.updateTable('members').set({ username: 'lovelace' }).execute();
    expect(await posters(context)).toEqual([{ userid, username: 'lovelace' }, null]);
    await context.db.deleteFrom('members').execute();
    expect(await posters(context)).toEqual([null, null]);
  });

  test('is noted for all pages that show it when its poster has another name, and for none when only their reputation changes', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), ADA, deal({ sourceId: 'hers', postedBy: 'm1' })]);
    const noted = async (set: { username: string } | { reputation: number }) => {
      const before = await positionNow(context.db);
      await context.db.updateTable('members').set(set).execute();
      const { changes } = await changesSince(context.db, before);
      return {
        subjects: changes.map(({ subject }) => subject).toSorted(),
        pages: (await findAffectedPages(context.db, changes)).urgencies.size,
      };
    };
    const renamed = await noted({ username: 'lovelace' });
    expect(renamed.subjects).toEqual(['comments', 'deal']);
    expect(renamed.pages).toBeGreaterThan(5);
    // The pages of threads with comments of theirs are looked up by it; there are none.
    expect(await noted({ reputation: 99 })).toEqual({ subjects: ['reputation'], pages: 0 });
  });
});
