import { expect, test } from 'vitest';
import { advanceDates } from '../../../src/features/catalogue/advance-dates.server.ts';
import { onDatabase } from '../../support/databases.ts';
import { contextOf, deal, importRecords, offer, surroundings } from '../../support/catalogue.ts';

onDatabase('time', (open) => {
  test('starts and ends deals and offers by their dates, once', async () => {
    const database = await open();
    await importRecords(contextOf(database), [
      ...surroundings(),
      deal({ sourceId: 'starts', startsAt: '2026-03-02' }),
      deal({ sourceId: 'ends', expiresAt: '2026-03-02' }),
      deal({ sourceId: 'passes', startsAt: '2026-03-02', expiresAt: '2026-03-02' }),
      deal({ sourceId: 'waits', startsAt: '2026-04-01' }),
      deal({ sourceId: 'stays', expiresAt: '2026-04-01' }),
      offer({ sourceId: 'coupon', expiresAt: '2026-03-02' }),
    ]);
    const later = contextOf(database, () => new Date('2026-03-03T00:00:00Z'));
    const moved = await advanceDates(later);
    expect([moved.threadIds.length, moved.offerIds.length]).toEqual([3, 1]);
    const rows = await database.db
      .selectFrom('deals')
      .select(['source_id', 'status', 'thread_id', 'changed_at'])
      .orderBy('thread_id')
      .execute();
    expect(rows.map((row) => `${row.source_id} ${row.status}`)).toEqual([
      'starts live',
      'ends expired',
      'passes expired',
      'waits scheduled',
      'stays live',
    ]);
    expect(moved.threadIds.toSorted()).toEqual(rows.slice(0, 3).map((row) => row.thread_id));
    expect(await advanceDates(later)).toEqual({ threadIds: [], offerIds: [] });
  });
});
