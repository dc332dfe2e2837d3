import { readFile } from 'node:fs/promises';

/** How many tests of a run did what. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Counts of several runs together. */
export const sum = (all: Counts[]): Counts =>
  all.reduce((one, other) => ({
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }));

/**
 * What vitest's JSON report counts.
 * @param code with which vitest ended: one that fails outside any test, such as on a file that does not load, has failed too
 */
export async function vitestCounts(path: string, code: number): Promise<Counts> {
  interface File {
    status: string;
    assertionResults: unknown[];
  }
  interface Report {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: File[];
  }
  const report = await readReport<Report>(path);
  if (!report) return { ...NOTHING, failed: 1 };
  const unread = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + unread;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

/** As `vitestCounts`, of Playwright's report. A test that passed only when it was tried again has failed. */
export async function playwrightCounts(path: string, code: number): Promise<Counts> {
  const report = await readReport<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(path);
  if (!report) return { ...NOTHING, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

async function readReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
