import { expect, test } from 'vitest';
import { suggestOffers } from '../../../../src/features/search/suggestions/offers.server.ts';
import { suggest } from '../../../../src/features/search/suggestions/suggest.server.ts';
import { offer } from '../../../support/catalogue.ts';
import { eachDatabase, type Open } from '../../../support/databases.ts';
import { importInto, smallCatalogue } from './catalogue.ts';

async function offersFor(open: Open) {
  const context = await smallCatalogue(open);
  const of = (sourceId: string, fields: object) => offer({ sourceId, store: 'glasswater', ...fields });
  await importInto(context, [of('c1', { code: 'TEN' }), of('c2', { code: 'TWENTY' }), of('c3', { code: 'OLD', expired: true })]);
  const found = async (text: string) => suggestOffers(context.db, text, await suggest(context, text));
  return { context, of, found };
}

const COUPONS = [{ title: 'Glasswater Displays coupons', path: '/store/glasswater#offers', count: 2 }];

eachDatabase('the search box shows where coupons are', (open) => {
  test('of the store that is named, with a word for coupons or without one', async () => {
    const { found } = await offersFor(open);
    for (const text of ['glassw', 'Glasswater', 'glasswater coupon', 'promo code glass', 'glasswater coup', 'glasswater cashback'])
      expect(await found(text), text).toEqual(COUPONS);
    for (const text of ['', ' % ', 'corsair', 'zzz coupon', 'co']) expect(await found(text), text).toEqual([]);
  });

  test('of all stores, for nothing but a word for coupons', async () => {
    const { context, of, found } = await offersFor(open);
    expect(await found('coupon')).toEqual([{ title: 'Coupons', path: '/browse/coupons', count: 2 }]);
    await importInto(context, [of('b1', { offerType: 'cashback', code: undefined, percent: 5 })]);
    expect(await found('cash')).toEqual([
      { title: 'Coupons', path: '/browse/coupons', count: 2 },
      { title: 'Cashback', path: '/browse/cashback', count: 1 },
    ]);
    expect(await found('glasswater')).toEqual([{ ...COUPONS[0], title: 'Glasswater Displays coupons and cashback', count: 3 }]);
  });
});
