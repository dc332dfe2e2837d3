import { existsSync, readdirSync } from 'node:fs';
import { link, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../src/server/db/database.ts';
import { serveControl } from '../../../src/server/control.ts';
import { takeLock } from '../../../src/server/lock.ts';
import { addMail } from '../../support/outbox.ts';
import { prepareDatabase } from '../../support/embedded.ts';
import { openToOthers } from '../../support/open-files.ts';
import { deal, fileOf, surroundings, temporaryFolder } from '../../support/catalogue.ts';
import { commandHere } from '../../support/command-here.ts';
import { commandedSite } from '../../support/commanded-site.ts';
import { administer, databaseAt } from '../../support/postgres.ts';
import { runCommandIn } from '../../support/site-command.ts';

/** Waits until a command has said that it waits for the process that has the folder. */
async function waitingIsSaid(): Promise<void> {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const line = 'waiting for another Magpie, which is starting or at work\n';
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith(line), { timeout: 20_000 });
}

describe('npm run site, with no site running', () => {
  test('imports into the data folder, says so, and exports the same again', { timeout: 120_000 }, async () => {
    const dataDir = await temporaryFolder();
    await prepareDatabase(dataDir, inject('embeddedTemplate'));
    const file = await fileOf([...surroundings(), deal()]);
    const dry = await runCommandIn(dataDir, 'import', '--dry-run', file);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('This would be imported; nothing was written:') as string });
    const first = await runCommandIn(dataDir, 'import', file);
    expect(first.stdout).toBe(`Imported:
forum:      1 added, 0 changed, 0 unchanged
category:   1 added, 0 changed, 0 unchanged
store:      1 added, 0 changed, 0 unchanged
deal:       1 added, 0 changed, 0 unchanged
`);
    expect(await runCommandIn(dataDir, 'status')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Magpie is not running\.\n[^]*Deals: 1 live, 0 scheduled, 0 expired/) as string,
    });
    expect((await runCommandIn(dataDir, 'export')).stdout.split('\n')).toHaveLength(5);
    expect(readdirSync(dataDir)).toEqual(['database']);
    expect(openToOthers(dataDir)).toEqual([]);
  });

  test.each([['status'], ['export'], ['check'], ['report'], ['text', 'list'], ['shell', 'export'], ['demo', 'remove']])(
    'does not make a data folder for %s',
    async (...args) => {
      const dataDir = join(await temporaryFolder(), 'mistyped');
      expect(await commandHere({ DATA_DIR: dataDir }, ...args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is no site in .*mistyped\. Set DATA_DIR to/) as string,
      });
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  test.skipIf(!inject('postgres'))('makes no tables in an empty database of a server by reading it', async () => {
    const server = inject('postgres')!;
    const name = `${inject('postgresTemplate')}_mistyped`;
    await administer(server, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    onTestFinished(() => administer(server, `drop database ${name} with (force)`));
    const settings = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseAt(server, name) };
    for (const args of [['status'], ['check'], ['backup', join(settings.DATA_DIR, 'all.jsonl.gz')]])
      expect(await commandHere(settings, ...args)).toMatchObject({
        code: 1,
        stderr: `There is no site in the database ${name}. Set DATABASE_URL to that of your site, or make one there: npm start, or npm run site -- import FILE\n`,
      });
  });

  test('waits for a site that is starting, and goes through it', async () => {
    const dataDir = await temporaryFolder();
    onTestFinished(takeLock(dataDir, { url: 'http://localhost:4321' }));
    const done = commandHere({ DATA_DIR: dataDir }, 'mail');
    await waitingIsSaid();
    onTestFinished(await serveControl(dataDir, { mail: (_input, send) => send({ messages: ['No mail waits.'] }) }));
    expect(await done).toEqual({ code: 0, stdout: 'No mail waits.\n', stderr: '' });
  });

  test('refuses a folder that a process without a socket has for long', async () => {
    const dataDir = await temporaryFolder();
    onTestFinished(takeLock(dataDir, { url: 'http://localhost:4321' }));
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const done = commandHere({ DATA_DIR: dataDir }, 'status');
    await waitingIsSaid();
    vi.advanceTimersByTime(15_000);
    const { code, stderr } = await done;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^Magpie is already running on this data folder: process ${process.pid}, http://localhost:4321, since .*Z\\. ` +
          'It is starting or at work, and takes no commands yet\\. Try again in a moment\\.\n$',
      ),
    );
  });
});

describe('npm run site, with the site running', () => {
  let dataDir: string;
  let publications: number;
  let published: string[];
  let db: Db;

  const run = (...args: string[]) => commandHere({ DATA_DIR: dataDir }, ...args);

  beforeEach(async () => {
    publications = 0;
    published = [];
    const site = await commandedSite({
      async onChanged() {
        publications++;
        return { changed: published, failed: [] };
      },
    });
    dataDir = site.dataDir;
    db = site.context.db;
  });

  test('says that pages could not be published, and not that all are up to date', async () => {
    const failed = [{ target: 'deal:1001', message: 'ENOSPC: no space left on device' }];
    const site = { publish: async () => ({ changed: [], failed }), showCurrent: async () => undefined };
    const full = await commandedSite({ site });
    expect(await commandHere({ DATA_DIR: full.dataDir }, 'publish')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'deal:1001 keeps its old pages: ENOSPC: no space left on device\nA running site tries them again every half minute; its log says more.\n',
    });
  });

  test('has it import, and publish what changed', async () => {
    const description = 'One line.\u2028And another.';
    expect((await runCommandIn(dataDir, 'import', await fileOf([...surroundings(), deal({ description })]))).code).toBe(0);
    expect(publications).toBe(1);
    expect((await runCommandIn(dataDir, 'status')).stdout).toMatch(/^Magpie runs at http:\/\/localhost:4321 \(process \d+\)\./);
    const exported = (await runCommandIn(dataDir, 'export')).stdout.split('\n');
    expect(exported).toHaveLength(5);
    expect(exported.at(-2)).toContain(JSON.stringify(description));
    expect(readdirSync(dataDir)).toEqual(['site.sock']);
  });

  test('has it export to a compressed file the same as to the output, and only of a source that there is', async () => {
    await run('import', await fileOf([...surroundings(), deal()]));
    const file = join(dataDir, 'all.jsonl.gz');
    expect(await run('export', file)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(gunzipSync(await readFile(file)).toString()).toBe((await run('export')).stdout);
    expect(await run('export', join(dataDir, 'one.jsonl'), '--source', 'nosuch')).toEqual({
      ...{ code: 1, stdout: '', stderr: 'there is no source "nosuch"; known: test\n' },
    });
    expect(readdirSync(dataDir).toSorted()).toEqual(['all.jsonl.gz', 'site.sock']);
  });

  test('takes files from where the editor stands, and tells each bad line', async () => {
    await writeFile(join(dataDir, 'bad.csv'), 'sourceId,title,store,category,url,price\n1,A game,acme,games,https://acme.example/,abc\n');
    const { code, stdout, stderr } = await runCommandIn(dataDir, 'import', 'bad.csv');
    expect([code, stdout, publications]).toEqual([1, '', 0]);
    const place = `${join(dataDir, 'bad.csv')}, line 2`;
    // A machine that takes more than a second has also told how far it was.
    expect(stderr.replaceAll(/^\w+ \d+ %\n/gm, ''))
      .toBe(`${place}: source: is missing: say whose records these are, with --source NAME behind "import"
${place}: price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "abc")
${place}: store "acme" is missing
${place}: category "games" is missing
Import what is missing too, or have it made: --create-missing makes stores, categories, brands and forums.
Nothing was imported: 4 problems. Correct the files and import them again, or leave out the deals that are not valid: --skip-invalid.
`);
  });

  test('overwrites nothing that it reads, nor the same file twice', async () => {
    const at = (name: string) => join(dataDir, name);
    for (const name of ['deals.csv', 'map.json']) await writeFile(at(name), '{}');
    await symlink(at('deals.csv'), at('symbolic.csv'));
    await link(at('deals.csv'), at('hard.csv'));
    for (const [options, message] of [
      [['--report', at('deals.csv')], '--report and the file to import are the same file'],
      [['--report', at('symbolic.csv'), '--dry-run'], '--report and the file to import are the same file'],
      [['--duplicates', at('hard.csv')], '--duplicates and the file to import are the same file'],
      [['--map', at('map.json'), '--report', at('map.json')], '--report and --map are the same file'],
      [['--report', at('new.csv'), '--duplicates', join(dataDir, 'x/../new.csv')], '--report and --duplicates are the same file'],
    ] as const) {
      const { code, stderr } = await run('import', at('deals.csv'), ...options);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    for (const name of ['deals.csv', 'map.json']) expect(await readFile(at(name), 'utf8')).toBe('{}');
    expect(existsSync(at('new.csv'))).toBe(false);
  });

  test('has it add a deal from options or JSON, and says what is published', async () => {
    await run('import', await fileOf(surroundings()));
    published = Array.from({ length: 22 }, (_, at) => `/${at}`);
    const options = ['--store', 'acme', '--category', 'games', '--url', 'https://acme.example/1', '--price', '5', '--coupon', ''];
    const { code, stdout } = await run('add', '--title', 'A lamp', ...options, '--variants', 'red', '--variants', 'blue');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual(['Added deal 1001 "A lamp": http://localhost:4321/f/1001-a-lamp', 'Published: /0']);
    expect(stdout).toMatch(/\nPublished: \/19\n… and 2 more, 22 in all\n$/);
    const file = join(dataDir, 'deal.json');
    await writeFile(file, JSON.stringify({ title: 'Another', store: 'acme', category: 'gamez', url: 'https://acme.example/2' }));
    expect(await run('add', file, '--price', '7')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'category: there is no category "gamez"; near it: games\n',
    });
    expect(await run('check', '--json')).toMatchObject({ code: 0, stdout: '[]\n' });
    const twin = [...options, '--title', 'a lamp!'];
    expect((await run('add', ...twin)).stdout).toContain('Warning: "a lamp!" looks like the same product');
    expect(await run('check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('as deal 1001 /f/1001-a-lamp') as string,
    });
  });

  test('has it list the mails that wait', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    const { code, stdout } = await run('mail');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^1 mail waiting to be sent, 0 failed\.\n1 {2}verify-email {2}ada@deals\.example {2}since .* {2}waits\n$/),
    ]);
    expect(await run('mail', '--drop', '1')).toMatchObject({
      code: 0,
      stdout: 'Deleted mail 1 (verify-email, ada@deals.example).\n',
    });
    expect(await run('mail', '--drop', '1')).toMatchObject({ code: 1, stdout: '' });
  });

  test('has it back up into a file, and restore that only when told to', async () => {
    await run('import', await fileOf([...surroundings(), deal()]));
    const file = join(dataDir, 'all.jsonl.gz');
    const { code, stdout } = await run('backup', file);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Backed up \d+ rows into .*all\.jsonl\.gz \(0\.0 MiB\): 1 category, 1 deal, .*\nChecked: /),
    ]);
    expect(await run('restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The site has 1 deal, and restoring replaces everything on it.') as string,
    });
    expect((await run('restore', file, '--yes')).stdout).toMatch(
      /^Restored \d+ rows from the backup of 2026-03-01.*\nChecked: the data match the backup\.\n$/,
    );
  });
});
