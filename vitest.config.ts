import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

/** How long a poll waits for what comes at once on a machine that has nothing else to do: Vitest's own second is over before that on a busy one. */
const PATIENCE_MS = 20_000;

const project = (name: string, timeout: number, more: object = {}) => ({
  test: {
    ...{ name, include: [`tests/${name}/**/*.test.ts`], testTimeout: timeout, hookTimeout: timeout },
    expect: { poll: { timeout: PATIENCE_MS } },
    ...more,
  },
});

/** In CI properties are tried with inputs that are drawn by the commit, so that what CI found can be seen again; elsewhere with others each time. */
function propertySeed(): Record<string, string> {
  if (!process.env['CI']) return {};
  const { stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' });
  const seed = Number.parseInt(stdout, 16);
  return Number.isNaN(seed) ? {} : { PROPERTY_SEED: String(seed) };
}

/**
 * Files share their worker's modules, and with them its embedded database: loading both anew takes longer than most files. React is one of
 * those modules, and pages are rendered by its production build: which build is loaded must not depend on which file comes first.
 */
const shared = {
  isolate: false,
  env: { NODE_ENV: 'production', ...propertySeed() },
  setupFiles: ['tests/support/property-seed.ts'],
};

/** They look at one site, which is built while the others run. Most of their time is waiting for sites of their own. */
const onTheSite = {
  ...shared,
  globalSetup: ['tests/support/shared-site.ts', 'tests/support/built-site.ts'],
  sequence: { groupOrder: 1 },
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Two at a time: each may have an embedded database of its own.
    maxWorkers: 2,
    globalSetup: ['tests/support/embedded.ts', 'tests/support/postgres.ts'],
    projects: [project('unit', 60_000, shared), project('conventions', 30_000), project('http', 60_000, onTheSite)],
  },
});
