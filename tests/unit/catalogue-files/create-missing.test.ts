import { beforeEach, describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { openProblemFile } from '../../../src/features/catalogue-files/problem-file.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import {
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

  test('is found the next time, by its names', async () => {
    await importRecords(context, feed, { createMissing: true });
    const before = await exported(context);
    const report = await importRecords(context, feed);
    expect(report).toMatchObject({ problems: [], made: [], unchanged: { deal: 4 } });
    expect(await exported(context)).toEqual(before);
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
        'file,line,field,reason,value',
        `${feedFile},1,title,must have at least 3 characters,"""x"""`,
        `${feedFile},2,price,"must be an amount such as 12.99 or free, or words such as ""2 for $5"" or ""30% off""","""1,2,3"""`,
        `${feedFile},1,store,"store ""No ""one"""" is missing",`,
        `${feedFile},2,store,"store ""acme"" is missing",`,
        `${feedFile},1,category,"category ""games"" is missing",`,
        `${feedFile},2,category,"category ""games"" is missing",`,
      ]);
    });
  });
});
