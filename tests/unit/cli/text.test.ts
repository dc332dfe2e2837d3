import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultText } from '../../../src/features/texts/default-text.server.ts';
import { TEXT_NAMES } from '../../../src/features/texts/text-names.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { commandHere } from '../../support/command-here.ts';
import { commandedSite } from '../../support/commanded-site.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { siteCommand } from '../../support/site-command.ts';

const linking = (...paths: string[]) =>
  `---\ntitle: Us\ndescription: Who we are.\n---\n\n${paths.map((path) => `[a](${path})`).join('\n')}\n`;

onDatabase('the text command', (open) => {
  test('lists texts and their versions, saves one and goes back', async () => {
    const context = contextOf(await open());
    const text = (verb: string, more: object = {}) => give(context, 'text', { verb, ...more });
    expect((await text('list')).said).toEqual(
      expect.arrayContaining(['/about       0  -                     About us (comes with Magpie)']),
    );
    await text('import', { name: 'about', text: linking('/help') });
    await text('restore', { name: 'about', version: 0 });
    expect((await text('history', { name: 'about' })).said).toEqual([
      '   2  2026-03-01 12:00 UTC  About us (comes with Magpie)',
      '   1  2026-03-01 12:00 UTC  Us',
      '   0  -                     About us (comes with Magpie)',
    ]);
    expect((await text('export', { name: 'about', version: 3 })).refused).toEqual([
      expect.stringContaining('There is no version 3 of about'),
    ]);
    expect((await text('export', { name: 'imprint', isFile: true })).refused).toEqual([
      'There is no imprint yet: it is there once you write one, with: npm run site -- text edit imprint',
    ]);
    expect((await text('export', { name: 'jobs' })).refused).toEqual([
      `There is no text page named "jobs". There are about, help, ${TEXT_NAMES.slice(2).join(', ')}.`,
    ]);
  });

  test('refuses links that lead nowhere on the site, and takes those that it cannot tell', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal()]);
    const refused = async (...paths: string[]) =>
      (await give(context, 'text', { verb: 'import', name: 'about', text: linking(...paths), dryRun: true })).refused;
    expect(
      await refused(
        ...['/', '/popular', '/popular/feed.xml', '/feed.xml', '/category/games', '/f/1001-a-game', '/help#contact', '/search?q=tv'],
        ...[
          '/account/sign-up',
          '/forums/profile.php?do=accountsettings',
          '/moderation',
          '/robots.txt',
          '/favicon.svg',
          'https://a.example/',
        ],
      ),
    ).toEqual([]);
    const broken = ['/abuot', '/category/gone', '/f/999-gone', '/popular/feed.xm'];
    expect(await refused(...broken)).toEqual([
      ...broken.map(
        (path, at) => `Line ${at + 6}: ${path} leads nowhere on this site. If another program answers it, write the whole address.`,
      ),
      'The text was not changed.',
    ]);
  });
});

test('the text command writes a text to a file, saves it from one, and from an editor', async () => {
  const { dataDir } = await commandedSite();
  const folder = await mkdtemp(join(tmpdir(), 'magpie-editor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const editor = join(folder, 'editor');
  await writeFile(editor, `#!/bin/sh\nsed -i "s/^title: .*/title: $1/" "$2"\n`);
  await chmod(editor, 0o700);
  const text = (...args: string[]) => commandHere({ DATA_DIR: dataDir }, 'text', ...args);
  const edit = (title: string) =>
    siteCommand({ DATA_DIR: dataDir, VISUAL: `${editor} '${title}'`, TMPDIR: folder }, 'text', 'edit', 'help');
  const file = join(folder, 'help.md');

  expect((await text('export', 'help', file)).code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(defaultText('help'));
  expect((await text('export', 'help', '-')).stdout).toBe(defaultText('help'));
  const edited = await edit('Advice');
  expect([edited.code, edited.output]).toEqual([0, expect.stringMatching(/^-title: Help$\n^\+title: Advice$[^]*Saved as version 1/m)]);
  expect((await text('export', 'help')).stdout).toBe(defaultText('help').replace('title: Help', 'title: Advice'));

  // What an editor wrote and could not save is not lost.
  const refused = await edit('');
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringMatching(/title must not be empty[^]*Your text is in (\S+)\. To save it: npm run site -- text import help \1/),
  ]);
  const kept = (await readdir(folder)).filter((name) => name.startsWith('magpie-edit-'));
  expect(kept).toHaveLength(1);

  // A setting that is empty is none.
  const left = await siteCommand({ DATA_DIR: dataDir, VISUAL: '', EDITOR: 'false', TMPDIR: folder }, 'text', 'edit', 'help');
  expect([left.code, left.output]).toEqual([
    1,
    expect.stringMatching(/^The editor failed or was left with an error\. Nothing was saved\.\nYour text is in /),
  ]);

  const imported = await text('import', 'help', file, '--dry-run');
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('Nothing was saved: this was a dry run.')]);
  for (const wrong of [[], ['import', 'help'], ['restore', 'help', 'two'], ['list', 'help'], ['history', 'help', '--dry-run']])
    expect((await text(...wrong)).code).toBe(2);
});
