import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/http.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand } from '../support/site-command.ts';
import { freePort, removeSite, siteEnvironment, untilReady } from '../support/site.ts';
import { smallSite } from '../support/built-site.ts';

const LONG = 120_000;

// The shared site is built first.
await sharedSite();

let settings: Record<string, string>;

beforeAll(async () => {
  settings = { DATA_DIR: (await smallSite()).DATA_DIR, PORT: String(await freePort()) };
}, LONG);

afterAll(() => removeSite(settings['DATA_DIR']!));

test('the development server shows the data, takes commands, and ends when it is told to', { timeout: LONG }, async () => {
  const url = `http://127.0.0.1:${settings['PORT']}`;
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../src/dev.ts')], {
    env: siteEnvironment({ ...settings, HOST: '127.0.0.1' }),
    stdio: 'ignore',
  });
  try {
    const dev = { url, dataDir: settings['DATA_DIR']!, output: '/dev/null' };
    await untilReady(dev, () => child.exitCode !== null, '/all');
    expect((await ask(url, '/all')).text).toContain('Desk lamp');
    expect(await siteCommand(settings, 'edit', 'tests:lamp-0', '--price', '7.77')).toMatchObject({ code: 0 });
    expect((await ask(url, '/all')).text).toContain('$7.77');
  } finally {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  }
});
