import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { searchCatalogue, searched, titlesOf } from '../../support/search-catalogue.ts';

const DEALS = [
  { title: 'Reading lamp', price: '20.00', shipping: '0.00' },
  { title: 'Floor lamp', price: '40.00', shipping: '5.99', freeShippingFrom: '35.00' },
  { title: 'Lava lamp', price: '30.00', shipping: '5.99', freeShippingFrom: '35.00' },
  { title: 'Two lamps', price: '2 for $40.00', shipping: '5.99', freeShippingFrom: '35.00' },
  { title: 'Night lamp', price: '10.00' },
  { title: 'Gluten free bread', price: '3.00' },
  { title: 'Sample of bread', price: 'free' },
  { title: 'Bread with free shipping', price: '4.00' },
];

onDatabase('deals with free shipping', (open) => {
  const openDeals = async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, DEALS);
    return context;
  };

  test('are found by what their cards say', async () => {
    const context = await openDeals();
    for (const q of ['free shipping', 'lamp free shipping', 'lamps with free delivery', 'lamp ships free']) {
      const { items } = await searched(context, q);
      const cards = items.filter(({ dealTitle }) => dealTitle.includes('lamp'));
      expect([q, cards.map(({ dealTitle }) => dealTitle).toSorted()]).toEqual([q, ['Floor lamp', 'Reading lamp', 'Two lamps']]);
      expect(cards.map(({ shippingText }) => shippingText)).toEqual(cards.map(() => 'free shipping'));
    }
    expect(await titlesOf(context, 'bread free shipping')).toEqual(['Bread with free shipping']);
  });

  test('are no freebies, and not free of something', async () => {
    const context = await openDeals();
    expect(await titlesOf(context, 'gluten free')).toEqual(['Gluten free bread']);
    expect(await titlesOf(context, '"free lamp"')).toEqual([]);
    expect(await titlesOf(context, 'free')).toEqual(['Sample of bread']);
  });

  test('are so no longer when delivery costs something', async () => {
    const context = await openDeals();
    await sql`update deals set shipping_cents = 100 where title = 'Reading lamp'`.execute(context.db);
    expect((await titlesOf(context, 'free shipping')).toSorted()).toEqual(['Bread with free shipping', 'Floor lamp', 'Two lamps']);
  });
});
