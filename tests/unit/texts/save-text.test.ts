import { beforeEach, expect, test } from 'vitest';
import { defaultText } from '../../../src/features/texts/default-text.server.ts';
import { loadText } from '../../../src/features/texts/load-text.server.ts';
import { restoreText, saveText } from '../../../src/features/texts/save-text.server.ts';
import { addVersion, currentText, textChanges, textVersions } from '../../../src/features/texts/versions.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { contextOf } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

const textOf = (body: string, title = 'Help') => `---\ntitle: ${title}\ndescription: How to.\n---\n\n${body}\n`;
const NOW = { dryRun: false, findBroken: async () => [] };
const DAY = 86_400_000;

eachDatabase('a page of text', (open) => {
  let context: Context;
  let now: Date;
  beforeEach(async () => {
    now = new Date('2026-11-23T10:00:00Z');
    context = contextOf(await open(), () => now);
  });

  const save = (body: string, more: object = {}) => saveText(context, 'help', textOf(body), { ...NOW, ...more });
  const shown = async () => (await currentText(context.db, 'help')).markdown;

  test('is what Magpie brings until editors save another, and every version is kept', async () => {
    expect(await shown()).toBe(defaultText('help'));
    expect((await loadText(context, 'help'))!.title).toBe('Help');

    const { messages, changed } = await save('One');
    expect(changed).toBe(true);
    expect(messages).toEqual([
      expect.stringMatching(/^-## Finding deals$[^]*^\+One$/m),
      expect.stringMatching(/^Saved as version 1\. .*\/help\.$/),
    ]);
    now = new Date(now.getTime() + DAY);
    await save('Two');
    expect(await loadText(context, 'help')).toEqual({
      path: '/help',
      title: 'Help',
      description: 'How to.',
      pieces: [{ html: '<p>Two</p>\n' }],
    });
    expect((await textVersions(context.db, 'help')).map(({ version, markdown, savedAt }) => [version, markdown, savedAt])).toEqual([
      [2, textOf('Two'), now],
      [1, textOf('One'), new Date('2026-11-23T10:00:00Z')],
      [0, defaultText('help'), null],
    ]);
    expect(await textChanges(context.db)).toEqual(new Map([['/help', now]]));
    expect((await loadText(context, 'about'))!.title).toBe('About us');
  });

  test('is saved with the line breaks of any system, and not again when it is the same', async () => {
    await saveText(context, 'help', `\uFEFF${textOf('One\nTwo').replaceAll('\n', '\r\n')}\r\n\r\n`, NOW);
    expect(await shown()).toBe(textOf('One\nTwo'));
    expect(await save('One\nTwo')).toEqual({ messages: ['help is the same as before.'], changed: false });
    expect(await textVersions(context.db, 'help')).toHaveLength(2);
  });

  test('stays in a dry run, which tells what would be different', async () => {
    const { messages, changed } = await save('One', { dryRun: true });
    expect([changed, messages.join('\n')]).toEqual([false, expect.stringMatching(/^\+One$[^]*Nothing was saved: this was a dry run\.$/m)]);
    await restoreText(context, 'help', 0, { dryRun: true });
    expect(await textVersions(context.db, 'help')).toHaveLength(1);
  });

  test('goes back to an older version, and to what Magpie brings, which are new versions', async () => {
    await save('One');
    await save('Two');
    expect((await restoreText(context, 'help', 1, NOW)).messages[0]).toMatch(/^-Two\n\+One$/m);
    expect(await shown()).toBe(textOf('One'));
    await restoreText(context, 'help', 0, NOW);
    expect(await currentText(context.db, 'help')).toMatchObject({ version: 4, markdown: defaultText('help'), isDefault: true });
    expect(await restoreText(context, 'help', 4, NOW)).toMatchObject({ changed: false });
    await expect(restoreText(context, 'help', 9, NOW)).rejects.toThrow('There is no version 9 of help');
  });

  test('that somebody else saved meanwhile is not written over', async () => {
    const base = await shown();
    await save('One', { base });
    await expect(save('Two', { base })).rejects.toThrow('Somebody else has changed this text in the meantime.');
    expect(await addVersion(context.db, { name: 'help', version: 1, markdown: textOf('Two'), savedAt: now })).toBe(false);
    expect(await shown()).toBe(textOf('One'));
  });

  test('is saved by one of those who save it at the same time', async () => {
    const outcomes = await Promise.allSettled(['One', 'Two', 'Three'].map((body) => save(body)));
    const saved = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(saved.length).toBeGreaterThan(0);
    expect(await textVersions(context.db, 'help')).toHaveLength(saved.length + 1);
  });

  test('is refused whole with every problem, and stays', async () => {
    const findBroken = async (paths: string[]) => paths.filter((path) => path === '/gone');
    await expect(save('::gone\n\n[a](/gone) [b](/help)', { findBroken })).rejects.toMatchObject({
      lines: [
        expect.stringContaining('Line 6: there is no block ::gone.'),
        'Line 8: /gone leads nowhere on this site. If another program answers it, write the whole address.',
        'The text was not changed.',
      ],
    });
    expect(await shown()).toBe(defaultText('help'));
  });

  test('that this version of the program cannot read is what Magpie brings', async () => {
    await addVersion(context.db, { name: 'help', version: 1, markdown: 'no front matter', savedAt: now });
    expect((await loadText(context, 'help'))!.pieces.length).toBeGreaterThan(0);
  });
});
