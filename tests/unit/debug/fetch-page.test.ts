import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchPage } from '../../../src/features/debug/fetch-page.ts';
import { RequestError } from '../../../src/ui/request-error.ts';
import type { Request } from '../../../src/ui/request.ts';

const PAGE = { pageData: { type: 'feed' }, pageLayout: {}, pageMetadata: { title: 'Popular' } };
const logged = vi.spyOn(console, 'error');
beforeEach(() => void logged.mockReset().mockReturnValue());
afterEach(() => void vi.clearAllMocks());
afterAll(() => logged.mockRestore());

/** Answers by path; an error is thrown. */
const answering =
  (answers: Record<string, unknown>): Request =>
  (address) =>
    answers[address] instanceof Error ? Promise.reject(answers[address]) : Promise.resolve(answers[address]);
const answeringPopular = (answer: unknown) => fetchPage('/popular', answering({ '/web-api/page/popular': answer }));

test('a page’s data is read, and a page that moved is followed', async () => {
  const request = answering({ '/web-api/page/f/1-old': { statusCode: 301, location: '/f/1-new' }, '/web-api/page/f/1-new': PAGE });
  expect(await fetchPage('/f/1-old', request)).toEqual({ path: '/f/1-new', title: 'Popular', type: 'feed' });
  expect(logged).not.toHaveBeenCalled();
});

test('a page that moves in circles is an error', async () => {
  await expect(answeringPopular({ statusCode: 301, location: '/popular' })).rejects.toMatchObject({ status: 500 });
});

describe('an error', () => {
  const failing = (status: number, answer?: unknown) => new RequestError('/web-api/page/popular', status, answer);
  test.each<[string, unknown, number, string]>([
    ['of another form', { pageData: {} }, 500, 'Unknown page response format'],
    ['of nothing', undefined, 500, 'Unknown page response format'],
    ['without a word', failing(503), 500, 'Fetch not fulfilled. Status: 503'],
    ['without a network', new TypeError('fetch failed'), 500, 'Fetch not fulfilled. Status: error'],
    ['that is told', failing(404, { summary: 'Page Not Found: /x', detail: 'd', statusCode: 404 }), 404, 'Page Not Found: /x'],
  ])('%s is named, and logged', async (_what, answer, status, message) => {
    await expect(answeringPopular(answer)).rejects.toMatchObject({ status, message });
    expect(logged).toHaveBeenCalledOnce();
  });

  test('of 401 is not logged', async () => {
    await expect(answeringPopular(failing(401, { summary: 'Log in', statusCode: 401 }))).rejects.toMatchObject({ status: 401 });
    expect(logged).not.toHaveBeenCalled();
  });
});
