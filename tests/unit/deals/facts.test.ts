import { beforeEach, expect, test } from 'vitest';
import type { DealPage } from '../../../src/features/deals/detail.ts';
import { factTexts } from '../../../src/features/deals/facts.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { pagePayload } from '../../../src/features/rendering/page-schema.ts';
import { structuredData } from '../../../src/features/rendering/structured-data.ts';
import type { Context } from '../../../src/server/context.ts';
import { category, contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

eachDatabase('the facts of a deal', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [...surroundings(), category({ slug: 'coffee', name: 'Coffee' })]);
  });

  async function page(fields: object): Promise<DealPage> {
    expect((await importRecords(context, [deal({ category: 'coffee', ...fields })])).problems).toEqual([]);
    const { thread_id } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    let loaded = await loadPage(context, `/f/${thread_id}-x`, new URLSearchParams());
    if (loaded.status === 301) loaded = await loadPage(context, loaded.location, new URLSearchParams());
    if (loaded.status !== 200) throw new Error('no page');
    expect(pagePayload.safeParse(loaded.page).error).toBeUndefined();
    return loaded.page as DealPage;
  }
  const offer = (of: DealPage) =>
    (structuredData(of as Parameters<typeof structuredData>[0], context.config) as { offers?: object }[]).find((one) => one.offers)?.offers;

  test('are those that are known', async () => {
    const known = await page({
      ...{ title: 'Arabica beans, 500 g', shipping: '5.99', freeShippingFrom: '35', shipsTo: ['US', 'CA'], membersOnly: 'Prime' },
      ...{ condition: 'open-box', checkedAt: '2026-02-28T10:00:00Z', prices: [['2026-02-20', '19.99']] },
    });
    const { deal: card, facts, ...data } = known.pageData;
    expect(card.shippingText).toBe('+ $5.99 shipping');
    expect(data).toMatchObject({ shippingCents: 599, totalText: '$25.98', freeShippingText: 'free from $35' });
    expect(facts.checkedAt).toBe('2026-02-28T10:00:00.000Z');
    expect(factTexts(facts)).toEqual(['Open box', '$39.98 per kg', 'Prime members only', 'Ships to United States, Canada']);
    expect(offer(known)).toMatchObject({
      itemCondition: 'https://schema.org/UsedCondition',
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: '5.99', currency: 'USD' },
        shippingDestination: [
          { '@type': 'DefinedRegion', addressCountry: 'US' },
          { '@type': 'DefinedRegion', addressCountry: 'CA' },
        ],
      },
    });
  });

  test('are none where nothing is known; what is new needs no word', async () => {
    const bare = await page({});
    expect(bare.pageData.deal.shippingText).toBeNull();
    expect(bare.pageData).not.toHaveProperty('shippingCents');
    expect(bare.pageData.facts).toEqual({});
    for (const key of ['shippingDetails', 'itemCondition']) expect(offer(bare)).not.toHaveProperty(key);
    const fresh = await page({ condition: 'new', shipsTo: ['US', 'CA', 'GB', 'DE'] });
    expect(factTexts(fresh.pageData.facts)).toEqual(['Ships to 4 countries']);
    expect(offer(fresh)).toMatchObject({ itemCondition: 'https://schema.org/NewCondition' });
  });

  test('say the last day of an observed price where nobody says when it was checked, or before', async () => {
    const prices = [
      ['2026-02-20', '21.00'],
      ['2026-02-25', '19.99'],
      ['2026-04-01', '1.00'],
    ];
    expect((await page({ prices })).pageData.facts.checkedAt).toBe('2026-02-25');
    expect((await page({ prices, checkedAt: '2026-02-22T10:00:00Z' })).pageData.facts.checkedAt).toBe('2026-02-25');
    expect((await page({ prices, checkedAt: '2026-02-26T10:00:00Z' })).pageData.facts.checkedAt).toBe('2026-02-26T10:00:00.000Z');
  });

  test('say no price per unit of terms', async () => {
    expect((await page({ title: 'Arabica beans, 500 g', price: '2 for $20' })).pageData.facts).toEqual({});
  });
});
