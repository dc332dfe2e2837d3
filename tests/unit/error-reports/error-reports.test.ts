import { beforeEach, expect, test, vi } from 'vitest';
import { receiveErrorReport } from '../../../src/features/error-reports/error-reports.server.ts';
import { writeFlag } from '../../../src/features/flags/flags.server.ts';
import { jsonEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, MINUTE } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const errors = jsonEndpoint(receiveErrorReport);
const RATE = 'nuxt-error-sample-rate';
const REPORT = { message: 'broken', stack: 'Error: broken\n  at f (a.js:1:2)', path: '/popular', release: 'page.abc.js' };

onDatabase('error reports', (open) => {
  let context: ReturnType<typeof accountsContext>;
  const error = vi.fn();
  beforeEach(async () => {
    error.mockReset();
    const base = accountsContext((await open()).db);
    context = { ...base, log: { error, info: vi.fn() } };
    await writeFlag(context.db, RATE, 1);
  });
  const report = async (fields: object = {}, caller = new Caller(context), headers = {}) =>
    (await caller.call(errors, { json: { ...REPORT, ...fields }, headers })).status;

  test('are a line in the log, with nothing of who sent them', async () => {
    expect(await report()).toBe(204);
    expect(error.mock.calls).toEqual([[{ browser: REPORT }, 'error in a browser']]);
  });

  test('of one error are one line a minute, from whatever network', async () => {
    for (const message of ['broken', 'broken', 'otherwise']) expect(await report({ message })).toBe(204);
    expect(error).toHaveBeenCalledTimes(2);
    context.at.pass(MINUTE);
    await report();
    expect(error).toHaveBeenCalledTimes(3);
  });

  test.each([0, -1, 'all'])('are dropped where the rate is %j', async (rate) => {
    await writeFlag(context.db, RATE, rate);
    expect(await report()).toBe(204);
    expect(error).not.toHaveBeenCalled();
  });

  test.each<[string, object]>([
    ['without a message', { message: '' }],
    ['with a message that is too long', { message: 'x'.repeat(501) }],
    ['with a stack that is too long', { stack: 'x'.repeat(2_001) }],
    ['with a query', { path: '/search?q=secret' }],
    ['with an address of elsewhere', { path: 'https://elsewhere.example/' }],
    ['with a release that is none', { release: 'a b' }],
    ['with more than that', { username: 'ada' }],
  ])('%s are refused', async (_what, fields) => {
    expect(await report(fields)).toBe(400);
    expect(error).not.toHaveBeenCalled();
  });

  test('of other sites are refused', async () => {
    expect(await report({}, new Caller(context), { Origin: 'https://elsewhere.example' })).toBe(403);
    expect(error).not.toHaveBeenCalled();
  });

  test('are limited by network', async () => {
    const caller = new Caller(context);
    for (let count = 0; count < 60; count += 1) context.networkLimits.take('error-reports', caller.network);
    expect(await report({}, caller)).toBe(429);
  });
});
