import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { duplicateLine, DUPLICATE_HEADER } from '../../../src/features/catalogue-files/duplicate-text.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { mergeMany } from '../../../src/features/editing/merge-many.server.ts';
import { readMerges } from '../../../src/features/editing/read-merges.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { collection, comment, contextOf, deal, importRecords, member, surroundings } from '../../support/catalogue.ts';

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

  test('says where a live deal goes into one that has expired, in a dry run too, alone and among others', async () => {
    await give(context, 'expire', { deals: ['test:b'] });
    const threads = await context.db.selectFrom('deals').select('thread_id').orderBy('source_id').limit(2).execute();
    const [a, b] = threads.map(({ thread_id: id }) => id);
    const { messages } = await merge(['test:a,test:b', 'test:c,test:d'], { dryRun: true });
    expect(messages.map((message) => message.includes('warning'))).toEqual([true, false, false]);
    expect(messages[0]).toMatch(new RegExp(`; warning: ${b} has expired, and ${a} had not$`));
    for (const dryRun of [true, false])
      expect((await mergeDeals(context, 'test:a', 'test:b', { dryRun })).messages.at(-1)).toBe(
        `Warning: ${b} "Thing b" has expired, and ${a} had not; "revive ${b}" if that is still to be had`,
      );
    expect((await mergeDeals(context, 'test:c', 'test:d', { dryRun: true })).messages).toHaveLength(1);
  });

  test('ends circles where they close', async () => {
    const { messages } = await merge(['test:a,test:b', 'test:b,test:c', 'test:c,test:a']);
    expect([await left(), messages.at(-1)]).toEqual([['c', 'd'], 'Merged 2 deals']);
    expect(messages[2]).toMatch(/^line 4: \d+ "Thing c" and \d+ "Thing a" are one by the lines above$/);
  });

  /** Deals of a source, with all that members may have on them: of each member on some, and of some members on several. */
  async function addUsedDeals(source: string): Promise<void> {
    const names = Array.from({ length: 9 }, (_, at) => `${at}`);
    const records = [
      ...['left', 'right'].map((slug) => collection({ slug })),
      ...names.map((sourceId, at) =>
        deal({
          ...{ source, sourceId, title: `Used ${sourceId}`, url: `https://acme.example/${source}/${sourceId}` },
          ...{ currency: at === 2 || at === 7 ? 'EUR' : 'USD', votesUp: 10 + at, votesDown: at },
          collections: at % 2 === 0 ? ['left'] : ['left', 'right'],
          prices: [
            [`2026-01-0${1 + (at % 3)}`, 30 + at],
            ['2026-01-09', 20],
          ],
        }),
      ),
      ...Array.from({ length: 5 }, (_, at) => member({ sourceId: `m${at}`, username: `member-${at}` })),
      ...names
        .slice(0, 6)
        .map((sourceId) => comment({ source, sourceId: `c${sourceId}`, deal: sourceId, memberSource: 'test', member: 'm1' })),
    ];
    expect((await importRecords(context, records)).problems).toEqual([]);
    const some = (part: number) => sql`from members as m cross join deals as d
      where d.source = ${source} and (m.user_id + d.source_id::int * ${part}) % 3 <> 0`;
    for (const insert of [
      sql`insert into votes (user_id, post_id, vote, cast_at) select user_id, post_id, case when user_id % 2 = 0 then 1 else -1 end, now() ${some(1)}`,
      sql`insert into saved_deals (user_id, thread_id, list, saved_at, known_cents, knows_expired)
        select user_id, thread_id, d.source_id, now(), 900, false ${some(2)}`,
      sql`insert into hidden_deals (user_id, thread_id, hidden_at) select user_id, thread_id, now() ${some(1)}`,
      sql`insert into muted_threads (user_id, thread_id, muted_at) select user_id, thread_id, now() ${some(2)}`,
      sql`insert into announced_prices (user_id, thread_id, price_cents, announced_at) select user_id, thread_id, 1000, now() ${some(1)}`,
      sql`insert into coupon_results (user_id, thread_id, code, worked, answered_at, counts)
        select user_id, thread_id, 'SAVE', d.source_id::int % 2 = 0, now(), true ${some(2)}`,
    ])
      await insert.execute(context.db);
  }

  /** What is left of a source's deals and on them. */
  async function stateOf(source: string): Promise<unknown[]> {
    const on = (table: string, columns: string, key = 'thread_id') =>
      sql`select d.source_id, ${sql.raw(columns)} from ${sql.table(table)} as x join deals as d on d.${sql.raw(key)} = x.${sql.raw(key)}
        where d.source = ${source} order by 1, 2, 3`;
    const states = [
      sql`select source_id, votes_up, votes_down, comment_count, rank from deals where source = ${source} order by 1`,
      on('comments', 'x.source_id as comment, x.user_id'),
      on('votes', 'user_id, vote', 'post_id'),
      on('saved_deals', 'user_id, list, known_cents'),
      on('hidden_deals', 'user_id, hidden_at is null'),
      on('muted_threads', 'user_id, muted_at is null'),
      on('announced_prices', 'user_id, x.price_cents'),
      on('coupon_results', 'user_id, worked'),
      on('price_observations', 'observed_on, cents'),
      on('deal_collections', 'collection_id, 1'),
      sql`select m.source_id as gone, d.source_id from merged_deals as m join deals as d on d.thread_id = into_thread_id
        where d.source = ${source} order by 1`,
    ];
    return Promise.all(states.map(async (state) => (await state.execute(context.db)).rows));
  }

  test('does what merging one pair after the other does', async () => {
    await addUsedDeals('one');
    await addUsedDeals('many');
    const pairs = ['0,1', '2,1', '4,5', '1,3', '6,3', '7,3', '5,3'].map((pair) => pair.split(','));
    for (const [duplicate, into] of pairs) await mergeDeals(context, `one:${duplicate}`, `one:${into}`);
    const { messages } = await merge(pairs.map(([duplicate, into]) => `many:${duplicate},many:${into}`));
    expect(messages[0]).toMatch(/^line 2: \d+ "Used 0" into \d+ "Used 1": 1 comment, \d+ votes, 0 collections, 1 price$/);
    expect(messages[1]).toMatch(/^line 3: .* \(2 prices in EUR left out\)$/);
    const state = await stateOf('many');
    expect(state).toEqual(await stateOf('one'));
    expect(state[0]).toHaveLength(2);
  });

  test('sends as many statements for many pairs as for a few', async () => {
    const names = Array.from({ length: 80 }, (_, at) => `m${at}`);
    const deals = names.map((sourceId) => deal({ sourceId, title: `Other ${sourceId}`, url: `https://acme.example/other/${sourceId}` }));
    expect((await importRecords(context, deals)).problems).toEqual([]);
    const pairs = names.flatMap((name, at) => (at % 2 === 0 ? [`test:${name},test:m${at + 1}`] : []));
    const statementsFor = async (lines: string[]) => {
      let sent = 0;
      const db = context.db.withPlugin({ transformQuery: ({ node }) => (sent++, node), transformResult: async ({ result }) => result });
      await mergeMany({ ...context, db }, readMerges(['duplicate,into', ...lines].join('\n')));
      return sent;
    };
    const few = await statementsFor(pairs.slice(0, 2));
    expect(await statementsFor(pairs.slice(2))).toBe(few);
    expect(few).toBeGreaterThan(10);
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
    expect(readMerges('duplicate\tinto\ttitle\r\n1\t2\tA lamp, red; new\r\n')).toEqual([{ line: 2, duplicate: '1', into: '2' }]);
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
