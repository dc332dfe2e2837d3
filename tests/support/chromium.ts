import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The shell draws the same pages without a window's machinery, in two thirds of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLAYWRIGHT = resolve(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');

/** It runs as root and without a screen, and asks for nothing but what a test asks for. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A Chromium for the browser tests: that of CHROMIUM_PATH, an installed one, Playwright's own, else one that is fetched,
 * Playwright's or Debian's. Says in a line which.
 * @throws when there is none and none can be had
 */
export function findChromium(): string {
  const found = named() ?? installed() ?? downloaded('Playwright’s own') ?? fetched();
  if (!found) throw new Error('The browser tests need a Chromium: install one, or name it in CHROMIUM_PATH.');
  console.log(`Browser: ${found.path} (${found.about})`);
  return found.path;
}

interface Found {
  path: string;
  about: string;
}

function named(): Found | undefined {
  const path = process.env['CHROMIUM_PATH'];
  if (!path) return undefined;
  if (!runs(path)) throw new Error(`CHROMIUM_PATH names ${path}, which does not run.`);
  return { path, about: 'CHROMIUM_PATH' };
}

function installed(): Found | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const path = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(runs);
  return path ? { path, about: 'installed' } : undefined;
}

function downloaded(about: string): Found | undefined {
  const path = chromium.executablePath();
  return runs(path) ? { path, about } : undefined;
}

function fetched(): Found | undefined {
  run(process.execPath, [PLAYWRIGHT, 'install', '--no-shell', 'chromium']);
  const own = downloaded('fetched by Playwright');
  if (own || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return own;
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
  const debian = installed();
  return debian && { ...debian, about: 'fetched from Debian' };
}

/** A download alone may lack libraries of the system. */
const runs = (path: string) => existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0;

function run(command: string, args: string[]): void {
  console.log(`There is no Chromium here; trying ${command} ${args.join(' ')}`);
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}
