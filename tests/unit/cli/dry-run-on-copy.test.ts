import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { siteCommands } from '../../../src/cli/handlers/handlers.ts';
import { buildCommands } from '../../../src/features/publishing/build-commands.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext } from '../../../src/server/context.ts';
import { serveControl } from '../../../src/server/control.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { prepareDatabase } from '../../support/embedded.ts';
import { deal, fileOf, importRecords, surroundings, temporaryFolder } from '../../support/catalogue.ts';
import { siteEnvironment } from '../../support/site.ts';
import { startCommand } from '../../support/site-command.ts';

const DEALS = 600;
const many = () => [
  ...surroundings(),
  ...Array.from({ length: DEALS }, (_, index) =>
    deal({ sourceId: `d${index}`, title: `Deal ${index}`, description: 'A long text. '.repeat(150) }),
  ),
];

/** A site on the embedded database, whose imports would keep its visitors waiting. */
async function siteThatTriesNothing() {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir, inject('embeddedTemplate'));
  const config = readConfig({ DATA_DIR: dataDir });
  const { db, close } = await openDatabase(config);
  onTestFinished(close);
  const context = makeContext({ config, db });
  await importRecords(context, [...surroundings(), deal({ sourceId: 'd1', title: 'An old title' })]);
  const tried = vi.fn(() => Promise.reject(new Error('This would keep visitors waiting.')));
  const commands = { ...siteCommands(context), ...buildCommands(context, () => Promise.resolve()), import: tried, 'undo-import': tried };
  onTestFinished(await serveControl(dataDir, commands));
  return { dataDir, context, tried };
}

/** Starts a dry run on the command line. */
async function beginDryRun(dataDir: string, ...args: string[]) {
  const child = startCommand(siteEnvironment({ DATABASE_URL: '', DATA_DIR: dataDir }), 'import', ...args, '--dry-run');
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output.text += text.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output, exit: once(child, 'close') };
}

const copiesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('snapshot-'));

test(
  'a large file is tried on a copy of the embedded database, which visitors of the site need not wait for',
  { timeout: 180_000 },
  async () => {
    const { dataDir, context, tried } = await siteThatTriesNothing();
    const { output, exit } = await beginDryRun(dataDir, await fileOf(many()));
    await vi.waitFor(() => expect(output.text).toContain('saving'), { timeout: 100_000, interval: 20 });
    // It is under way, and the site's own database answers and can be written to.
    await context.db.updateTable('deals').set({ title: 'A newer title' }).execute();

    expect(await exit).toEqual([0, null]);
    expect(output.text).toMatch(/deal: +599 added, 1 changed/);
    expect(output.text).toMatch(/title +An old title +Deal 1/);
    expect(tried).not.toHaveBeenCalled();
    expect(await context.db.selectFrom('deals').select('title').execute()).toEqual([{ title: 'A newer title' }]);
    expect(copiesIn(dataDir)).toEqual([]);
  },
);

test('so is the undoing of an import', { timeout: 180_000 }, async () => {
  const { dataDir, context, tried } = await siteThatTriesNothing();
  const { output, exit } = await beginDryRun(dataDir, '--undo', '1');
  expect(await exit).toEqual([0, null]);
  expect(output.text).toContain('Undoing import 1 would do this; nothing was written:');
  expect(tried).not.toHaveBeenCalled();
  expect(await context.db.selectFrom('deals').select('title').execute()).toEqual([{ title: 'An old title' }]);
  expect(copiesIn(dataDir)).toEqual([]);
});

test('one that is stopped leaves no copy behind', { timeout: 180_000 }, async () => {
  const { dataDir } = await siteThatTriesNothing();
  const { child, output, exit } = await beginDryRun(dataDir, await fileOf(many()));
  await vi.waitFor(() => expect(output.text).toContain('saving'), { timeout: 100_000, interval: 20 });
  child.kill('SIGINT');
  expect(await exit).toEqual([130, null]);
  expect(output.text).toMatch(/\nStopped\. Nothing was written\.\n$/);
  expect(copiesIn(dataDir)).toEqual([]);
});
