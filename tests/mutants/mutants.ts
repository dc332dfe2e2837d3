/**
 * `npm run mutants [-- SUBJECT…]`: changes the code of each subject in small ways, and shows the changes that no test notices. Ends with 1
 * when less than 80 % of a subject's are noticed. The reports lie in `node_modules/.cache/mutants`.
 */
import { Stryker } from '@stryker-mutator/core';
import { SUBJECTS, type Subject } from './subjects.ts';

const LEAST_SCORE = 80;

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(SUBJECTS, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(' or ')}; the subjects are ${Object.keys(SUBJECTS).join(', ')}.`);
  process.exit(2);
}

const rows: Record<string, { mutants: number; noticed: number; unnoticed: number; score: number; seconds: number }> = {};
for (const [name, subject] of Object.entries(SUBJECTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const began = Date.now();
  const mutants = await mutate(name, subject);
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const [noticed, unnoticed] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  const score = Math.round((noticed / (noticed + unnoticed)) * 1000) / 10;
  rows[name] = { mutants: noticed + unnoticed, noticed, unnoticed, score, seconds: Math.round((Date.now() - began) / 1000) };
}
console.table(rows);
process.exitCode = Object.values(rows).every(({ score }) => score >= LEAST_SCORE) ? 0 : 1;

function mutate(name: string, { files }: Subject): ReturnType<Stryker['runMutationTest']> {
  // The configuration of Vitest reads it, in the processes that Stryker starts.
  process.env['MUTANTS_SUBJECT'] = name;
  return new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    concurrency: Number(process.env['MUTANTS_AT_ONCE'] ?? 2),
    // What tests without a database need is copied for each run.
    ignorePatterns: ['*', ...['package.json', 'tsconfig.json', 'src', 'src/**', 'tests', 'tests/**'].map((path) => `!${path}`)],
    cleanTempDir: 'always',
    // A busy machine is no endless loop.
    timeoutMS: 30_000,
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: `node_modules/.cache/mutants/${name}.json` },
    thresholds: { high: 90, low: LEAST_SCORE, break: LEAST_SCORE },
  }).runMutationTest();
}
