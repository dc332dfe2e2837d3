import { beforeEach, describe, expect, test } from 'vitest';
import { duplicateLine, DUPLICATE_HEADER } from '../../../src/features/catalogue-files/duplicate-text.ts';
import { mergeMany } from '../../../src/features/editing/merge-many.server.ts';
import { readMerges } from '../../../src/features/editing/read-merges.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';

onDatabase('merging the pairs of a file', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    const deals = ['a', 'b', 'c', 'd'].map((sourceId) =>
      deal({ sourceId, title: `Thing ${sourceId}`, url: `https://acme.example/${sourceId}` }),
    );
    expect((await importRecords(context, [...surroundings(), ...deals])).problems).toEqual([]);
  });

  const merge = (lines: string[], options?: { dryRun: boolean }) =>
    mergeMany(context, readMerges(['duplicate,into', ...lines].join('\n')), options);
  const left = async () =>
    (await context.db.selectFrom('deals').select('source_id').orderBy('source_id').execute()).map((row) => row.source_id);
  const leads = async () => {
    const { rows } = await context.db.executeQuery<{ gone: string; stays: string }>(
      context.db
        .selectFrom('merged_deals')
        .innerJoin('deals', 'deals.thread_id', 'into_thread_id')
        .select(['merged_deals.source_id as gone', 'deals.source_id as stays'])
        .orderBy('gone')
        .compile(),
    );
    return rows.map(({ gone, stays }) => `${gone} ${stays}`);
  };

  test('merges all of them, chains in any order', async () => {
    const { messages, changed } = await merge(['test:a,test:b', 'test:c,test:d', 'test:b,test:c']);
    expect([await left(), await leads(), changed]).toEqual([['d'], ['a d', 'b d', 'c d'], true]);
    expect(messages.at(-1)).toBe('Merged 3 deals');
  });

  test('ends circles where they close', async () => {
    const { messages } = await merge(['test:a,test:b', 'test:b,test:c', 'test:c,test:a']);
    expect([await left(), messages.at(-1)]).toEqual([['c', 'd'], 'Merged 2 deals']);
    expect(messages[2]).toMatch(/^line 4: \d+ "Thing c" and \d+ "Thing a" are one by the lines above$/);
  });

  test('says what it would do, and does nothing', async () => {
    const { messages, changed } = await merge(['test:a,test:b'], { dryRun: true });
    expect([messages.at(-1), changed, await left()]).toEqual(['1 deal would be merged; nothing was written', false, ['a', 'b', 'c', 'd']]);
  });

  test('may be done again', async () => {
    await merge(['test:a,test:b']);
    expect(await merge(['test:a,test:b'])).toEqual({ messages: ['Merged 0 deals; 1 had been merged before'], changed: false });
  });

  test('tells every line that is wrong, and merges nothing', async () => {
    await merge(['test:d,test:c']);
    const wrong = merge(['test:a,test:b', 'test:x,test:b', 'test:b,test:b', 'test:a,test:c', 'test:d,test:b', 'test:a,test:b']);
    await expect(wrong).rejects.toMatchObject({
      lines: [
        expect.stringMatching(/^line 3: there is no deal test:x; name it by/),
        expect.stringMatching(/^line 4: test:b and test:b are the same deal, \d+ "Thing b"; take the line out$/),
        expect.stringMatching(/^line 5: \d+ "Thing a" goes into \d+ "Thing b" by line 2 already; keep one of the two lines$/),
        expect.stringMatching(/^line 6: test:d was merged into \d+ "Thing c" before/),
        'Nothing was merged: correct or remove these lines, then merge again.',
      ],
    });
    expect(await left()).toEqual(['a', 'b', 'c']);
  });

  test('merges none where a line leads into a deal that a moderator took off the site', async () => {
    const { thread_id } = await context.db
      .updateTable('deals')
      .set({ status: 'scheduled', starts_at: null })
      .where('source_id', '=', 'c')
      .returning('thread_id')
      .executeTakeFirstOrThrow();
    await expect(merge(['test:a,test:b', 'test:b,test:c'])).rejects.toMatchObject({
      lines: [
        expect.stringMatching(`^line 2: ${thread_id} "Thing c" is off the site: `),
        expect.stringMatching(`^line 3: ${thread_id} "Thing c" is off the site: `),
        'Nothing was merged: correct or remove these lines, then merge again.',
      ],
    });
    expect(await left()).toEqual(['a', 'b', 'c', 'd']);
    expect((await merge(['test:b,test:c', 'test:c,test:d'])).messages.at(-1)).toBe('Merged 2 deals');
  });
});

describe('a file of duplicates', () => {
  test('is read as it is written, other columns aside', () => {
    const row = { duplicate: '1002', into: 'mine:7', title: '=2 "big" cups', otherTitle: 'cups,\nbig', reason: 'alike' };
    expect(duplicateLine(row)).toBe(`"1002","mine:7","'=2 ""big"" cups","cups, big","alike"`);
    expect(readMerges(`\uFEFF${DUPLICATE_HEADER}\r\n${duplicateLine(row)}\r\n`)).toEqual([{ line: 2, duplicate: '1002', into: 'mine:7' }]);
    expect(readMerges('Into;Duplicate\n1;2\n')).toEqual([{ line: 2, duplicate: '2', into: '1' }]);
    expect(readMerges(`${DUPLICATE_HEADER}\n`)).toEqual([]);
    expect(readMerges('duplicate,into,\n,,\n1,2,\n, ,\n')).toEqual([{ line: 3, duplicate: '1', into: '2' }]);
  });

  test.each<[string, string[]]>([
    ['a,b\n1,2', ['line 1: must name the columns "duplicate" and "into"; "import … --duplicates FILE" writes such a file']],
    [
      'duplicate,into\n1,\n,2',
      [
        'line 2: the column "into" is empty; name the deal that stays',
        'line 3: the column "duplicate" is empty; name the deal that is to go',
        'Nothing was merged.',
      ],
    ],
  ])('that is wrong is refused by line: %j', (text, lines) => {
    expect(() => readMerges(text)).toThrow(expect.objectContaining({ lines }));
  });
});
