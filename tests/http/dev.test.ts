import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/http.ts';
import { register, Visitor } from '../support/http-visitor.ts';
import { mailTo } from '../support/mails.ts';
import { openToOthers } from '../support/open-files.ts';
import { feed } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand } from '../support/site-command.ts';
import { freePort, newDataDir, openToAll, removeSite, siteEnvironment, untilReady, type SiteAddress } from '../support/site.ts';

const LONG = 300_000;
const LATE = { timeout: 30_000 };
const ROOT = resolve(import.meta.dirname, '../..');
const FOOTER = 'src/features/shell/Footer.astro';

// The shared site is built first.
await sharedSite();

/** A copy of the code, so that a test can change it. */
let project: string;
let settings: Record<string, string>;
let site: SiteAddress;
let child: ChildProcess;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'magpie-project-'));
  for (const name of ['src', 'public', 'astro.config.mjs', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(project, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  const dataDir = await newDataDir();
  const port = String(await freePort());
  settings = { DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', SITE_URL: `http://127.0.0.1:${port}` };
  site = { url: settings['SITE_URL']!, dataDir, output: join(dataDir, 'output.log') };
  child = spawn(...openToAll(join(project, 'src/dev.ts')), { cwd: project, env: siteEnvironment(settings), stdio: 'ignore' });
  await writeFile(site.output, '');
  await untilReady(site, () => child.exitCode !== null, '/all');
}, LONG);

afterAll(async () => {
  child.kill('SIGKILL');
  await removeSite(site.dataDir);
  await rm(project, { recursive: true, force: true });
});

test('the development server fills its data folder with the demo, and takes commands', async () => {
  const { items, pages } = await feed(site.url, '/all');
  expect(pages).toBeGreaterThan(50);
  expect(await siteCommand(settings, 'edit', items[0]!.path, '--price', '7.77')).toMatchObject({ code: 0 });
  expect((await ask(site.url, items[0]!.path)).text).toContain('$7.77');
});

test('its jobs run: the mail to whoever signs up lies in the folder', async () => {
  const { email } = await register(new Visitor(site.url));
  expect((await mailTo(site.dataDir, email, { subject: /verify/i })).link).toContain(site.url);
});

test('its pages follow the code at once', async () => {
  const footer = join(project, FOOTER);
  const code = await readFile(footer, 'utf8');
  const shown = async () => (await ask(site.url, '/all')).text.includes('data-just-written');
  expect(await shown()).toBe(false);
  await writeFile(footer, code.replace('<footer ', '<footer data-just-written '));
  await expect.poll(shown, LATE).toBe(true);
});

test('nobody else on the machine can read what it keeps, or makes', async () => {
  expect(openToOthers(site.dataDir).filter((name) => !name.startsWith('output.log '))).toEqual([]);
  expect(await readFile(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Umask:\s0077$/m);
});

test('it ends when it is told to', async () => {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
