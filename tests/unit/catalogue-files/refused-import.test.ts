import { appendFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import type { Progress } from '../../../src/lib/progress.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import {
  brand,
  category,
  collection,
  comment,
  contextOf,
  deal,
  exported,
  fileOf,
  importRecords,
  member,
  offer,
  problemsOf,
  store,
  surroundings,
} from '../../support/catalogue.ts';

onDatabase('an import', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  describe('is all or nothing', () => {
    test('with one bad line among good ones', async () => {
      expect(await problemsOf(context, [...surroundings(), deal(), deal({ sourceId: 'd2', price: 'abc' })])).toEqual([
        '5 price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "abc")',
      ]);
      expect(await exported(context)).toEqual([]);
    });

    test('with a record in two files', async () => {
      const report = await importFiles(context, [await fileOf([...surroundings(), deal()]), await fileOf([deal()])]);
      expect(report.problems).toMatchObject([{ line: 1, reason: 'this deal is already in line 4 of file 1; leave one of the two out' }]);
    });

    test('with one bad file among good ones', async () => {
      const good = await fileOf([...surroundings(), deal()]);
      const bad = await fileOf([deal({ sourceId: 'd2', store: 'none' })]);
      const report = await importFiles(context, [good, bad]);
      expect(report.problems).toEqual([
        {
          file: bad,
          line: 1,
          field: 'store',
          reason: 'store "none" is missing',
          advice: expect.stringContaining('--create-missing') as string,
        },
      ]);
      expect(await exported(context)).toEqual([]);
    });

    test('with a file that is written to while it is read', async () => {
      const brands = Array.from({ length: 500 }, (_, index) => brand({ slug: `brand-${index}`, name: `Brand ${index}` }));
      const file = await fileOf(brands);
      const onProgress = ({ phase, done }: Progress) =>
        phase === 'reading' ? appendFile(file, `${JSON.stringify(brand({ slug: `late-${done}`, name: `Late ${done}` }))}\n`) : undefined;
      expect((await importFiles(context, [file], { onProgress })).problems).toEqual([
        {
          file,
          line: 0,
          field: '',
          reason: 'was written to while it was read, so that a part may be missing: import it again once it is whole',
        },
      ]);
      expect(await exported(context)).toEqual([]);
    });

    test('when it is ended half-way', async () => {
      const ended = importRecords(context, [...surroundings(), deal()], {
        onProgress: ({ phase }) => {
          if (phase === 'saving') throw new Error('enough');
        },
      });
      await expect(ended).rejects.toThrow('enough');
      expect(await exported(context)).toEqual([]);
    });

    test('and nothing on a dry run, which tells all the same', async () => {
      await importRecords(context, [...surroundings(), deal()]);
      const before = await exported(context);
      const report = await importRecords(context, [deal({ expired: true }), deal({ sourceId: 'd2' })], { dryRun: true });
      expect(report).toMatchObject({ dryRun: true, added: { deal: 1 }, changed: { deal: 1 }, expired: { deal: 1 }, changedThreadIds: [] });
      expect(await exported(context)).toEqual(before);
    });
  });

  describe('tells, with their lines,', () => {
    test.each<[string, object[], string[]]>([
      [
        'what stands twice',
        [brand(), deal(), brand(), deal()],
        [
          '3 slug: this brand is already in line 1; leave one of the two out',
          '4 sourceId: this deal is already in line 2; leave one of the two out',
        ],
      ],
      [
        'what refers to nothing',
        [
          deal({ store: 'x', category: 'x', brand: 'x', forum: 'x', collections: ['x'], postedBy: 'x' }),
          comment({ deal: 'x', parent: 'x', member: 'x' }),
          offer({ store: 'x' }),
          category({ slug: 'y', parent: 'x' }),
          collection({ rule: { items: 'deals', categories: ['games', 'x'] } }),
        ],
        [
          ...['store', 'brand', 'category', 'forum'].map((field) => `1 ${field} "x" is missing`),
          '1 collections: collection "x" is missing',
          '1 postedBy: member "x" is missing',
          '2 deal "x" is missing',
          '2 parent: comment "x" is missing',
          '2 member "x" is missing',
          '3 store "x" is missing',
          '4 parent: category "x" is missing',
          '5 rule.categories: category "x" is missing',
        ],
      ],
      [
        'a bad store once, not with all its deals',
        [store({ slug: 'new', url: 'x' }), deal({ store: 'new' }), deal({ sourceId: 'd2', store: 'new' })],
        ['1 url: must be an address that begins with http:// or https:// (is "x")'],
      ],
      [
        'a name that is taken',
        [member(), member({ sourceId: 'm2', username: 'ADA' }), member({ sourceId: 'm3', username: 'resident' })],
        ['2 username: another member is already called "ADA"', '3 username: another member is already called "resident"'],
      ],
      [
        'a reply under another deal',
        [member(), deal(), deal({ sourceId: 'd2' }), comment(), comment({ sourceId: 'c2', deal: 'd2', parent: 'c1' })],
        ['5 parent: the comment "c1" belongs to another deal'],
      ],
      [
        'replies in a circle',
        [member(), deal(), comment({ parent: 'c2' }), comment({ sourceId: 'c2', parent: 'c1' }), comment({ sourceId: 'c3' })],
        ['3 parent: "c2" is itself below this comment', '4 parent: "c1" is itself below this comment'],
      ],
      ['categories in a circle', [category({ slug: 'a', parent: 'a' })], ['1 parent: "a" is itself below this category']],
    ])('%s', async (_name, records, problems) => {
      await importRecords(context, [...surroundings(), member({ source: 'site', username: 'Resident' })]);
      const before = await exported(context);
      expect(await problemsOf(context, records)).toEqual(problems);
      expect(await exported(context)).toEqual(before);
    });

    test('the first thousand problems, and how many there are', async () => {
      await importRecords(context, surroundings());
      const report = await importRecords(
        context,
        Array.from({ length: 1_500 }, (_, index) => deal({ sourceId: `d${index}`, store: 'none', price: index % 2 ? 'x' : 1 })),
      );
      expect(report.problemCount).toBe(1_500 + 750);
      expect(report.problems).toHaveLength(1_000);
      expect(report.problems[0]).toMatchObject({ line: 1, field: 'store' });
      expect(report.groups).toMatchObject([
        { reason: 'store "none" is missing', count: 1_500, line: 1, values: [] },
        {
          reason: 'must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off"',
          count: 750,
          line: 2,
          values: ['"x"'],
        },
      ]);
    });
  });
});
