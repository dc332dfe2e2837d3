import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { answerEmbed, type Embed } from '../../../src/features/embed/embed.server.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { accountsContext } from '../../support/accounts.ts';
import { openCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

let database: Database;
let context: Context;
let ids: number[];

beforeAll(async () => {
  database = await openCopy();
  context = accountsContext(database.db);
  await publishedCatalogue(context, 20);
  const deals = await database.db.selectFrom('deals').select('thread_id').where('status', '=', 'live').orderBy('thread_id').execute();
  ids = deals.map(({ thread_id: id }) => id);
});
afterAll(() => database.close());

/** What an address of an embed shows, its status and its headers. */
async function show(query: string, { method = 'GET', network = '10.9.0.1' } = {}) {
  const url = new URL(`/embed?${query}`, context.config.siteUrl);
  const response = { status: 200, statusText: '', headers: new Headers() };
  const locals = { context, network, path: '/embed' } as App.Locals;
  const answer = await answerEmbed({ locals, url, response, request: new Request(url, { method }) });
  return { answer, status: response.status, headers: response.headers };
}

/** The list that an address shows. */
async function list(query: string) {
  const { shown } = (await show(query)).answer as Embed;
  if (shown.status !== 200 || shown.content.kind !== 'list') throw new Error(`${query} shows no list`);
  return shown.content;
}

test('a deal is shown in the theme that is asked for, and may be kept for a minute', async () => {
  const { answer, status, headers } = await show(`deal=${ids[0]}&theme=midnight`);
  expect(answer).toMatchObject({ theme: 'midnight', shown: { status: 200, content: { kind: 'deal', deal: { threadId: ids[0] } } } });
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=60',
    'x-robots-tag': 'noindex',
  });
});

test('a merged deal is shown as the one that it is part of now', async () => {
  await mergeDeals(context, String(ids[1]), String(ids[2]));
  expect((await show(`deal=${ids[1]}`)).answer).toMatchObject({ shown: { content: { deal: { threadId: ids[2] } } } });
});

test('a feed is shown from its beginning, in its own order', async () => {
  const feed = await list('feed=/category/lamps/&count=3');
  expect(feed).toMatchObject({ title: 'lamp deals', path: '/category/lamps' });
  expect(feed.items).toHaveLength(3);
  expect((await list('feed=/category/lamps')).items.slice(0, 3)).toEqual(feed.items);
  expect((await list('feed=/all')).items).toHaveLength(5);
});

test('a feed of offers is shown as well', async () => {
  const offers = await list('feed=/browse/coupons&count=2');
  expect(offers.items.map(({ uniqueId }) => uniqueId)).toEqual([expect.stringMatching(/^PCO-/), expect.stringMatching(/^PCO-/)]);
});

test('a search leads on to all that it finds, and may find nothing', async () => {
  const { dealTitle } = (await list('feed=/all&count=1')).items[0]!;
  const found = await list(`q=${encodeURIComponent(dealTitle)}&count=1`);
  expect(found.items.map((item) => item.dealTitle)).toEqual([dealTitle]);
  expect(found.path).toBe(`/search?${new URLSearchParams({ q: dealTitle })}`);
  expect((await list('q=zzzxqj')).items).toEqual([]);
});

test('what is not there is a 404 of a reserved address', async () => {
  await database.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', ids[3]!).execute();
  for (const query of ['', 'deal=999999999', `deal=${ids[3]}`, 'feed=/store/nobody', 'feed=/anything', 'feed=/popular&count=13']) {
    const { answer, status } = await show(query);
    expect(answer, query).toMatchObject({ shown: { status: 404, message: 'Page not found: /embed' } });
    expect(status, query).toBe(404);
  }
});

test('a wrong parameter is named, and what it may be, but not where what it names is not there', async () => {
  expect((await show('feed=/popular&count=13')).answer).toMatchObject({
    shown: { status: 404, message: 'Page not found: /embed', advice: 'count must be a number from 1 to 12, given once.' },
  });
  expect((await show('deal=999999999')).answer).toMatchObject({ shown: { status: 404, advice: undefined } });
});

test('an embed can only be read', async () => {
  const { answer } = await show(`deal=${ids[0]}`, { method: 'POST' });
  expect(answer).toMatchObject({ status: 405 });
  expect((answer as Response).headers.get('allow')).toBe('GET, HEAD');
});

test('searches are counted with those of the search page, and nothing else is', async () => {
  const network = '10.9.0.2';
  while (context.networkLimits.take('search', network) === 0);
  const { answer, status, headers } = await show('q=lamp', { network });
  expect([status, headers.get('cache-control'), Number(headers.get('retry-after')) > 0]).toEqual([429, 'no-store', true]);
  expect(answer).toMatchObject({ shown: { status: 429, message: expect.stringContaining('too many searches') as string } });
  for (const query of [`deal=${ids[0]}`, 'feed=/popular']) expect((await show(query, { network })).status, query).toBe(200);
});
