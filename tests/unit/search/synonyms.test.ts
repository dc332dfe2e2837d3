import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { readSynonyms } from '../../../src/features/search/synonyms.ts';
import { applySynonyms, resetSynonyms, saveSynonyms, synonymList } from '../../../src/features/search/synonyms.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { searchCatalogue, titlesOf } from '../../support/search-catalogue.ts';

const pairs = (list: string) => readSynonyms(list).synonyms.map(({ typed, means }) => `${typed} > ${means}`);

describe('a list of synonyms', () => {
  test('has groups, one-way lines and comments', () => {
    expect(pairs('tv, telly # both\n\n# nothing\ngpu => graphics card, video card')).toEqual([
      'tv > telly',
      'telly > tv',
      'gpu > graphics card',
      'gpu > video card',
    ]);
  });

  it.each([
    ['tv', 'has one phrase alone: write what it means besides, such as "tv, television"'],
    ['tv, ', 'has a place without a word: write "tv, television" or "gpu => graphics card"'],
    ['a => b => c', 'has more than one =>'],
    ['a, one two three four five', '"one two three four five" is longer than 4 words'],
  ])('cannot have the line “%s”', (line, problem) => {
    expect(readSynonyms(`tv, telly\n${line}`).problems).toEqual([{ line: 2, problem }]);
  });

  test('that Magpie brings can be read', () => {
    const list = readFileSync(new URL('../../../src/features/search/synonyms.txt', import.meta.url), 'utf8');
    expect(readSynonyms(list).problems).toEqual([]);
    expect(readSynonyms(list).synonyms.length).toBeGreaterThan(100);
  });
});

onDatabase('editors’ synonyms', (open) => {
  test('hold from when they are kept until they are forgotten', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    await searchCatalogue(context, ['A blunderbuss', 'A television', 'A Wi-Fi 6 card', 'A Wi-Fi card', 'A smartphone', 'A tire']);
    expect(await titlesOf(context, 'tv')).toEqual(['A television']);
    expect(await titlesOf(context, 'phone')).toEqual(['A smartphone']);
    expect(await titlesOf(context, 'tyres')).toEqual(['A tire']);
    expect(await titlesOf(context, 'boomstick')).toEqual([]);
    for (const q of ['wifi6', 'wifi 6', 'wi-fi 6']) expect(await titlesOf(context, q), q).toEqual(['A Wi-Fi 6 card']);

    expect(await saveSynonyms(db, 'boomstick, blunderbuss')).toEqual([]);
    expect(await titlesOf(context, 'boomsticks')).toEqual(['A blunderbuss']);
    expect(await titlesOf(context, 'tv')).toEqual([]);

    expect(await saveSynonyms(db, 'boomstick')).toHaveLength(1);
    expect(await synonymList(db)).toBe('boomstick, blunderbuss');
    // As at a start.
    await applySynonyms(db);
    expect(await titlesOf(context, 'boomstick')).toEqual(['A blunderbuss']);

    await resetSynonyms(db);
    expect(await titlesOf(context, 'tv')).toEqual(['A television']);
  });
});
