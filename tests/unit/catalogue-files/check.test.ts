import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { checkCatalogue } from '../../../src/features/catalogue-files/check/check-catalogue.server.ts';
import { findingsText } from '../../../src/cli/check.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { category, collection, comment, contextOf, deal, importRecords, member, offer, surroundings } from '../../support/catalogue.ts';

onDatabase('a check', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    const records = [
      ...surroundings(),
      category({ slug: 'cards', name: 'Cards', parent: 'games' }),
      collection({ rule: { items: 'deals', categories: ['games'] } }),
      member(),
      deal({ kind: 'backpack', listPrice: '30', listPriceSeen: '2026-03-01', prices: [['2026-03-01', '19.99']] }),
      deal({ sourceId: 'd2', title: 'Another', startsAt: '2026-04-01' }),
      comment(),
      offer(),
    ];
    expect((await importRecords(context, records)).problems).toEqual([]);
  });

  const found = async () =>
    Object.fromEntries((await checkCatalogue(context)).map((group) => [group.name, group.findings.map(({ text }) => text)]));
  const set = (values: string, table = 'deals', where = `source_id = 'd1'`) =>
    sql.raw(`update ${table} set ${values} where ${where}`).execute(context.db);

  test('finds nothing where nothing is wrong', async () => {
    expect(await found()).toEqual({});
    expect(findingsText([])).toBe('No problems found.');
  });

  test.each<[string, () => [values: string, table?: string, where?: string], string[]]>([
    ['expired-live', () => [`expires_at = '2026-03-01 12:00'`], ['deal 1001 "A game" expired 2026-03-01 and is live']],
    ['expired-live', () => [`expires_at = '2026-02-01'`, 'offers', 'true'], ['offer 1 "Ten percent" expired 2026-02-01 and is live']],
    [
      'started-scheduled',
      () => [`starts_at = '2026-03-01'`, 'deals', `source_id = 'd2'`],
      ['deal 1003 "Another" is scheduled for 2026-03-01'],
    ],
    [
      'ends-before-start',
      () => [`expires_at = '2026-03-20'`, 'deals', `source_id = 'd2'`],
      ['deal 1003 "Another" starts 2026-04-01 and expires 2026-03-20'],
    ],
    ['list-prices', () => [`list_price_cents = 1999`], ['deal 1001 "A game" costs 19.99 and has a list price of 19.99']],
    ['far-dates', () => [`expires_at = '2126-03-01'`], ['deal 1001 "A game" is posted 2026-02-01, expires 2126-03-01']],
    ['far-dates', () => [`posted_at = '1999-01-01'`], ['deal 1001 "A game" is posted 1999-01-01']],
    ['far-dates', () => [`posted_at = '2026-03-03'`], ['deal 1001 "A game" is posted 2026-03-03']],
    ['future-prices', () => [`list_price_seen = '2026-03-02'`], ['deal 1001 "A game" has a list price seen on 2026-03-02']],
    [
      'future-prices',
      () => [`observed_on = '2026-03-02'`, 'price_observations', 'true'],
      ['deal 1001 "A game" has a price observed on 2026-03-02'],
    ],
    ['pictures', () => [`kind = 'no-such-thing'`], ['no-such-thing: 1 deals, 0 offers, 0 categories']],
    ['pictures', () => [`kind = 'no-such-thing'`, 'categories', `slug = 'games'`], ['no-such-thing: 0 deals, 0 offers, 1 categories']],
    [
      'collection-categories',
      () => [`rule = '{"items":"deals","categories":["gone","games"]}'`, 'collections', 'true'],
      ['collection under-25 names the category "gone", which does not exist'],
    ],
    [
      'category-circles',
      () => [`parent_id = (select id from categories where slug = 'cards')`, 'categories', `slug = 'games'`],
      ['category cards is below itself', 'category games is below itself'],
    ],
    ['comment-counts', () => [`comment_count = 4`], ['deal 1001 "A game" counts 4 comments and has 1']],
    [
      'duplicates',
      () => [`title = 'Á GAME!', status = 'live', starts_at = null`, 'deals', `source_id = 'd2'`],
      ['deal 1003 "A game" looks like the same product at the same store and price as deal 1001 /f/1001-a-game, posted 2026-02-01'],
    ],
  ])('finds %s', async (name, change, texts) => {
    await set(...change());
    const all = await found();
    expect(Object.keys(all)).toEqual([name]);
    expect(all[name]?.map((text) => text.replace('Á GAME!', 'A game'))).toEqual(texts);
  });

  test('finds replies on another deal', async () => {
    await importRecords(context, [comment({ sourceId: 'c2', parent: 'c1' })]);
    await set(`thread_id = 1003`, 'comments', `source_id = 'c2'`);
    await set('comment_count = 1', 'deals', 'true');
    expect(Object.keys(await found())).toEqual(['stray-replies']);
  });

  test('takes expired deals for no duplicates', async () => {
    await set(`title = 'A game', status = 'expired', starts_at = null`, 'deals', `source_id = 'd2'`);
    expect(await found()).toEqual({});
  });

  test('says what to do, and counts', async () => {
    await set(`expires_at = '2126-03-01', list_price_seen = '2026-03-02'`);
    expect(findingsText(await checkCatalogue(context))).toBe(`Dates far in the past or the future (1)
  deal 1001 "A game" is posted 2026-02-01, expires 2126-03-01
  → Correct them: "schedule DEAL …", or import the record again with the right postedAt.

Prices seen in the future (1)
  deal 1001 "A game" has a list price seen on 2026-03-02
  → Give the day it was seen: "edit DEAL --list-price-seen DAY"; observed prices come with an import.

2 problems found.`);
  });
});
