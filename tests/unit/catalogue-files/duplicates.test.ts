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
      '1 deal 1003 "CAFE NOIR 1 KG!" looks like the same product at the same store and price as deal 1001 /f/1001-cafe-noir-1-kg, posted 2026-02-01',
    ]);
    expect(await context.db.selectFrom('deals').select('thread_id').execute()).toHaveLength(2);
  });

  test('is known by what people write of it', async () => {
    expect(await warned(twin({ title: '[Acme] Cafe Noir 1000g + free shipping' }))).toHaveLength(1);
  });

  test('is known by its address too, if that names a product and the titles are akin', async () => {
    const url = 'https://acme.example/p/1234567?utm_source=mail';
    const one = (fields: object) => deal({ sourceId: 'a', title: 'Big bean grinder', url, ...fields });
    const other = deal({ sourceId: 'b', title: 'Bean grinder of steel with burrs, Zeta', url: url.replace('mail', 'feed') });
    expect(await warned(one({}), other)).toHaveLength(1);
  });

  test('is not known by an address alone: many products may share it', async () => {
    expect(await warned(twin({ title: 'Something else', url: 'https://acme.example/cafe' }))).toEqual([]);
  });

  test.each(['19.80', '20.00'])('is told at a price that was rounded, %s', async (price) => {
    expect(await warned(twin({ price }))).toHaveLength(1);
  });

  test('is told of deals without one price where both promise the same', async () => {
    const shoes = (sourceId: string, price: string) => deal({ sourceId, title: `All running shoes: ${price}`, price });
    expect(await warned(shoes('a', '30% off'), shoes('b', '50% off'), shoes('c', 'save $6'))).toEqual([]);
    expect(await warned(shoes('d', '50% off'))).toHaveLength(1);
  });

  test('is told at another price, where a coupon makes it', async () => {
    expect(await warned(twin({ price: '15.99', couponCode: 'FOUR' }))).toEqual([
      '1 deal 1003 "CAFE NOIR 1 KG!" looks like the same product at the same store, with a coupon (15.99 and 19.99) as deal 1001 /f/1001-cafe-noir-1-kg, posted 2026-02-01',
    ]);
  });

  test('is not told of one that has expired and one that has not, but of two that have', async () => {
    const expired = { expired: true };
    expect(await warned(twin(expired))).toEqual([]);
    expect(await warned(twin(expired), deal({ sourceId: 'd3', title: 'Cafe Noir 1kg', ...expired }))).toHaveLength(1);
  });

  test('is named in rows for "merge --from", by thread or, in a dry run, by source', async () => {
    const { duplicates } = await importRecords(context, [twin()], { dryRun: true });
    expect(duplicates).toMatchObject([{ duplicate: 'test:d2', into: '1001', title: 'CAFE NOIR 1 KG!', otherTitle: 'Café Noir, 1 kg' }]);
    const written = await importRecords(context, [twin(), twin({ sourceId: 'd3' })]);
    const ids = await context.db.selectFrom('deals').select('thread_id').orderBy('thread_id').execute();
    expect(written.duplicates.map(({ duplicate, into }) => [Number(duplicate), into])).toEqual([
      [ids[1]?.thread_id, '1001'],
      [ids[2]?.thread_id, '1001'],
    ]);
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
      [deal({ sourceId: 'a', title: 'A lamp' }), deal({ sourceId: 'b', title: 'The lamp', postedAt: '2026-02-02' })],
      'one.jsonl',
    );
    const two = await fileOf(
      [deal({ sourceId: 'c', title: 'a LAMP', url: 'https://acme.example/2', postedAt: '2026-01-31' })],
      'two.jsonl',
    );
    const { warnings } = await importFiles(context, [one, two]);
    expect(warnings).toEqual([
      {
        file: one,
        line: 2,
        threadId: null,
        reason: 'deal 1005 "The lamp" looks like the same product at the same store and price as line 1 (deal 1003 /f/1003-a-lamp)',
      },
      {
        file: two,
        line: 1,
        threadId: null,
        reason: `deal 1007 "a LAMP" looks like the same product at the same store and price as line 1 of ${one} (deal 1003 /f/1003-a-lamp)`,
      },
    ]);
  });

  test('is not told again by an import that leaves it alone', async () => {
    await warned(twin());
    expect(await warned(twin())).toEqual([]);
    expect(await warned(twin({ description: 'New.' }))).toHaveLength(1);
  });

  test('is told by a dry run', async () => {
    const report = await importRecords(context, [twin()], { dryRun: true });
    expect(report.warningCount).toBe(1);
    expect(reportText(report)).toContain('Warning: 1 possible duplicate, which would be imported anyway. ');
  });

  test('counts titles apart that are nothing but signs', async () => {
    expect(
      await warned(twin({ sourceId: 'x', title: '!!!' }), twin({ sourceId: 'y', title: '???', url: 'https://acme.example/y' })),
    ).toEqual([]);
  });

  test('is told of a source that is new as of one that is known', { timeout: 60_000 }, async () => {
    const feed = [
      twin({ sourceId: 'a' }),
      twin({ sourceId: 'b', url: 'https://acme.example/b' }),
      twin({ sourceId: 'c', url: 'https://acme.example/c', expired: true }),
      twin({ sourceId: 'd', url: 'https://acme.example/d', expiresAt: '2026-02-20' }),
      twin({ sourceId: 'e', url: 'https://acme.example/e', price: '15.99', couponCode: 'FOUR' }),
      twin({ sourceId: 'f', url: 'https://acme.example/f', postedAt: '2026-02-09' }),
      twin({ sourceId: 'g', url: 'https://acme.example/g', postedAt: undefined, price: '30% off' }),
      twin({ sourceId: 'h', url: 'https://acme.example/h', postedAt: undefined, price: '30% off' }),
      ...Array.from({ length: 60 }, (_, index) => deal({ sourceId: `n${index}`, title: `A lamp of kind ${index}`, store: 'other' })),
    ].map((record) => ({ ...record, source: 'feed' }));
    const toldAfter = async (source: string) => {
      await importRecords(context, [deal({ source, sourceId: 'z', title: 'Something else' })]);
      const { warnings, duplicates } = await importRecords(context, feed, { dryRun: true });
      return { told: warnings.map(({ line, reason, threadId }) => ({ line, reason, threadId })), duplicates };
    };
    const ofNew = await toldAfter('elsewhere');
    expect(ofNew.told.map(({ line }) => line)).toEqual([1, 2, 4, 5, 8]);
    expect(await toldAfter('feed')).toEqual(ofNew);
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
      expect(reportText(report).split('\n').slice(-3)).toEqual([
        '… and 2979 more',
        'Warning: 2,999 possible duplicates, imported anyway. "merge DUPLICATE INTO" joins two deals.',
        '"--duplicates FILE.csv" lists them all for "merge --from FILE.csv".',
      ]);
    });
  });
});
