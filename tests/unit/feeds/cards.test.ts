import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerCards } from '../../../src/features/feeds/cards.server.ts';
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

async function ask(query: string, method = 'GET') {
  const url = new URL(`/web-api/cards/?${query}`, context.config.siteUrl);
  const response = { status: 200, statusText: '', headers: new Headers() };
  const answer = await answerCards({ locals: { context }, url, response, request: new Request(url, { method }) });
  return answer instanceof Response
    ? { status: answer.status, headers: answer.headers }
    : { status: 200, headers: response.headers, ids: answer.map(({ threadId }) => threadId) };
}

test('cards come in the order that is asked for, each once, and may be kept for a minute', async () => {
  const [a, b, c] = ids;
  const answer = await ask(`ids=${[c, a, b, a].join(',')}`);
  expect(answer.ids).toEqual([c, a, b]);
  expect(Object.fromEntries(answer.headers)).toEqual({ 'cache-control': 'public, max-age=60', 'x-robots-tag': 'noindex' });
});

test('deals that are not there, or not yet, are left out', async () => {
  await database.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', ids[3]!).execute();
  expect((await ask(`ids=999999999,${ids[3]},${ids[4]}`)).ids).toEqual([ids[4]]);
});

test.each(['', 'ids=', 'ids=1,', 'ids=a', 'ids=01', 'ids=1&ids=2', `ids=${Array.from({ length: 13 }, (_, n) => n + 1).join(',')}`])(
  'refuses %j',
  async (query) => {
    expect((await ask(query)).status).toBe(400);
  },
);

test('it can only be read', async () => {
  expect((await ask('ids=1', 'POST')).status).toBe(405);
});
