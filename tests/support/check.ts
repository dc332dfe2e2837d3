/** `npm run check`: format, lint, types, layers, what nobody uses, and conventions; says which of them failed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

function passes(program: string, ...args: string[]): boolean {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  return status === 0;
}

const checks = {
  format: () => passes('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  lint: () => passes('eslint/bin/eslint.js', '--max-warnings', '0', '.'),
  types: () =>
    (existsSync(join(ROOT, '.astro/types.d.ts')) || passes('astro/bin/astro.mjs', 'sync')) &&
    passes('astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'warning') &&
    // A worker's globals are others than a page's.
    passes('typescript/bin/tsc', '--noEmit', '-p', 'src/features/offline/worker'),
  layers: () =>
    passes('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.js', 'src', '--output-type', 'err-long'),
  unused: () => passes('knip/bin/knip.js'),
  conventions: () => passes('vitest/vitest.mjs', 'run', '--project', 'conventions'),
};

const failed: string[] = [];
for (const [name, check] of Object.entries(checks)) {
  console.log(`\n${name}`);
  if (!check()) failed.push(name);
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll well');
process.exit(failed.length > 0 ? 1 : 0);
