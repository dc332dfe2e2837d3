import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { siteCommands } from '../../../src/cli/handlers/handlers.ts';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { buildCommands } from '../../../src/features/publishing/build-commands.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext, type Context } from '../../../src/server/context.ts';
import { serveControl } from '../../../src/server/control.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { prepareDatabase } from '../../support/embedded.ts';
import { deal, fileOf, surroundings } from '../../support/catalogue.ts';
import { emptyDataDir, siteEnvironment } from '../../support/site.ts';
import { startCommand } from '../../support/site-command.ts';

const DEALS = 600;
const many = () => [
  ...surroundings(),
  ...Array.from({ length: DEALS }, (_, index) =>
    deal({ sourceId: `d${index}`, title: `Deal ${index}`, description: 'A long text. '.repeat(150) }),
  ),
];

const tried = vi.fn(() => Promise.reject(new Error('This would keep visitors waiting.')));
const title = 'An old title';

/** A site on the embedded database, whose imports would keep its visitors waiting; dry runs leave it as it is. */
let dataDir: string;
let context: Context;
let end: () => Promise<void>;

beforeAll(async () => {
  dataDir = await emptyDataDir();
  await prepareDatabase(dataDir, inject('embeddedTemplate'));
  const config = readConfig({ DATA_DIR: dataDir });
  const { db, close } = await openDatabase(config);
  context = makeContext({ config, db });
  const file = join(dataDir, 'site.jsonl');
  await writeFile(file, [...surroundings(), deal({ sourceId: 'd1', title })].map((record) => JSON.stringify(record)).join('\n'));
  await importFiles(context, [file]);
  const commands = { ...siteCommands(context), ...buildCommands(context, () => Promise.resolve()), import: tried, 'undo-import': tried };
  const stop = await serveControl(dataDir, commands);
  end = async () => {
    await stop();
    await close();
    await rm(dataDir, { recursive: true });
  };
}, 180_000);
beforeEach(async () => {
  tried.mockClear();
  await context.db.updateTable('deals').set({ title }).execute();
});
afterAll(() => end(), 60_000);

/** Starts a dry run on the command line. */
async function beginDryRun(...args: string[]) {
  const child = startCommand(siteEnvironment({ DATABASE_URL: '', DATA_DIR: dataDir }), 'import', ...args, '--dry-run');
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output.text += text.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output, exit: once(child, 'close') };
}

const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('snapshot-'));

test(
  'a large file is tried on a copy of the embedded database, which visitors of the site need not wait for',
  { timeout: 180_000 },
  async () => {
    const { output, exit } = await beginDryRun(await fileOf(many()));
    await vi.waitFor(() => expect(output.text).toContain('saving'), { timeout: 100_000, interval: 20 });
    // It is under way, and the site's own database answers and can be written to.
    await context.db.updateTable('deals').set({ title: 'A newer title' }).execute();

    expect(await exit).toEqual([0, null]);
    expect(output.text).toMatch(/deal: +599 added, 1 changed/);
    expect(output.text).toMatch(/title +An old title +Deal 1/);
    expect(tried).not.toHaveBeenCalled();
    expect(await context.db.selectFrom('deals').select('title').execute()).toEqual([{ title: 'A newer title' }]);
    expect(copies()).toEqual([]);
  },
);

test('so is the undoing of an import', { timeout: 180_000 }, async () => {
  const { output, exit } = await beginDryRun('--undo', '1');
  expect(await exit).toEqual([0, null]);
  expect(output.text).toContain('Undoing import 1 would do this; nothing was written:');
  expect(tried).not.toHaveBeenCalled();
  expect(await context.db.selectFrom('deals').select('title').execute()).toEqual([{ title }]);
  expect(copies()).toEqual([]);
});

test('one that is stopped leaves no copy behind', { timeout: 180_000 }, async () => {
  const { child, output, exit } = await beginDryRun(await fileOf(many()));
  await vi.waitFor(() => expect(output.text).toContain('saving'), { timeout: 100_000, interval: 20 });
  child.kill('SIGINT');
  expect(await exit).toEqual([130, null]);
  expect(output.text).toMatch(/\nStopped\. Nothing was written\.\n$/);
  expect(copies()).toEqual([]);
});
