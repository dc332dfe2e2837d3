import { expect, test } from 'vitest';
import { directoryAt, missingDirectories } from '../../../src/features/directories/directory.ts';
import { loadDirectory } from '../../../src/features/directories/load-directory.server.ts';
import { feedAt } from '../../../src/features/feeds/address.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { sitemapText } from '../../../src/features/rendering/sitemap.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { brand, category, collection, contextOf, deal, importRecords, offer, store, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

const shop = (slug: string) => store({ slug, name: slug.toUpperCase(), host: `${slug}.example`, url: `https://${slug}.example/` });
const filed = (slug: string, position: number, parent?: string) => category({ slug, name: slug, position, parent });

/** Imports records that each must be right. */
async function imported(context: Context, records: object[]) {
  expect((await importRecords(context, records)).problems).toEqual([]);
}

async function directory(context: Context, path: string) {
  const loaded = await loadPage(context, path, new URLSearchParams());
  if (loaded.status !== 200 || loaded.page.pageData.type !== 'directory') throw new Error(`${path} is no directory`);
  return { ...loaded.page.pageData, robots: loaded.page.pageMetadata.robots };
}

eachDatabase('a directory', (open) => {
  test('of stores lists those that have live deals or offers, and how many', async () => {
    const context = contextOf(await open());
    await imported(context, [
      ...surroundings(),
      ...['bolt', 'cedar', 'dune'].map(shop),
      ...[1, 2].map((n) => deal({ sourceId: `a${n}`, title: `Lamp ${n}`, url: `https://acme.example/${n}` })),
      deal({ sourceId: 'b', title: 'Rug', store: 'bolt', expired: true }),
      offer({ sourceId: 'c', title: 'Coupon', store: 'cedar' }),
      offer({ sourceId: 'o', title: 'Cashback', offerType: 'cashback', code: undefined }),
    ]);
    expect((await directory(context, '/browse/stores')).groups).toEqual([
      { name: 'A', entry: null, entries: [{ name: 'Acme', path: '/store/acme', deals: 2, offers: 1 }] },
      { name: 'C', entry: null, entries: [{ name: 'CEDAR', path: '/store/cedar', deals: 0, offers: 1 }] },
    ]);
  });

  test('of brands lists those that have live deals', async () => {
    const context = contextOf(await open());
    await imported(context, [
      ...surroundings(),
      brand(),
      brand({ slug: 'bolt', name: 'Bolt' }),
      deal({ brand: 'zeta' }),
      deal({ sourceId: 'other', title: 'Rug', url: 'https://acme.example/2', brand: 'bolt', expired: true }),
    ]);
    const { groups } = await directory(context, '/browse/brands');
    expect(groups).toEqual([{ name: 'Z', entry: null, entries: [{ name: 'Zeta', path: '/brand/zeta', deals: 1, offers: 0 }] }]);
  });

  test('of categories has them in the order of the menu, and counts what is below each', async () => {
    const context = contextOf(await open());
    const deals = ['toys', 'desk-lamps', 'desk-lamps', 'lamps', 'rugs'];
    await imported(context, [
      ...surroundings(),
      ...[filed('toys', 3), filed('home', 2), filed('empty', 4)],
      ...[filed('lamps', 12, 'home'), filed('rugs', 2, 'home'), filed('desk-lamps', 1, 'lamps')],
      ...deals.map((name, at) => deal({ sourceId: `d${at}`, title: `Deal ${at}`, url: `https://acme.example/${at}`, category: name })),
    ]);
    const { groups } = await directory(context, '/browse/categories');
    expect(groups.map(({ name, entry, entries }) => [name, entry?.deals, entries.map((below) => `${below.path} ${below.deals}`)])).toEqual([
      ['home', 4, ['/category/rugs 1', '/category/lamps 3', '/category/desk-lamps 2']],
      ['toys', 1, []],
    ]);
  });

  test('that lists nothing is not for search engines, and once it does it is in the sitemap', async () => {
    const context = contextOf(await open());
    await imported(context, surroundings());
    const listed = async () => /\/browse\/stores</.test((await sitemapText({ context }, 'feeds')) ?? '');
    expect([(await directory(context, '/browse/stores')).robots, await listed()]).toEqual(['noindex,follow', false]);
    await imported(context, [deal()]);
    expect([(await directory(context, '/browse/stores')).robots, await listed()]).toEqual(['index,follow', true]);
  });

  test('gives way to a collection with its address, and has one page', async () => {
    const context = contextOf(await open());
    await imported(context, [...surroundings(), collection({ slug: 'stores', title: 'Our shops' }), deal()]);
    const own = await loadPage(context, '/browse/stores', new URLSearchParams());
    expect(own).toMatchObject({ page: { pageData: { type: 'feed', title: 'Our shops' } } });
    for (const path of ['/browse/stores', '/browse/brands'])
      expect(await loadPage(context, path, new URLSearchParams({ page: '2' })), path).toMatchObject({ status: 404 });
    expect(missingDirectories([feedAt('/browse/stores')!]).map(({ path }) => path)).toEqual(['/browse/brands', '/browse/categories']);
  });

  test('lists no more than a page holds, those with the most deals, and says that there are more', async () => {
    const context = contextOf(await open());
    const shops = ['bolt', 'cedar', 'dune'];
    const things = [...shops, 'cedar', 'dune'].map((name, at) =>
      deal({ sourceId: `d${at}`, title: `Thing ${at}`, url: `https://${name}.example/${at}`, store: name }),
    );
    await imported(context, [...surroundings(), ...shops.map(shop), ...things]);
    const listed = async (most: number) => {
      const { groups, shortened } = (await loadDirectory(context, feedAt('/browse/stores')!, { most }))!.pageData;
      return [groups.flatMap(({ entries }) => entries.map(({ name }) => name)), shortened];
    };
    expect(await listed(2)).toEqual([['CEDAR', 'DUNE'], true]);
    expect(await listed(3)).toEqual([['BOLT', 'CEDAR', 'DUNE'], false]);
  });
});

test('only three addresses are directories', () => {
  for (const path of ['/', '/all', '/browse/store', '/category/stores', '/store/brands'])
    expect(directoryAt(feedAt(path)!), path).toBeUndefined();
});
