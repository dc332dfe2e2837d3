import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from '../../../src/server/db/migrations/0050-price-terms-searched.ts';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { searchCatalogue, titlesOf } from '../../support/search-catalogue.ts';

const DEALS = {
  'Running shoes': '30% off',
  'Trail shoes': '50% off',
  'Winter boots': 'up to 70% off',
  'Ice cream': 'BOGO',
  'Cereal for breakfast': 'buy 2 get 1 half off',
  'Wall paint': 'save $6',
  'Cola cans': '2 for $5.50',
  'Socks of wool': '$9.99 - $19.99',
};

onDatabase('deals without one price', (open) => {
  const openDeals = async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(
      context,
      Object.entries(DEALS).map(([title, price]) => ({ title, price })),
    );
    return context;
  };

  test('are found by what they promise', async () => {
    const context = await openDeals();
    for (const [q, found] of [
      ['shoes 50 percent off', ['Trail shoes']],
      ['"up to 70% off"', ['Winter boots']],
      ['ice cream bogo', ['Ice cream']],
      ['"buy one get one free"', ['Ice cream']],
      ['"buy 2 get 1"', ['Cereal for breakfast']],
      ['"half off"', ['Cereal for breakfast']],
      ['"save $6"', ['Wall paint']],
      ['"2 for $5.50"', ['Cola cans']],
    ] as const)
      expect([q, (await titlesOf(context, q)).slice(0, found.length)]).toEqual([q, found]);
    await expectDiscounts(context);
    expect((await titlesOf(context, 'bogo')).toSorted()).toEqual(['Cereal for breakfast', 'Ice cream']);
    expect(await titlesOf(context, 'shoes -"30% off"')).toEqual(['Trail shoes']);
  });

  test('that were there before are found so after an update, of which nobody is told', async () => {
    const context = await openDeals();
    const { db } = context;
    await sql`create or replace function price_terms_words(terms jsonb) returns text immutable strict language sql as $$ select '' $$`.execute(
      db,
    );
    await sql`update deals set price_terms = price_terms`.execute(db);
    expect(await titlesOf(context, 'bogo')).toEqual([]);
    const state = async () => {
      const { rows } = await sql`select thread_id, modified_at from deals order by thread_id`.execute(db);
      return { rows, changes: await db.selectFrom('changes').selectAll().execute() };
    };
    const before = await state();
    await up(db);
    await expectDiscounts(context);
    expect((await titlesOf(context, 'bogo')).length).toBe(2);
    expect(await state()).toEqual(before);
    await db.updateTable('deals').set({ title: 'Gelato' }).where('title', '=', 'Ice cream').execute();
    expect((await state()).rows).not.toEqual(before.rows);
  });
});

/** Expects what a discount among the words finds. */
async function expectDiscounts(context: Parameters<typeof titlesOf>[0]): Promise<void> {
  const ofDiscount = async (q: string) => (await titlesOf(context, q)).toSorted();
  expect(await ofDiscount('30% off')).toEqual(['Running shoes', 'Trail shoes']);
  expect(await ofDiscount('shoes over 40% off')).toEqual(['Trail shoes']);
  // The filter counts instead. Half off the second piece is not half off.
  expect(await ofDiscount('q=shoes 50% off&percent_off=20')).toEqual(['Running shoes', 'Trail shoes']);
  expect(await ofDiscount('cereal 50% off')).toEqual([]);
  expect(await ofDiscount('"50% off"')).toEqual(['Cereal for breakfast', 'Trail shoes']);
}
