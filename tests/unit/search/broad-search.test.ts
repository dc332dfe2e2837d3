import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { withSearchLimits } from '../../../src/features/search/bounded.server.ts';
import { loadSearch } from '../../../src/features/search/search.server.ts';
import { searchQuery } from '../../../src/features/search/query.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachDatabase, type Open } from '../../support/databases.ts';
import { searchCatalogue, searched, titlesOf } from '../../support/search-catalogue.ts';

/** A catalogue of many deals with a broad word, in two colours, each costing what its number says. */
async function manyLamps(open: Open, count: number): Promise<Context> {
  const context = accountsContext((await open()).db);
  await searchCatalogue(context, ['A desk lamp', 'A very special desk lamp']);
  await sql`
    insert into deals (source, source_id, title, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at, rank)
    select 'many', n::text, 'Lamp number ' || n || case when n % 2 = 0 then ' black' else ' white' end, store_id, category_id, forum_id, url,
      n, posted_at + n * interval '1 minute', updated_at, n
    from deals cross join generate_series(1, ${count}) as n where title = 'A desk lamp'`.execute(context.db);
  return context;
}

eachDatabase('a broad search', (open) => {
  test('goes through a thousand deals, says that there are more, and has the first ones of the order right', async () => {
    const context = await manyLamps(open, 2_500);
    const found = await searched(context, 'lamp');
    expect(found).toMatchObject({ total: 1_000, more: true, pages: 25 });
    expect((await searched(context, 'q=lamp&page=25')).items).toHaveLength(40);
    expect(await loadSearch(context, searchQuery(new URLSearchParams('q=lamp&page=26'))!)).toBeUndefined();
    expect((await titlesOf(context, 'q=lamp&sort=newest'))[0]).toBe('Lamp number 2500 black');
    expect((await titlesOf(context, 'q=lamp+white&sort=price')).slice(0, 2)).toEqual(['Lamp number 1 white', 'Lamp number 3 white']);
    expect(await titlesOf(context, 'very special lamp')).toEqual(['A very special desk lamp']);
    expect((await searched(context, 'q=')).more).toBe(true);
    const pages = await Promise.all([1, 2, 3].map(async (page) => titlesOf(context, `q=lamp&page=${page}`)));
    expect(new Set(pages.flat()).size).toBe(120);
  });
});

eachDatabase('a search that takes too long', (open) => {
  test('is given up with a page that says so', async () => {
    const { db } = await open();
    const context = accountsContext(db);
    await searchCatalogue(context, ['A lamp']);
    const { rows } = await sql<{ source: string }>`select pg_get_functiondef('search_fold'::regproc) as source`.execute(db);
    await sql`create or replace function search_fold(text) returns text immutable strict parallel safe language plpgsql as $$ begin
      raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(db);
    expect(await searched(context, 'lamp')).toMatchObject({ tooLong: true, total: 0, items: [] });
    await expect(withSearchLimits(db, async (bounded) => sql`select 1/0`.execute(bounded))).rejects.toThrow('division by zero');
    expect((await searched(context, 'q=')).total).toBe(1);
    await sql.raw(rows[0]!.source).execute(db);
    expect((await searched(context, 'lamp')).total).toBe(1);
  });
});
