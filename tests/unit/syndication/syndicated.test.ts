import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSyndicated } from '../../../src/features/syndication/syndicated.server.ts';
import type { SyndicatedFeed } from '../../../src/features/syndication/syndicated-feed.ts';
import { addPartner } from '../../../src/features/syndication/partners.server.ts';
import { reportOf } from '../../../src/features/tracking/report.server.ts';
import { storeEvents } from '../../../src/features/tracking/events.server.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { accountsContext } from '../../support/accounts.ts';
import { openCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

let database: Database;
let context: Context;
let key: string;
let narrow: string;

const added = async (name: string, feeds: string[] | null) =>
  (await addPartner(context, { name, site: `https://${name}.example`, feeds }))!;

beforeAll(async () => {
  database = await openCopy();
  context = accountsContext(database.db);
  await publishedCatalogue(context, 20);
  [key, narrow] = [await added('blog', null), await added('narrow', ['/category/lamps'])];
});
afterAll(() => database.close());

/** What an address answers a partner. */
async function show(query: Record<string, string>, { network = '10.9.1.1', method = 'GET' } = {}) {
  const url = new URL(`/syndicated?${new URLSearchParams(query)}`, context.config.siteUrl);
  const response = { status: 200, statusText: '', headers: new Headers() };
  const locals = { context, network, path: '/syndicated' } as App.Locals;
  const answer = await answerSyndicated({ locals, url, response, request: new Request(url, { method }) });
  return answer instanceof Response
    ? { status: answer.status, headers: answer.headers, text: await answer.text() }
    : { status: response.status, headers: response.headers, answer };
}

test('a partner sees the first live deals of a feed, and may frame them', async () => {
  const { status, headers, answer } = await show({ key, feed: '/all/', count: '3' });
  expect(status).toBe(200);
  expect(answer).toMatchObject({ partner: 'blog', path: '/all' });
  expect((answer as SyndicatedFeed).items.map(({ isExpired }) => isExpired)).toEqual([false, false, false]);
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': 'private, max-age=60',
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' https://blog.example`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

test('without a feed it is the first that the partner may have, or the popular one', async () => {
  expect((await show({ key })).answer).toMatchObject({ path: '/popular' });
  expect((await show({ key: narrow })).answer).toMatchObject({ path: '/category/lamps' });
});

test.each<[Record<string, string>, number, string]>([
  [{}, 403, 'missing, wrong or has ended'],
  [{ key: 'wrong' }, 403, 'missing, wrong or has ended'],
  [{ key: 'NARROW', feed: '/popular' }, 403, 'not for this feed'],
  [{ key: 'KEY', feed: '/nothing' }, 404, 'no such feed'],
  [{ key: 'KEY', feed: 'popular' }, 404, 'no such feed'],
  [{ key: 'KEY', feed: '/store/nobody' }, 404, 'no such feed'],
  [{ key: 'KEY', count: '0' }, 400, 'from 1 to 40'],
  [{ key: 'KEY', count: '41' }, 400, 'from 1 to 40'],
  [{ key: 'KEY', format: 'xml' }, 400, 'html, json or rss'],
])('refuses %j', async (asked, status, words) => {
  const query = { ...asked, ...(asked['key'] && { key: asked['key'].replace('KEY', key).replace('NARROW', narrow) }) };
  const page = await show(query);
  expect([page.status, page.headers.get('cache-control')]).toEqual([status, 'no-store']);
  expect(page.text ?? (page.answer as { message: string }).message).toContain(words);
  const call = await show({ format: 'json', ...query });
  expect([call.status, JSON.parse(call.text!)]).toEqual([status, { status: 'error', message: expect.stringContaining(words) as string }]);
});

test('a key that is sent twice is none', async () => {
  const url = new URL(`/syndicated?key=${key}&key=${key}`, context.config.siteUrl);
  const response = { status: 200, statusText: '', headers: new Headers() };
  await answerSyndicated({ locals: { context }, url, response, request: new Request(url) });
  expect(response.status).toBe(403);
});

test('programs get the same as JSON and RSS, with attribution in each address', async () => {
  const { siteUrl, siteName } = context.config;
  const json = JSON.parse((await show({ key, feed: '/all', count: '2', format: 'json' })).text!) as { items: Record<string, string>[] };
  expect(json).toMatchObject({ attribution: { text: `Deals by ${siteName}`, url: `${siteUrl}/?utm_source=blog&utm_medium=syndication` } });
  expect(json.items).toHaveLength(2);
  const [, id] = /\/f\/(\d+)/.exec(json.items[1]!['url']!)!;
  expect(json.items[1]!['url']).toMatch(/^http[^?]+\/f\/[^?]+\?utm_source=blog&utm_medium=syndication$/);
  expect(json.items[1]!['storeUrl']).toBe(`${siteUrl}/click?tid=${id}&u1=blog&sn=%2Fsyndicated&lno=2`);
  const offers = JSON.parse((await show({ key, feed: '/browse/coupons', count: '1', format: 'json' })).text!) as typeof json;
  expect(offers.items[0]!['storeUrl']).toMatch(/\/click\?pcoid=\d+&u1=blog&/);
  const rss = await show({ key, feed: '/all', count: '2', format: 'rss' });
  expect([rss.headers.get('content-type'), rss.headers.get('cache-control')]).toEqual([
    'application/rss+xml; charset=utf-8',
    'private, max-age=60',
  ]);
  expect(rss.text!.match(/<item>/g)).toHaveLength(2);
  expect(rss.text).toContain('?utm_source=blog&amp;utm_medium=syndication</link>');
  expect(rss.text).not.toContain(key);
});

test('each partner may ask 600 times a minute, and whoever guesses keys no oftener', async () => {
  const busy = await added('busy', null);
  const asked = { key: busy, count: '1', format: 'json' };
  for (let n = 0; n < 600; n++) context.networkLimits.take('syndicated', 'partner busy');
  const answer = await show(asked, { network: '10.9.1.2' });
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await show({ key, format: 'json' }, { network: '10.9.1.2' })).status).toBe(200);
  while (context.networkLimits.take('syndicated', '10.9.1.3') === 0);
  expect((await show({ key: 'guessed' }, { network: '10.9.1.3' })).status).toBe(429);
  expect((await show({ key }, { network: '10.9.1.3' })).status).toBe(200);
});

test('it can only be read', async () => {
  expect((await show({ key }, { method: 'POST' })).status).toBe(405);
});

test('the report counts who came from a partner, and who went out on its page', async () => {
  const thread = await database.db.selectFrom('deals').select('thread_id').where('status', '=', 'live').executeTakeFirstOrThrow();
  const view = (id: string, source: string, medium: string) => ({
    ...{ id, kind: 'view', path: '/', tid: undefined, pcoid: undefined, position: undefined },
    details: { attribution: { utm_source: source, utm_medium: medium } },
  });
  await storeEvents(context, { visitor: null, variants: [], device: 'desktop' }, [
    view('view-000000000001', 'blog', 'syndication'),
    view('view-000000000002', 'blog', 'mail'),
    view('view-000000000003', 'stranger', 'syndication'),
    { ...view('view-000000000004', 'x', 'x'), kind: 'outclick', path: '/syndicated', tid: thread.thread_id, details: { u1: 'blog' } },
  ]);
  expect((await reportOf(context, 7, ['blog', 'narrow'])).partners).toEqual([
    { name: 'blog', views: 1, outclicks: 1 },
    { name: 'narrow', views: 0, outclicks: 0 },
  ]);
});
