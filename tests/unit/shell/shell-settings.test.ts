import { beforeEach, expect, test } from 'vitest';
import { loadShell } from '../../../src/features/shell/shell.server.ts';
import { DEFAULT_SHELL } from '../../../src/features/shell/default-shell.ts';
import { saveShell, SHELL_SETTING, shellText } from '../../../src/features/shell/shell-settings.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { writeSetting } from '../../../src/server/db/settings.ts';
import { category, collection, contextOf, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const GAMES = { title: 'Games', href: '/category/games' };
const shell = (header: object = {}, footer: object = {}) => JSON.stringify({ header, footer });
const LATER = { dryRun: true };
const NOW = { dryRun: false };

onDatabase('header and footer', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  test('are the default until editors save others, and what was saved is printed as it was', async () => {
    expect(JSON.parse(await shellText(context.db))).toEqual(DEFAULT_SHELL);
    await saveShell(context, await shellText(context.db), NOW);
    expect((await loadShell(context)).header.textLinks.map(({ title }) => title)).toEqual([
      'Popular',
      'For you',
      'All deals',
      'Categories',
    ]);
    const { messages, changed } = await saveShell(context, shell({ textLinks: [GAMES] }), NOW);
    expect(changed).toBe(true);
    expect(messages[0]).toMatch(/^\+.*"Games"/m);
    expect(messages[0]).toMatch(/^-.*"Popular"/m);
    expect((await loadShell(context)).header.textLinks).toEqual([GAMES]);
    expect(await saveShell(context, await shellText(context.db), NOW)).toMatchObject({ changed: false });
  });

  test('that somebody else saved while they were edited are not written over', async () => {
    const base = await shellText(context.db);
    await saveShell(context, shell({ textLinks: [GAMES] }), { ...NOW, base });
    await expect(saveShell(context, shell({ textLinks: [] }), { ...NOW, base })).rejects.toThrow('Somebody else has changed');
    expect((await loadShell(context)).header.textLinks).toEqual([GAMES]);
  });

  test('that two save at once are those of one of them, and the other is told', async () => {
    const base = await shellText(context.db);
    const saves = await Promise.allSettled(
      ['/a', '/b'].map((href) => saveShell(context, shell({ textLinks: [{ title: 'x', href }] }), { ...NOW, base })),
    );
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('stay as they are in a dry run', async () => {
    const { messages, changed } = await saveShell(context, shell({ textLinks: [GAMES] }), LATER);
    expect([changed, messages.join('\n')]).toEqual([false, expect.stringContaining('"Games"')]);
    expect(JSON.parse(await shellText(context.db))).toEqual(DEFAULT_SHELL);
  });

  test.each<[string, string, string]>([
    ['no JSON', '{', 'The file is not JSON'],
    ['an unknown field', shell({ links: [] }), 'header has "links", which is not known'],
    [
      'a link that runs script',
      shell({ textLinks: [{ title: 'x', href: 'javascript:alert(1)' }] }),
      'header.textLinks[0].href must be a path',
    ],
    [
      'a link to another host that looks like a path',
      shell({ textLinks: [{ title: 'x', href: '//evil.example' }] }),
      'header.textLinks[0].href',
    ],
    [
      'a colour that is none',
      shell({ occasion: { title: 'x', imageUrl: '/x.png', link: '/', color: 'red' } }),
      'header.occasion.color must be a colour',
    ],
    [
      'an icon that is not drawn',
      shell({ iconButtons: [{ title: 'x', icon: 'skull', href: '/' }] }),
      'header.iconButtons[0].icon must be one of bell',
    ],
    ['a button that leads nowhere', shell({ iconButtons: [{ title: 'x', icon: 'bell' }] }), 'header.iconButtons[0] needs href or dropdown'],
    ['a list that is none', shell({}, { linkSections: 'a' }), 'footer.linkSections must be a list: [ … ]'],
    ['a section without links', shell({}, { linkSections: [{ heading: 'More' }] }), 'footer.linkSections[0].links must be a list: [ … ]'],
    ['what is no section', shell({}, { linkSections: ['a'] }), 'footer.linkSections[0] must be fields with their values: { … }'],
    ['a choice that is none', shell({ optInConclusion: 'yes' }), 'header.optInConclusion must be true or false'],
    ['too many links', shell({ textLinks: Array(13).fill(GAMES) }), 'header.textLinks must have 12 entries at most'],
    ['a list of links instead', JSON.stringify([GAMES]), 'The file must be fields with their values: { … }'],
    ['a name of nothing', shell({}, { linkSections: [{ heading: ' ', links: [] }] }), 'footer.linkSections[0].heading must not be empty'],
  ])('are refused with %s, and stay as they were', async (_name, text, problem) => {
    await expect(saveShell(context, text, NOW)).rejects.toThrow(problem);
    expect(JSON.parse(await shellText(context.db))).toEqual(DEFAULT_SHELL);
  });

  test('list the categories that are in no other, and the first collections where editors name none', async () => {
    await importRecords(context, [
      ...surroundings(),
      category({ slug: 'outdoors', name: 'Outdoors' }),
      category({ slug: 'tents', name: 'Tents', parent: 'outdoors' }),
      collection({ slug: 'gifts', title: 'Gifts' }),
    ]);
    const { header } = await loadShell(context);
    const listed = header.textLinks.find(({ title }) => title === 'Categories')!.dropdown!.map(({ title }) => title);
    expect(listed).toContain('Outdoors');
    expect(listed).not.toContain('Tents');
    expect(header.categories.map(({ title }) => title)).toEqual(listed);
    expect(header.trending).toContainEqual({ title: 'Gifts', href: '/browse/gifts' });
    await saveShell(context, shell({ subNavigation: [GAMES] }), NOW);
    expect((await loadShell(context)).header.trending).toEqual([GAMES]);
    await saveShell(context, shell({ subNavigation: [] }), NOW);
    expect((await loadShell(context)).header.trending).toEqual([]);
  });

  test('offer no empty list: of a site without categories it is a link, of a button without a link nothing', async () => {
    await saveShell(
      context,
      shell({
        textLinks: [{ title: 'Categories', href: '/all', dropdown: 'categories' }],
        iconButtons: [{ title: 'Browse', icon: 'tag', dropdown: 'categories' }],
      }),
      NOW,
    );
    const { header } = await loadShell(context);
    expect([header.textLinks, header.iconButtons]).toEqual([[{ title: 'Categories', href: '/all' }], []]);
  });

  test('are the default where a version that is gone stored what this one cannot read', async () => {
    await writeSetting(context.db, SHELL_SETTING, JSON.stringify({ header: { menu: [] } }));
    expect((await loadShell(context)).footer).toEqual(DEFAULT_SHELL.footer);
  });
});
