import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTHING, playwrightCounts, sum, vitestCounts } from '../../support/test-counts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'magpie-counts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const missing = () => join(folder, 'nothing.json');
async function reported(report: object): Promise<string> {
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(report));
  return path;
}

describe('what vitest reports', () => {
  const ran = (name: string, ...tests: [status: string, fullName: string, message?: string][]) => ({
    name,
    status: tests.some(([status]) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: tests.map(([status, fullName, message]) => ({ status, fullName, failureMessages: message ? [message] : [] })),
  });
  const report = (numPassedTests: number, numFailedTests: number, ...testResults: object[]) =>
    reported({ numPassedTests, numFailedTests, numPendingTests: 0, numTodoTests: 0, testResults });

  test('is counted, and each failure named with the beginning of its message', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`);
    const path = await report(2, 1, ran('a.test.ts', ['passed', 'one'], ['failed', 'two', lines.join('\n')], ['passed', 'three']));
    const failures = [
      `a.test.ts › two\n${lines
        .slice(0, 6)
        .map((line) => `    ${line}`)
        .join('\n')}`,
    ];
    expect(await vitestCounts(path, 1)).toEqual({ passed: 2, failed: 1, skipped: 0, failures });
  });

  test('counts as skipped what is left out or to be written', async () => {
    const path = await reported({ numPassedTests: 4, numFailedTests: 0, numPendingTests: 2, numTodoTests: 3, testResults: [] });
    expect(await vitestCounts(path, 0)).toEqual({ passed: 4, failed: 0, skipped: 5, failures: [] });
  });

  test('counts a file that does not load as a failure', async () => {
    const path = await report(1, 0, ran('a.test.ts', ['passed', 'one']), { name: 'b.test.ts', status: 'failed', assertionResults: [] });
    expect(await vitestCounts(path, 1)).toEqual({ passed: 1, failed: 1, skipped: 0, failures: ['b.test.ts'] });
  });

  test('has a failure when it ended with one outside any test, or left no report', async () => {
    expect(await vitestCounts(await report(3, 0), 1)).toEqual({ passed: 3, failed: 1, skipped: 0, failures: [] });
    expect(await vitestCounts(missing(), 0)).toEqual({ ...NOTHING, failed: 1 });
  });
});

describe('what Playwright reports', () => {
  const spec = (title: string, ...statuses: string[]) => ({ file: 'a.test.ts', title, tests: statuses.map((status) => ({ status })) });
  const report = (stats: object, ...suites: object[]) =>
    reported({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, suites });

  test('is counted, and each failure named, however deep it stands', async () => {
    const inner = { specs: [spec('fails on a phone', 'expected', 'unexpected')] };
    const path = await report({ expected: 2, unexpected: 1, skipped: 4 }, { specs: [spec('passes', 'expected')], suites: [inner] });
    expect(await playwrightCounts(path, 1)).toEqual({ passed: 2, failed: 1, skipped: 4, failures: ['a.test.ts › fails on a phone'] });
  });

  test('has failed where it passed only when it was tried again', async () => {
    const path = await report({ flaky: 1 }, { specs: [spec('now and then', 'flaky')] });
    expect(await playwrightCounts(path, 0)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['a.test.ts › now and then'] });
  });

  test('has a failure when it ended with one outside any test, or left no report', async () => {
    expect(await playwrightCounts(await report({ expected: 3 }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0, failures: [] });
    expect(await playwrightCounts(missing(), 0)).toEqual({ ...NOTHING, failed: 1 });
  });
});

test('counts of several runs are added up', () => {
  const [one, other] = [
    { passed: 1, failed: 2, skipped: 3, failures: ['a', 'b'] },
    { passed: 10, failed: 1, skipped: 0, failures: ['c'] },
  ];
  expect(sum([one, NOTHING, other])).toEqual({ passed: 11, failed: 3, skipped: 3, failures: ['a', 'b', 'c'] });
});
