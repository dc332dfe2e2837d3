import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { siteEnvironment } from '../support/site.ts';
import { measuredRun, type Run } from './measured-run.ts';
import { runNode } from './program.ts';

const VERSION = '3.1.7';
const LONGEST_INSTALL = 5 * 60_000;
const INPUT = join(import.meta.dirname, 'eleventy');

/** Eleventy with the pages of a release as its data. */
export interface Eleventy {
  /** Renders all of them into a folder. */
  build(out: string): Promise<Run>;
}

/** Installs Eleventy into a folder. @throws when the registry does not have it */
export async function installEleventy(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options, `@11ty/eleventy@${VERSION}`], { cwd: folder, timeout: LONGEST_INSTALL });
  // Its templates import what the site's own pages import, which they find from where they really lie.
  await symlink(INPUT, join(folder, 'input'));
}

/**
 * Reads the data of some pages for Eleventy, so that it need not ask a database while it works.
 * @param installed folder that it was installed into
 * @param addresses file with the pages' addresses
 * @param env of the programs that work on the catalogue
 */
export async function prepareEleventy(installed: string, addresses: string, env: NodeJS.ProcessEnv): Promise<Eleventy> {
  const pages = join(installed, 'pages.jsonl');
  const shell = join(installed, 'shell.json');
  await runNode(join(import.meta.dirname, 'eleventy-data.ts'), [addresses, pages, shell], env);
  const program = join(installed, 'node_modules/@11ty/eleventy/cmd.cjs');
  const settings = siteEnvironment({ BENCH_PAGES: pages, BENCH_SHELL: shell, NODE_ENV: 'production' });
  return {
    build: (out) => measuredRun(program, ['--input=input', `--output=${out}`, '--formats=11ty.js', '--quiet'], settings, installed),
  };
}
