import { beforeEach, describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { reportText } from '../../../src/cli/report-text.ts';
import { openProblemFile } from '../../../src/features/catalogue-files/problem-file.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import {
  brand,
  category,
  contextOf,
  deal,
  exported,
  fileOf,
  importRecords,
  offer,
  problemsOf,
  store,
  surroundings,
  temporaryFolder,
} from '../../support/catalogue.ts';

/** A first feed of a partner: nothing that its deals name is on the site. */
const feed = [
  deal({ sourceId: '1', store: "Sam's Club", category: 'Home > Kitchen', brand: 'Le Creuset', url: 'https://www.samsclub.example/p/1' }),
  deal({ sourceId: '2', store: "SAM'S CLUB", category: 'Home > Kitchen > Knives', url: 'https://www.samsclub.example/p/2' }),
  deal({ sourceId: '3', store: 'sams-club', category: 'kitchen', url: 'https://ads.example/?to=samsclub' }),
  deal({ sourceId: '4', store: '京东', category: 'Toys', url: 'https://jd.example/4' }),
  offer({ sourceId: '5', store: "Sam's Club" }),
];

onDatabase('what a feed names and the site has not', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  const records = async (type: string) =>
    (await exported(context)).map((line) => JSON.parse(line) as Record<string, unknown>).filter((record) => record['type'] === type);

  test('is made when asked for, and told', async () => {
    const report = await importRecords(context, feed, { createMissing: true });
    expect(report.problems).toEqual([]);
    expect(report.made).toEqual([
      { type: 'store', slug: 'sams-club', name: "Sam's Club", detail: 'samsclub.example' },
      { type: 'store', slug: 'jd-example', name: '京东', detail: 'jd.example' },
      { type: 'brand', slug: 'le-creuset', name: 'Le Creuset', detail: undefined },
      { type: 'category', slug: 'home', name: 'Home', detail: undefined },
      { type: 'category', slug: 'kitchen', name: 'Kitchen', detail: 'home' },
      { type: 'category', slug: 'knives', name: 'Knives', detail: 'kitchen' },
      { type: 'category', slug: 'toys', name: 'Toys', detail: undefined },
      { type: 'forum', slug: 'hot-deals', name: 'Hot Deals', detail: undefined },
    ]);
    expect(report.added).toMatchObject({ store: 2, brand: 1, category: 4, forum: 1, deal: 4, offer: 1 });
    expect(await records('store')).toMatchObject([{ slug: 'sams-club', host: 'samsclub.example', url: 'https://samsclub.example/' }, {}]);
    expect((await records('deal')).map((one) => [one['store'], one['category']])).toEqual([
      ['sams-club', 'kitchen'],
      ['sams-club', 'knives'],
      ['sams-club', 'kitchen'],
      ['jd-example', 'toys'],
    ]);
  });

  test.each([
    ['of letters beyond ASCII', 'https://www.bücher.example/1', 'xn--bcher-kva.example', 'https://xn--bcher-kva.example/'],
    ['with a dot at its end', 'https://dot.example./40', 'dot.example', 'https://dot.example/'],
    ['with a port', 'http://port.example:8080/38', 'port.example', 'http://port.example:8080/'],
    ...[
      'https://click.linksynergy.example/deeplink?id=x&mid=1&murl=https%3A%2F%2Fwww.shop.example%2Fp%2F1%3Fu%3Dhttps%253A%252F%252Fa.example',
      'https://www.awin1.example/cread.php?awinmid=1&ued=https%3A%2F%2Fshop.example%2Fp',
      'https://www.jdoqocy.example/click-1-2?url=http%3a%2f%2fShop.Example',
      'https://network.example/?u=https%253A%252F%252Fshop.example%252Fp%252F1',
      'https://network.example/c/1?target=https://shop.example/p?to=https://other.example',
      'https://clk.example/click?p(1)a(2)url(https%3A%2F%2Fshop.example%2Fp)',
      'https://prf.example/click/camref:1/destination:https%3A%2F%2Fwww.shop.example%2Fp',
    ].map((url): [string, string, string, string] => ['that a network leads to', url, 'shop.example', 'https://shop.example/']),
    ['that names another one otherwise', 'https://shop.example/p?ref=https://blog.example/', 'shop.example', 'https://shop.example/'],
  ])('is a store at a host %s', async (_, url, host, home) => {
    expect(await importRecords(context, [deal({ url })], { createMissing: true })).toMatchObject({ problems: [] });
    expect(await records('store')).toMatchObject([{ slug: 'acme', host, url: home }]);
  });

  test('is told with the stores that have its host already, on the site, in the files or made before it', async () => {
    await importRecords(context, [
      store({ slug: 'glasswater', name: 'Glasswater', host: 'www.glass.example', url: 'https://www.glass.example/' }),
    ]);
    const feed = [
      deal({ sourceId: '1', store: 'Glasswater DE', url: 'https://glass.example/1' }),
      deal({ sourceId: '2', store: 'Ads One', url: 'https://click.example/2' }),
      deal({ sourceId: '3', store: 'Ads Two', url: 'https://www.click.example/3' }),
      deal({ sourceId: '4', store: 'Lone', url: 'https://lone.example/4' }),
    ];
    const report = await importRecords(context, [category({ slug: 'monitors' }), ...feed], { createMissing: true, dryRun: true });
    expect(report.made.flatMap(({ type, slug, sameHost }) => (type === 'store' ? [[slug, sameHost]] : []))).toEqual([
      ['glasswater-de', ['glasswater']],
      ['ads-one', undefined],
      ['ads-two', ['ads-one']],
      ['lone', undefined],
    ]);
    expect(reportText(report)).toContain('glass.example, as glasswater: if it is the same store, name that one in the file\n');
  });

  test('is told with what to do where its host is that of a network, because no address names the shop', async () => {
    const feed = [
      deal({ sourceId: '1', store: 'Acme', url: 'https://www.awin1.com/pclick.php?p=1&a=2&m=3' }),
      deal({ sourceId: '2', store: 'Glass', url: 'https://glass.sjv.io/c/1/2/3' }),
      deal({ sourceId: '3', store: 'Wood', url: 'https://www.awin1.com/cread.php?awinmid=1&ued=https%3A%2F%2Fwood.example%2Fp' }),
      deal({ sourceId: '4', store: 'Paper', url: 'https://notawin1.com/4' }),
    ];
    const report = await importRecords(context, [category({ slug: 'monitors' }), ...feed], { createMissing: true });
    const todo =
      '; that is the host of a network, because no address names the shop: import a record of type store with this slug and the shop’s own host and url';
    expect(
      reportText(report)
        .split('\n')
        .filter((line) => line.startsWith('  store')),
    ).toEqual([
      `  store acme "Acme", awin1.com${todo}`,
      `  store glass "Glass", glass.sjv.io${todo}`,
      '  store wood "Wood", wood.example',
      '  store paper "Paper", notawin1.com',
    ]);
    const own = store({ slug: 'acme', name: 'Acme', host: 'acme.example', url: 'https://acme.example/' });
    expect(await importRecords(context, [own])).toMatchObject({ problems: [] });
    expect((await records('store')).find(({ slug }) => slug === 'acme')).toMatchObject({ host: 'acme.example' });
  });

  test('and cannot be made is told with why, and without advice to have it made', async () => {
    const odd = [
      deal({ url: 'http://localhost:8080/8', category: ' > ' }),
      offer({ store: 'Nowhere', url: undefined }),
      category({ slug: 'lamps', parent: 'none' }),
    ];
    const { problems } = await importRecords(context, odd, { createMissing: true });
    expect(problems.map(({ line, reason, advice }) => [line, reason, advice])).toEqual([
      [1, 'store "acme" cannot be made: its deals lead to "localhost"', undefined],
      [1, 'category ">" cannot be made: it has no name', undefined],
      [2, 'store "Nowhere" cannot be made: no address says where it is', undefined],
      [3, 'category "none" is missing', undefined],
    ]);
  });

  test('is found the next time, by its names', async () => {
    await importRecords(context, feed, { createMissing: true });
    const before = await exported(context);
    const report = await importRecords(context, feed);
    expect(report).toMatchObject({ problems: [], made: [], unchanged: { deal: 4 } });
    expect(await exported(context)).toEqual(before);
  });

  test('is kept apart in scripts that slugs have no letters for, and found again', async () => {
    const sold = [
      deal({ sourceId: '1', store: '東京堂', brand: '資生堂', category: '家電' }),
      deal({ sourceId: '2', store: '大阪屋', brand: '花王', category: '食品 > お茶' }),
      deal({ sourceId: '3', store: '東京堂', brand: 'Xiaomi 小米', category: '家電 > カメラ' }),
      deal({ sourceId: '4', store: '大阪屋', brand: 'xiaomi', category: 'お茶' }),
      deal({ sourceId: '5', store: '東京堂', brand: 'Γάλα', category: '家電' }),
      deal({ sourceId: '6', store: '東京堂', brand: 'ΓΆΛΑ', category: '食品' }),
    ];
    expect(await importRecords(context, sold, { createMissing: true })).toMatchObject({ problems: [] });
    const named = async (type: string) => (await records(type)).map(({ slug, name }) => `${String(slug)} ${String(name)}`).toSorted();
    expect(await named('brand')).toEqual(['brand-1 資生堂', 'brand-2 花王', 'brand-3 Γάλα', 'xiaomi Xiaomi', 'xiaomi-1 Xiaomi 小米']);
    expect(await named('store')).toEqual(['acme-example 東京堂', 'acme-example-2 大阪屋']);
    expect(await named('category')).toEqual(['category-1 家電', 'category-2 食品', 'category-3 お茶', 'category-4 カメラ']);
    expect((await records('deal')).map((one) => [one['store'], one['brand'], one['category']].join(' '))).toEqual([
      'acme-example brand-1 category-1',
      'acme-example-2 brand-2 category-3',
      'acme-example xiaomi-1 category-4',
      'acme-example-2 xiaomi category-3',
      'acme-example brand-3 category-1',
      'acme-example brand-3 category-2',
    ]);
    const again = [brand({ slug: 'shiseido', name: '資生堂' }), ...sold];
    for (const records of [sold, again, sold])
      expect(await importRecords(context, records, { createMissing: true })).toMatchObject({
        ...{ problems: [], made: [], unchanged: { deal: 6 } },
      });
  });

  test('is kept apart where signs alone make another name, and found again', async () => {
    const sold = [
      deal({ sourceId: '1', store: 'Disney+', brand: 'C', category: 'Black+Decker' }),
      deal({ sourceId: '2', store: 'Disney', brand: 'C++', category: 'Black & Decker' }),
      deal({ sourceId: '3', store: 'disney+', brand: 'C#', category: 'black decker' }),
      deal({ sourceId: '4', store: 'Disney Plus', brand: 'c#', category: 'Black + Decker' }),
    ];
    expect(await importRecords(context, sold, { createMissing: true })).toMatchObject({ problems: [] });
    expect((await records('deal')).map((one) => [one['store'], one['brand'], one['category']].join(' '))).toEqual([
      'disney-plus c black-decker',
      'disney c-plus-plus black-decker',
      'disney-plus c-sharp black-decker',
      'disney-plus c-sharp black-decker',
    ]);
    expect(await importRecords(context, sold)).toMatchObject({ problems: [], unchanged: { deal: 4 } });
  });

  test('is made of a long name that is not cut within a character', async () => {
    const category = `A${'𠮷'.repeat(60)}`;
    const report = await importRecords(context, [deal({ store: 'Acme', category, url: 'https://acme.example/1' })], {
      createMissing: true,
    });
    expect(report.problems).toEqual([]);
    expect(await records('category')).toMatchObject([{ name: `A${'𠮷'.repeat(49)}` }]);
  });

  test('is told and not made on a dry run', async () => {
    const report = await importRecords(context, feed, { createMissing: true, dryRun: true });
    expect(report.made).toHaveLength(8);
    expect(await exported(context)).toEqual([]);
  });

  test('is a problem otherwise, once for all its lines, together with all else', async () => {
    const many = Array.from({ length: 40 }, (_, at) => deal({ sourceId: `m${at}`, store: 'sams-club', price: at === 7 ? 'call us' : '5' }));
    const { groups, problemCount } = await importRecords(context, [...surroundings(), ...many]);
    expect(problemCount).toBe(41);
    expect(groups).toMatchObject([
      {
        field: 'store',
        reason: 'store "sams-club" is missing',
        count: 40,
        line: 4,
        advice: expect.stringContaining('--create-missing') as string,
      },
      { field: 'price', count: 1, line: 11, values: ['"call us"'] },
    ]);
  });

  test('is found without asking where one has the name, whatever its case', async () => {
    await importRecords(context, [...surroundings(), store({ slug: 'sams', name: "Sam's Club" })]);
    expect(await problemsOf(context, [deal({ store: "SAM'S club", category: 'GAMES' })])).toEqual([]);
    expect(await records('deal')).toMatchObject([{ store: 'sams', category: 'games' }]);
  });

  test('is told where two categories have the name, and found where one of them is at the top', async () => {
    const filed = (...categories: string[]) => categories.map((one, at) => deal({ sourceId: String(at), category: one }));
    const told = await importRecords(context, filed('Garden > Tools', 'Car > Tools', 'Tools'), { createMissing: true });
    expect(told.problems).toMatchObject([
      { line: 3, field: 'category', reason: 'category "Tools" may be Garden > Tools or Car > Tools; write the path' },
    ]);
    const both = [category({ slug: 'tools', name: 'Tools' }), ...filed('Garden', 'Tools', 'TOOLS')];
    const low = [category({ slug: 'garden-tools', name: 'Tools', parent: 'garden' }), ...filed('Garden > Tools', 'Tools', 'TOOLS')];
    for (const one of [both, low, low]) expect(await importRecords(context, one, { createMissing: true })).toMatchObject({ problems: [] });
    expect((await records('deal')).map((one) => one['category'])).toEqual(['garden-tools', 'tools', 'tools']);
  });

  test('is missing where two have the name', async () => {
    const twins = [store({ slug: 'acme-us', name: 'Twin' }), store({ slug: 'acme-uk', name: 'Twin' })];
    expect(await problemsOf(context, [...surroundings(), ...twins, deal({ store: 'twin' })])).toEqual(['6 store "twin" is missing']);
  });

  describe('and every problem', () => {
    test('is in a file, when asked for', async () => {
      const path = join(await temporaryFolder(), 'problems.csv');
      const file = await openProblemFile(path);
      const feedFile = await fileOf([deal({ store: 'No "one"', title: 'x' }), deal({ sourceId: 'd2', price: '1,2,3' })]);
      const { problemCount } = await importFiles(context, [feedFile], { onProblem: file.add });
      await file.close();
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
      expect(lines).toHaveLength(problemCount + 1);
      expect(lines).toEqual([
        'file,line,field,reason,value,record',
        `${feedFile},1,title,must have at least 3 characters,"""x""",`,
        `${feedFile},2,price,"must be an amount such as 12.99 or free, or words such as ""2 for $5"" or ""30% off""","""1,2,3""",`,
        `${feedFile},1,store,"store ""No ""one"""" is missing",,`,
        `${feedFile},2,store,"store ""acme"" is missing",,`,
        `${feedFile},1,category,"category ""games"" is missing",,`,
        `${feedFile},2,category,"category ""games"" is missing",,`,
      ]);
    });
  });
});
