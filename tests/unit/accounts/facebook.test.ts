import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { verifyFacebook } from '../../../src/features/accounts/social/facebook.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import { openFacebookGraph, type FacebookGraph, type FacebookToken } from '../../support/facebook-graph.ts';
import type { JsonAnswer } from '../../support/json-site.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const AT = NOW.getTime() / 1_000;
const APP = { appId: '4711', appSecret: 'the-apps-secret' };

let graph: FacebookGraph;

const verify = (token = 'token') =>
  verifyFacebook(
    {
      config: readConfig({ FACEBOOK_APP_ID: APP.appId, FACEBOOK_APP_SECRET: APP.appSecret, FACEBOOK_API_URL: graph.url }),
      clock: () => NOW,
    },
    token,
  );

const token = (changes: Partial<FacebookToken> = {}) =>
  graph.tokens.set('token', { appId: APP.appId, userId: '99', name: 'Ada Lovelace', email: 'ada@deals.example', ...changes });

beforeEach(async () => {
  graph = await openFacebookGraph(APP);
  onTestFinished(() => graph.stop());
});

test('a token of our app says who somebody is', async () => {
  token({ expiresAt: AT + 60 });
  expect(await verify()).toEqual({ outcome: 'ok', subject: '99', email: 'ada@deals.example' });
  expect(graph.asked.map(({ path }) => path)).toEqual(['/debug_token', '/v10.0/me']);
  expect(graph.asked[1]!.query.get('fields')).toBe('id,email');
});

test('an address need not be told', async () => {
  token({ email: undefined });
  expect(await verify()).toEqual({ outcome: 'ok', subject: '99' });
});

test.each<[string, Partial<FacebookToken>]>([
  ['of another app', { appId: '4712' }],
  ['that is not valid any more', { isValid: false }],
  ['that has run out', { expiresAt: AT }],
  ['of a page', { type: 'PAGE' }],
])('a token %s is refused, and its owner is not asked for', async (_what, changes) => {
  token(changes);
  expect(await verify()).toEqual({ outcome: 'refused' });
  expect(graph.asked).toHaveLength(1);
});

test('a token that Facebook has never heard of is refused', async () => {
  expect([await verify('another'), await verify('')]).toEqual([{ outcome: 'refused' }, { outcome: 'refused' }]);
});

test('a token is refused when it turns out to be of somebody else', async () => {
  token();
  graph.instead.set('/v10.0/me', { json: { id: '100', name: 'Eve', email: 'ada@deals.example' } });
  expect(await verify()).toEqual({ outcome: 'refused' });
});

test('everything is refused while Facebook is off', async () => {
  expect(await verifyFacebook({ config: readConfig({}), clock: () => NOW }, 'token')).toEqual({ outcome: 'refused' });
});

const error = (code: number, more: object = {}): JsonAnswer => ({ status: 400, json: { error: { message: 'no', code, ...more } } });

test.each(['/debug_token', '/v10.0/me'])('what %s answers with an error is refused when it is about the token', async (path) => {
  token();
  graph.instead.set(path, error(190));
  expect(await verify()).toEqual({ outcome: 'refused' });
});

test.each(['/debug_token', '/v10.0/me'])('it may be tried again when %s does not work', async (path) => {
  token();
  const answers: JsonAnswer[] = [
    error(4),
    error(190, { is_transient: true }),
    { status: 500, json: {} },
    { status: 429, json: { error: { code: 190 } } },
    { status: 302, json: {} },
    { text: '<html>' },
    { text: '' },
    { json: {} },
    { json: null },
    { json: { data: { is_valid: 'yes' } } },
  ];
  for (const answer of answers) {
    graph.instead.set(path, answer);
    expect([answer, await verify()]).toEqual([answer, { outcome: 'retry' }]);
  }
});

test('it may be tried again when Facebook is away, or does not answer within 5 s', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  onTestFinished(() => waited.mockRestore());
  graph.instead.set('/debug_token', undefined);
  expect(await verify()).toEqual({ outcome: 'retry' });
  expect(waited.mock.calls).toEqual([[5_000]]);
  await graph.stop();
  expect(await verify()).toEqual({ outcome: 'retry' });
  graph = await openFacebookGraph(APP);
});
