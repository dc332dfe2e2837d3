import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DealCard } from '../../../src/features/deals/card.ts';
import { findCard } from '../../../src/features/deals/find-card.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { embedCode } from '../../../src/features/embed/oembed.ts';
import { ALL as oembed } from '../../../src/pages/web-api/oembed.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { accountsContext } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { openCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const SITE = 'https://deals.example';

let database: Database;
let context: Context;
let deal: DealCard;
let others: number[];

beforeAll(async () => {
  database = await openCopy();
  context = accountsContext(database.db, { SITE_URL: SITE });
  await publishedCatalogue(context, 6);
  const [first, ...more] = await database.db.selectFrom('deals').select('thread_id').orderBy('thread_id').execute();
  deal = (await findCard(context, first!.thread_id))!;
  others = more.map(({ thread_id: id }) => id);
});
afterAll(() => database.close());

const ask = (parameters: Record<string, string>) =>
  new Caller(context).call(oembed, { method: 'GET', address: `/web-api/oembed/?${new URLSearchParams(parameters)}` });

test('the page of a deal is described with its frame and its share picture', async () => {
  const { status, answer, headers } = await ask({ url: SITE + deal.path, format: 'json' });
  expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([200, '*', 'public, max-age=60']);
  expect(answer).toEqual({
    version: '1.0',
    type: 'rich',
    title: deal.dealTitle,
    provider_name: 'Magpie',
    provider_url: `${SITE}/`,
    cache_age: 3600,
    html: embedCode(SITE, deal),
    width: 480,
    height: 200,
    thumbnail_url: `${SITE}/share/${deal.threadId}.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  });
});

test('the pages of feeds and searches are described with a frame of their first deals', async () => {
  const list = { type: 'rich', width: 480, height: 480, thumbnail_url: `${SITE}/share/site.png` };
  const frame = (query: string, title: string) =>
    `<iframe src="${SITE}/embed?${query}" title="${title}" width="480" height="480" loading="lazy" style="border:0;max-width:100%"></iframe>`;
  const { answer: popular } = await ask({ url: `${SITE}/popular` });
  expect(popular).toMatchObject({ ...list, html: frame('feed=%2Fpopular', (popular as { title: string }).title) });
  for (const url of [`${SITE}/popular/`, `${SITE}/popular?utm_source=letter`]) expect((await ask({ url })).answer, url).toEqual(popular);
  expect((await ask({ url: SITE })).answer).toMatchObject({ html: expect.stringContaining(`/embed?feed=%2F"`) as string });
  const { answer: search } = await ask({ url: `${SITE}/search?q=desk+lamp&searchtype=ac_keyword` });
  expect(search).toMatchObject({ ...list, title: 'Deals for “desk lamp”', html: frame('q=desk+lamp', 'Deals for “desk lamp”') });
  expect((await ask({ url: `${SITE}/popular`, maxheight: '300' })).answer).toMatchObject({ width: 480, height: 300 });
});

test('every address that leads to the deal is one of its page', async () => {
  const whole = (await ask({ url: SITE + deal.path })).answer;
  for (const path of [`/f/${deal.threadId}`, `/f/${deal.threadId}-an-earlier-title`, `${deal.path}/`, `${deal.path}?from-reply=1#comments`])
    expect((await ask({ url: SITE + path })).answer, path).toEqual(whole);
  await mergeDeals(context, String(others[0]), String(others[1]));
  expect((await ask({ url: `${SITE}/f/${others[0]}-lamp` })).answer).toEqual((await ask({ url: `${SITE}/f/${others[1]}-lamp` })).answer);
});

test('nothing is larger than what is asked for', async () => {
  const { answer } = await ask({ url: SITE + deal.path, maxwidth: '300', maxheight: '150' });
  expect(answer).toMatchObject({ width: 300, height: 150, html: embedCode(SITE, deal, { width: 300, height: 150 }) });
  expect(answer).not.toHaveProperty('thumbnail_url');
  expect((await ask({ url: SITE + deal.path, maxheight: '629' })).answer).not.toHaveProperty('thumbnail_width');
  const wide = await ask({ url: SITE + deal.path, maxwidth: '1200', maxheight: '630' });
  expect(wide.answer).toMatchObject({ width: 480, height: 200, thumbnail_width: 1200 });
  for (const maxwidth of ['', '0', '-1', '1.5', '300px']) {
    const { status, headers } = await ask({ url: SITE + deal.path, maxwidth });
    expect([status, headers.get('access-control-allow-origin')], maxwidth).toEqual([400, '*']);
  }
});

test('other addresses are not there', async () => {
  const { path } = deal;
  for (const url of [
    ...[
      '',
      path,
      `${SITE}/about`,
      `${SITE}/category/there-is-none`,
      `${SITE}/popular?page=2`,
      `${SITE}/popular?sort=price`,
      `${SITE}/popular?hideexpired=1`,
      `${SITE}/search`,
      `${SITE}/search?q=`,
      `${SITE}/search?q=lamp&page=2`,
      `${SITE}/search?q=lamp&sort=price`,
      `${SITE}/f/`,
      `${SITE}/f/999999999-a`,
      `${SITE}/f/0`,
      `${SITE}/pco/1`,
      `${SITE}/f/${deal.threadId}/a`,
    ],
    ...[`http://deals.example${path}`, `https://evil.example${path}`, `https://deals.example.evil.example${path}`, `${SITE}:444${path}`],
    ...[`https://deals.example@evil.example${path}`, `javascript:alert(1)`, 'nothing'],
  ]) {
    const { status, answer, headers } = await ask({ url });
    expect([status, headers.get('access-control-allow-origin')], url).toEqual([404, '*']);
    expect(answer, url).toMatchObject({ summary: 'Page not found: /web-api/oembed/' });
  }
  expect((await ask({})).status).toBe(404);
});

test('json is the only format', async () => {
  for (const format of ['xml', '', 'JSON']) expect((await ask({ url: SITE + deal.path, format })).status, format).toBe(501);
});

test('a title cannot put markup into the code', () => {
  const code = embedCode(SITE, { threadId: 7, dealTitle: `A "27&quot; <script>` });
  expect(code).toContain('title="A &quot;27&amp;quot; &lt;script&gt;"');
  expect(code).toContain(`src="${SITE}/embed?deal=7"`);
});
