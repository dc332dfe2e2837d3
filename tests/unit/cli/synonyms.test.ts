import { expect, test } from 'vitest';
import { onDatabase } from '../../support/databases.ts';
import { contextOf } from '../../support/catalogue.ts';
import { give } from '../../support/given.ts';

onDatabase('the synonyms command', (open) => {
  test('prints the list, keeps another one, refuses one with bad lines whole, and goes back', async () => {
    const context = contextOf(await open());
    const say = (input: object) => give(context, 'synonyms', input);
    const first = (await say({})).said;
    expect(first.join('\n')).toContain('tv, television');
    expect((await say({ list: 'a, b\n' })).said).toEqual(['Search now uses this list.']);
    expect((await say({})).said).toEqual(['a, b']);
    expect((await say({ list: 'a, b\nlonely\n=> c' })).refused).toEqual([
      'Line 2 has one phrase alone: write what it means besides, such as "tv, television"',
      'Line 3 has a place without a word: write "tv, television" or "gpu => graphics card"',
      'The list was not changed.',
    ]);
    expect((await say({})).said).toEqual(['a, b']);
    expect((await say({ list: '\n' })).refused).toEqual([expect.stringContaining('The list is empty, and was not saved.')]);
    expect((await say({})).said).toEqual(['a, b']);
    expect((await say({ list: '# none\n' })).said).toEqual(['Search now uses this list.']);
    await say({ reset: true });
    expect((await say({})).said).toEqual(first);
  });
});
