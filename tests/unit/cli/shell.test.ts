import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandHere } from '../../support/command-here.ts';
import { commandedSite } from '../../support/commanded-site.ts';
import { siteCommand } from '../../support/site-command.ts';

test('the shell command writes header and footer to a file, saves them from one, and from an editor', async () => {
  const { dataDir } = await commandedSite();
  const folder = await mkdtemp(join(tmpdir(), 'magpie-editor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const editor = join(folder, 'editor');
  await writeFile(editor, `#!/bin/sh\nsed -i "s/Help/$1/" "$2"\n`);
  await chmod(editor, 0o700);
  const settings = { DATA_DIR: dataDir, VISUAL: `${editor} Advice` };
  const shell = (...args: string[]) => commandHere(settings, 'shell', ...args);
  const file = join(folder, 'shell.json');
  const read = async () => {
    expect((await shell('export', file)).code).toBe(0);
    return readFile(file, 'utf8');
  };

  const first = await read();
  expect(JSON.parse(first)).toMatchObject({ header: { textLinks: [{ title: 'Popular' }, {}, {}, {}] }, footer: {} });
  const edited = await siteCommand(settings, 'shell', 'edit');
  expect([edited.code, edited.output]).toEqual([0, expect.stringMatching(/^-.*"Help"(?:.|\n)*^\+.*"Advice"/m)]);
  expect(await read()).toBe(first.replace('Help', 'Advice'));

  await writeFile(file, first);
  expect((await shell('import', file)).code).toBe(0);
  expect(await read()).toBe(first);

  await writeFile(file, '{"header":{},"footer":{"links":[]}}');
  const refused = await shell('import', file);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('footer has "links", which is not known')]);
  expect((await shell('import')).code).toBe(2);
  const none = join(folder, 'none', 'shell.json');
  expect(await shell('export', none)).toEqual({ code: 1, stdout: '', stderr: `${none} cannot be written: its folder does not exist\n` });
});
