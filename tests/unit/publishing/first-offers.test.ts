import { expect, test } from 'vitest';
import { findAffectedPages } from '../../../src/features/publishing/affected-pages.server.ts';
import type { Change, OfferFacts } from '../../../src/features/publishing/change.ts';
import { contextOf, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const LIVE: OfferFacts = { status: 'live', store: null, type: 'coupon' };
const WAITING: OfferFacts = { ...LIVE, status: 'scheduled' };
const change = (before: OfferFacts | null, after: OfferFacts | null, id = 1): Change => ({ subject: 'offer', id, before, after });

onDatabase('the menu on all pages', (open) => {
  test('changes with the first coupon and the last, and with no other', async () => {
    const context = contextOf(await open());
    const everything = async (...changes: Change[]) => (await findAffectedPages(context.db, changes)).everything;
    expect(await everything(change(LIVE, null))).toBe(true);
    expect(await everything(change(WAITING, null))).toBe(false);
    await importRecords(context, [...surroundings(), offer()]);
    expect(await everything(change(null, LIVE))).toBe(true);
    expect(await everything(change(WAITING, LIVE))).toBe(true);
    expect(await everything(change(LIVE, LIVE))).toBe(false);
    await importRecords(context, [offer({ sourceId: 'o2', code: 'ELEVEN' })]);
    expect(await everything(change(null, LIVE))).toBe(false);
    expect(await everything(change(null, LIVE), change(null, LIVE, 2))).toBe(true);
    expect(await everything(change(LIVE, null, 3))).toBe(false);
  });
});
