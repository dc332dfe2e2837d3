import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { ALL as usernames } from '../../../src/pages/profile/user/generateUsernames.ts';
import { ALL as share } from '../../../src/pages/share/[threadId].png.ts';
import { ALL as page } from '../../../src/pages/web-api/page/[...path].ts';
import { ALL as autocomplete } from '../../../src/pages/web-api/search/autocomplete.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, MINUTE, verifiedMember, type MovedClock } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { openCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

let database: Database;
let context: Context & { at: MovedClock };
beforeAll(async () => {
  database = await openCopy();
  context = accountsContext(database.db);
  await publishedCatalogue(context, 3);
});
afterAll(() => database.close());

test('a member votes sixty times a minute; what is no vote does not count', async () => {
  const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
  const { post_id: id } = await database.db.selectFrom('deals').select('post_id').limit(1).executeTakeFirstOrThrow();
  const vote = async (browser: Caller, cast: string) => {
    const { securitytoken } = await browser.session();
    return browser.call(voteForm, { form: { postid: String(id), votetypeid: '1', vote: cast, securitytoken } });
  };
  await vote(ada.browser, 'no');
  for (let n = 0; n < 60; n++) expect((await vote(ada.browser, n % 2 ? '1' : '-1')).answer).toHaveProperty('voted');
  const { status, answer, headers } = await vote(ada.browser, '-1');
  expect([status, answer]).toEqual([
    429,
    { status: 'error', message: 'You are voting very fast, so this vote did not count. Please wait a minute.' },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await vote(bob.browser, '1')).answer).toHaveProperty('voted');
  const cast = await database.db.selectFrom('votes').select('vote').where('user_id', '=', ada.userId).execute();
  expect(cast).toEqual([{ vote: 1 }]);
});

interface Limited {
  endpoint: Endpoint;
  address: string;
  aMinute: number;
  params?: Record<string, string>;
  answer: object;
}
const refused = { status: 'error', message: expect.any(String) as string };
const LIMITED: Record<string, Limited> = {
  searches: {
    ...{ endpoint: page, address: '/web-api/page/search?q=lamp', aMinute: 600 },
    answer: { ...refused, summary: expect.any(String) as string, detail: expect.any(String) as string, statusCode: 429 },
  },
  'feeds that are narrowed': {
    ...{ endpoint: page, address: '/web-api/page/all?price_min=5', aMinute: 600 },
    answer: { ...refused, summary: expect.any(String) as string, detail: expect.any(String) as string, statusCode: 429 },
  },
  suggestions: { endpoint: autocomplete, address: '/web-api/search/autocomplete/?searchTerm=lamp', aMinute: 3_000, answer: refused },
  'share pictures': { endpoint: share, address: '/share/0.png', params: { threadId: '0' }, aMinute: 600, answer: refused },
  'names to choose from': { endpoint: usernames, address: '/profile/user/generateUsernames/', aMinute: 600, answer: refused },
};
const NAMES = {
  searches: 'search',
  'feeds that are narrowed': 'search',
  suggestions: 'autocomplete',
  'share pictures': 'share-picture',
  'names to choose from': 'usernames',
} as const;

describe('from a network', () => {
  test.each(Object.entries(LIMITED))('%s are limited a minute', async (name, { endpoint, address, params = {}, aMinute, answer }) => {
    const [office, home] = [new Caller(context), new Caller(context)];
    const ask = (caller: Caller) => caller.call(endpoint, { method: 'GET', address, params });
    expect((await ask(office)).status).not.toBe(429);
    for (let n = 1; n < aMinute; n++) expect(context.networkLimits.take(NAMES[name as keyof typeof NAMES], office.network)).toBe(0);
    context.at.pass(10_000);
    const called = await ask(office);
    expect([called.status, called.answer, called.headers.get('retry-after')]).toEqual([429, answer, '50']);
    expect((await ask(home)).status).not.toBe(429);
    context.at.pass(MINUTE);
    expect((await ask(office)).status).not.toBe(429);
  });

  test('nothing else is: feeds and deals of the same call are answered', async () => {
    const caller = new Caller(context);
    for (let n = 0; n <= 600; n++) context.networkLimits.take('search', caller.network);
    for (const query of ['', '?sort=new', '?page=1', '?utm_source=x'])
      expect((await caller.call(page, { method: 'GET', address: `/web-api/page/all${query}` })).status, query).toBe(200);
  });

  test('are no longer limited when the clock was put back meanwhile', () => {
    const { network } = new Caller(context);
    const take = () => context.networkLimits.take('error-reports', network);
    while (take() === 0);
    expect(take()).toBe(60);
    context.at.pass(-60 * MINUTE);
    expect(take()).toBe(0);
  });

  test('so many are counted that nobody can fill the memory', () => {
    for (let n = 0; n < 60_000; n++) context.networkLimits.take('search', `10.${n}`);
    expect(context.networkLimits.take('search', '10.0')).toBe(0);
  });
});
