/**
 * `npm test [-- SUBJECT…] [--site] [--full]`: everything, or the unit and conventions tests whose path has a subject's name in it.
 * `--site` adds the http and browser tests of a subject, for which a site is built first; `--full` runs every block of tests on both
 * databases, and every browser test on a phone and a desktop. Ends with the line `N passed, N failed, N skipped`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { offerSite } from './shared-site.ts';
import { makeTemporaryRoot } from './temporary-root.ts';
import { NOTHING, playwrightCounts, sum, vitestCounts, type Counts } from './test-counts.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WITHOUT_SITE = ['unit', 'conventions'];

const { positionals: subjects, values } = parseArgs({
  allowPositionals: true,
  options: { site: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
});
const everything = subjects.length === 0;
const withSite = everything || values.site;
if (values.full) process.env['TEST_FULL'] = '1';

const filesOf = (project: string) =>
  globSync(`tests/${project}/**/*.test.ts`, { cwd: ROOT }).filter(
    (file) => everything || subjects.some((subject) => file.includes(subject)),
  );
const leftOut = withSite ? [] : [...filesOf('http'), ...filesOf('browser')];
if (filesOf('*').length === 0) {
  console.error(`No test file has ${subjects.join(' or ')} in its path.`);
  process.exit(2);
}

const folder = await makeTemporaryRoot();
// It is built while the tests that do not need it run.
const site = withSite ? await offerSite() : undefined;
let runner: ChildProcess | undefined;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    // The runner ends the servers that it has started when it is interrupted, and not when it is terminated.
    isInterrupted = true;
    const ended = runner && once(runner, 'exit');
    runner?.kill('SIGINT');
    await ended;
    await end(130);
  });

const counts = [await vitest(withSite ? [...WITHOUT_SITE, 'http'] : WITHOUT_SITE)];
if (withSite) counts.push(await playwright());
const { passed, failed, skipped, failures } = sum(counts);
if (leftOut.length > 0) console.log(`Left out, because they need a site (--site runs them):\n  ${leftOut.join('\n  ')}`);
// At the end, where readers of a long log look first.
if (failures.length > 0) console.log(`Failed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
await end(failed > 0 || passed === 0 ? 1 : 0, `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);

async function vitest(projects: string[]): Promise<Counts> {
  if (projects.every((project) => filesOf(project).length === 0)) return NOTHING;
  const report = join(folder, 'vitest.json');
  const named = projects.flatMap((project) => ['--project', project]);
  const code = await run('vitest/vitest.mjs', [
    'run',
    ...subjects,
    ...named,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return vitestCounts(report, code);
}

async function playwright(): Promise<Counts> {
  if (filesOf('browser').length === 0) return NOTHING;
  const report = join(folder, 'playwright.json');
  const code = await run('@playwright/test/cli.js', ['test', ...subjects], { TEST_BROWSER_REPORT: report });
  return playwrightCounts(report, code);
}

/** @returns the exit code */
async function run(program: string, args: string[], settings: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings },
  });
  runner = child;
  const [code] = (await once(child, 'exit')) as [number | null];
  // No further runner is started, because it would outlive this program.
  if (isInterrupted) await new Promise(() => undefined);
  runner = undefined;
  return code ?? 1;
}

async function end(code: number, line = ''): Promise<never> {
  await site?.end();
  await rm(folder, { recursive: true, force: true });
  if (line) console.log(line);
  process.exit(code);
}
