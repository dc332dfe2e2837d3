import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorReport } from '../../../src/features/error-reports/contracts/error-report.ts';
import { openReporter } from '../../../src/features/error-reports/reporter.ts';
import { RequestError } from '../../../src/ui/request-error.ts';

let sent: ErrorReport[];
let rates: number;
beforeEach(() => {
  sent = [];
  rates = 0;
});

const reporter = (rate: number, random = () => 0) =>
  openReporter({
    sampleRate: async () => {
      rates += 1;
      return rate;
    },
    random,
    page: () => ({ path: '/popular', release: 'page.abc.js' }),
    send: async (report) => sent.push(report),
  });

test('an error is reported with its stack and where it was', async () => {
  const error = new Error('broken');
  await reporter(1)(error);
  expect(sent).toEqual([{ message: 'broken', stack: error.stack, path: '/popular', release: 'page.abc.js' }]);
});

describe('of ten errors', () => {
  test.each([
    [0, 0],
    [-1, 0],
    [0.5, 5],
    [1, 10],
  ])('a rate of %d reports its part', async (rate, count) => {
    for (let number = 0; number < 10; number += 1) await reporter(rate, () => number / 10)(new Error(`error ${number}`));
    expect(sent).toHaveLength(count);
  });
});

test('the rate is asked for with the first error, once', async () => {
  const report = reporter(1);
  expect(rates).toBe(0);
  await Promise.all([report(new Error('one')), report(new Error('two'))]);
  expect([rates, sent.length]).toEqual([1, 2]);
});

test('the same error is reported once, and five of a page', async () => {
  const report = reporter(1);
  const error = new Error('again');
  for (const one of [error, error, ...Array.from({ length: 8 }, (_, number) => new Error(`error ${number}`))]) await report(one);
  expect(sent.map(({ message }) => message)).toEqual(['again', 'error 0', 'error 1', 'error 2', 'error 3']);
});

test.each<[string, unknown, number]>([
  ['a status of 404', new RequestError('/x', 404, undefined), 0],
  ['a status of 500', new RequestError('/x', 500, undefined), 1],
  ['what was given up', new DOMException('', 'AbortError'), 0],
  ['what took too long', new DOMException('', 'TimeoutError'), 0],
  ['a script of others, of which nothing is known', null, 0],
  ['a rejection with a text', 'broken', 1],
  ['a rejection with an object', { a: 1 }, 1],
])('of %s is reported: %s %i', async (_what, error, count) => {
  await reporter(1)(error);
  expect(sent).toHaveLength(count);
});

test('texts are trimmed, and addresses are without their queries', async () => {
  const error = Object.assign(new Error('x'.repeat(3_000)), { stack: 'y'.repeat(3_000) });
  const report = reporter(1);
  await report(error);
  expect(sent[0]).toMatchObject({ message: 'x'.repeat(500), stack: 'y'.repeat(2_000) });
  await report(
    Object.assign(new Error('no /search?q=secret here'), { stack: 'at f (https://deals.example/_astro/a.js?v=secret#secret:1:2)' }),
  );
  expect(sent[1]).toMatchObject({ message: 'no /search here', stack: 'at f (https://deals.example/_astro/a.js:1:2)' });
});

test('nothing is asked for what is not reported', async () => {
  const sampleRate = vi.fn(async () => 1);
  await openReporter({ sampleRate, random: () => 0, page: () => ({ path: '/', release: '' }), send: async () => 1 })(
    new RequestError('/x', 403, undefined),
  );
  expect(sampleRate).not.toHaveBeenCalled();
});
