/** `npm test`: vitest, then Playwright, on one site that is built once. Ends with the line `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { offerSite } from './shared-site.ts';

interface Counts {
  passed: number;
  failed: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'magpie-tests-'));
// It is built while the tests that do not need it run.
const site = await offerSite();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130));

const vitestReport = join(folder, 'vitest.json');
const vitest = await run('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]);
const browserReport = join(folder, 'playwright.json');
const playwright = await run('@playwright/test/cli.js', ['test'], { TEST_BROWSER_REPORT: browserReport });

const counts = [counted(vitest, await vitestCounts(vitestReport)), counted(playwright, await playwrightCounts(browserReport))];
const sum = (key: keyof Counts) => counts.reduce((all, one) => all + one[key], 0);
await end(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0, `${sum('passed')} passed, ${sum('failed')} failed`);

/** @returns the exit code */
async function run(program: string, args: string[], settings: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** A runner that fails outside any test, such as on a file that does not load, has failed too. */
function counted(code: number, { passed, failed }: Counts): Counts {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function vitestCounts(path: string): Promise<Counts> {
  interface File {
    status: string;
    assertionResults: unknown[];
  }
  const report = await readReport<{ numPassedTests: number; numFailedTests: number; testResults: File[] }>(path);
  if (!report) return { passed: 0, failed: 1 };
  const unread = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unread };
}

async function playwrightCounts(path: string): Promise<Counts> {
  const report = await readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(path);
  return report ? { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky } : { passed: 0, failed: 1 };
}

async function readReport<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

async function end(code: number, line = ''): Promise<never> {
  await site.end();
  await rm(folder, { recursive: true, force: true });
  if (line) console.log(line);
  process.exit(code);
}
