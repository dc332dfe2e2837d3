import { beforeEach, describe, expect, test } from 'vitest';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { reportText } from '../../../src/cli/report-text.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { contextOf, deal, fileOf, importRecords, store, surroundings } from '../../support/catalogue.ts';

onDatabase('the same product at the same store and price', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [
      ...surroundings(),
      store({ slug: 'other' }),
      deal({ title: 'Café Noir, 1 kg', url: 'https://acme.example/cafe' }),
    ]);
  });

  const warned = async (...records: object[]) => {
    const { warnings, warningCount, problems } = await importRecords(context, records);
    expect(problems).toEqual([]);
    expect(warningCount).toBe(warnings.length);
    return warnings.map(({ line, reason }) => `${line} ${reason}`);
  };
  const twin = (fields: object = {}) => deal({ sourceId: 'd2', title: 'CAFE NOIR 1 KG!', ...fields });

  test('is told with the deal on the site, and imported', async () => {
    expect(await warned(twin())).toEqual([
      '1 "CAFE NOIR 1 KG!" looks like the same product at the same store and price as deal /f/1001-cafe-noir-1-kg, posted 2026-02-01',
    ]);
    expect(await context.db.selectFrom('deals').select('thread_id').execute()).toHaveLength(2);
  });

  test('is known by its address too', async () => {
    expect(await warned(twin({ title: 'Something else', url: 'https://acme.example/cafe' }))).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['another title and address', { title: 'Café Blanc, 1 kg' }],
    ['another store', { store: 'other' }],
    ['another price', { price: '18.99' }],
    ['more than a week later', { postedAt: '2026-02-08T00:00:01Z' }],
    ['more than a week before', { postedAt: '2026-01-24T23:59:59Z' }],
    ['the record itself again', { sourceId: 'd1' }],
  ])('but not %s', async (_name, fields) => {
    expect(await warned(twin(fields))).toEqual([]);
  });

  test.each(['2026-02-08T00:00:00Z', '2026-01-25T00:00:00Z'])('until exactly a week apart, posted %s', async (postedAt) => {
    expect(await warned(twin({ postedAt }))).toHaveLength(1);
  });

  test('within the files is told once, at the later line, wherever the two lie', async () => {
    const one = await fileOf(
      [deal({ sourceId: 'a', title: 'A lamp' }), deal({ sourceId: 'b', title: 'Other', postedAt: '2026-02-02' })],
      'one.jsonl',
    );
    const two = await fileOf(
      [deal({ sourceId: 'c', title: 'a LAMP', url: 'https://acme.example/2', postedAt: '2026-01-31' })],
      'two.jsonl',
    );
    const { warnings } = await importFiles(context, [one, two]);
    expect(warnings).toEqual([
      { file: one, line: 2, threadId: null, reason: '"Other" looks like the same product at the same store and price as line 1' },
      {
        file: two,
        line: 1,
        threadId: null,
        reason: `"a LAMP" looks like the same product at the same store and price as line 1 of ${one}`,
      },
    ]);
  });

  test('is not told again by an import that leaves it alone', async () => {
    await warned(twin());
    expect(await warned(twin())).toEqual([]);
    expect(await warned(twin({ description: 'New.' }))).toHaveLength(1);
  });

  test('is told by a dry run', async () => {
    const { warningCount } = await importRecords(context, [twin()], { dryRun: true });
    expect(warningCount).toBe(1);
  });

  test('counts titles apart that are nothing but signs', async () => {
    expect(
      await warned(twin({ sourceId: 'x', title: '!!!' }), twin({ sourceId: 'y', title: '???', url: 'https://acme.example/y' })),
    ).toEqual([]);
  });

  describe('many times', () => {
    test('shows the first 20 and how many', { timeout: 60_000 }, async () => {
      const many = Array.from({ length: 3_000 }, (_, index) =>
        deal({
          sourceId: `m${index}`,
          title: 'The same',
          url: `https://acme.example/m${index}`,
          postedAt: new Date(Date.UTC(2026, 1, 1, 0, 0, index)).toISOString(),
        }),
      );
      const report = await importRecords(context, many);
      expect([report.warnings.length, report.warningCount]).toEqual([20, 2_999]);
      expect(reportText(report).split('\n').slice(-2)).toEqual([
        '… and 2979 more',
        'Warning: 2999 deals look like others. They are imported all the same; "merge DUPLICATE INTO" makes one of two.',
      ]);
    });
  });
});
