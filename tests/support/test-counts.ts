import { readFile } from 'node:fs/promises';

/** How many tests of a run did what. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** File and name of each test that failed. */
  failures: string[];
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Counts of several runs together. */
export const sum = (all: Counts[]): Counts =>
  all.reduce((one, other) => ({
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  }));

/**
 * What vitest's JSON report counts.
 * @param code with which vitest ended: one that fails outside any test, such as on a file that does not load, has failed too
 */
export async function vitestCounts(path: string, code: number): Promise<Counts> {
  interface File {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
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
  const unread = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unread.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = [
    ...unread.map(({ name }) => name),
    ...report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${indented(failureMessages[0] ?? '')}`),
    ),
  ];
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, failures };
}

/** As `vitestCounts`, of Playwright's report. A test that passed only when it was tried again has failed. */
export async function playwrightCounts(path: string, code: number): Promise<Counts> {
  interface Suite {
    suites?: Suite[];
    specs: { file: string; title: string; tests: { status: string }[] }[];
  }
  const report = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: Suite[];
  }>(path);
  if (!report) return { ...NOTHING, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  const specs = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const failures = report.suites
    .flatMap(specs)
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, title }) => `${file} › ${title}`);
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped, failures };
}

/** The beginning of an error's text, for a list. */
const indented = (text: string): string =>
  text
    .split('\n')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n');

async function readReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
