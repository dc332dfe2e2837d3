import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { reportText } from '../../../src/cli/report-text.ts';
import { importFiles, type ImportOptions } from '../../../src/features/catalogue-files/import.server.ts';
import type { Problem } from '../../../src/features/catalogue/check-record.ts';
import type { Context } from '../../../src/server/context.ts';
import {
  comment,
  contextOf,
  deal,
  exported,
  fileOf,
  importRecords,
  offer,
  store,
  surroundings,
  temporaryFolder,
} from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => deal({ sourceId: `d${at}` }));

onDatabase('an import that leaves out deals that are not valid', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, surroundings());
  });

  const importValid = (records: object[], options: ImportOptions = {}) =>
    importRecords(context, records, { skipInvalid: true, ...options });
  const live = async () => {
    const rows = await context.db.selectFrom('deals').select('source_id').where('status', '=', 'live').orderBy('source_id').execute();
    return rows.map(({ source_id }) => source_id);
  };

  test('imports the others, and says what is wrong with those', async () => {
    const problems: Problem[] = [];
    const records = [
      ...many(3),
      deal({ sourceId: 'x', title: '' }),
      deal({ sourceId: 'y', store: 'nowhere', price: 'call us' }),
      deal({ sourceId: 'd1', title: 'The same again' }),
      deal({ sourceId: undefined }),
    ];
    const report = await importValid(records, { onProblem: async (problem) => void problems.push(problem) });
    expect(report).toMatchObject({ problemCount: 0, problems: [], added: { deal: 3 } });
    const { skipped } = report;
    expect(skipped).toMatchObject({ deals: 4, problemCount: problems.length });
    expect([...new Set(skipped?.problems.map(({ line }) => line))]).toEqual([4, 5, 6, 7]);
    expect(await live()).toEqual(['d0', 'd1', 'd2']);
  });

  test('says nothing where all are valid, and imports nothing where none is', async () => {
    expect(await importValid(many(2))).toMatchObject({ skipped: null, added: { deal: 2 } });
    const before = await exported(context);
    const none = await importValid([deal({ sourceId: 'd0', title: '' }), deal({ sourceId: 'z', price: 'call us' })]);
    expect(none).toMatchObject({ skipped: null, problemCount: 2 });
    expect(await exported(context)).toEqual(before);
  });

  test.each<[string, object, boolean]>([
    ['a deal', deal({ sourceId: 'x', title: '' }), true],
    ['a deal of a store that is missing', deal({ sourceId: 'x', store: 'nowhere' }), true],
    ['a coupon', offer({ title: '' }), false],
    ['a coupon of a store that is missing', offer({ store: 'nowhere' }), false],
    ['a comment on no deal', comment({ deal: 'gone' }), false],
    ['a coupon that is there twice', offer({ sourceId: 'o' }), false],
  ])('is advised where %s is not valid: %j', async (_what, record, isAdvised) => {
    const report = await importRecords(context, [...many(1), offer({ sourceId: 'o' }), record]);
    expect(report.problemCount).toBeGreaterThan(0);
    expect(reportText(report).includes('--skip-invalid')).toBe(isAdvised);
    expect((await importValid([...many(1), offer({ sourceId: 'o' }), record])).problemCount === 0).toBe(isAdvised);
  });

  test('imports the other products of a feed, also where all are on one line', async () => {
    const product = (id: string, price: string) =>
      `<item><g:id>${id}</g:id><title>Product ${id}</title><link>https://acme.example/${id}</link><g:price>${price}</g:price></item>`;
    const products = [product('p1', '5.00 USD'), product('p2', 'call us'), product('p3', '7.00 USD')].join('');
    const path = join(await temporaryFolder(), 'products.xml');
    await writeFile(
      path,
      `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Acme</title>${products}</channel></rss>`,
    );
    const map = { columns: {}, values: { store: 'acme', category: 'games' }, ignoreOthers: false };
    const report = await importFiles(context, [path], { skipInvalid: true, source: 'feed', map });
    expect(report).toMatchObject({ added: { deal: 2 }, skipped: { deals: 1, problems: [{ line: 1, record: 'p2', field: 'price' }] } });
    expect(await live()).toEqual(['p1', 'p3']);
  });

  test('leaves them on the site as they are, also where it has all deals of their source', async () => {
    await importRecords(context, many(6));
    const [d0, d1, d2, ...others] = many(6);
    const changed = [d0!, { ...d1!, price: 'call us' }, { ...d2!, title: 'Another title' }, ...others.slice(1)];
    const report = await importValid(changed, { complete: true });
    expect(report).toMatchObject({ skipped: { deals: 1 }, changed: { deal: 2 }, expired: { deal: 1 }, unchanged: { deal: 3 } });
    expect(await live()).toEqual(['d0', 'd1', 'd2', 'd4', 'd5']);
    // It is not live again by a line that cannot be read.
    await importValid([{ ...others[0]!, price: 'call us' }, d0!]);
    expect(await live()).not.toContain('d3');
  });

  test('is refused where a line may be of any deal and those that are not listed expire', async () => {
    await importRecords(context, many(3));
    const before = await exported(context);
    const report = await importValid([...many(2), deal({ sourceId: undefined })], { complete: true });
    expect(report.skipped).toBeNull();
    expect(report.problems).toMatchObject([
      { line: 3, field: 'sourceId', advice: 'With --complete a line is left out only if it says which deal it is of.' },
    ]);
    expect(await exported(context)).toEqual(before);
  });

  test('is refused for what is wrong with anything else', async () => {
    const before = await exported(context);
    const invalid = deal({ sourceId: 'x', price: 'call us' });
    expect(await importValid([...many(2), invalid, store({ slug: 'Not a slug' })])).toMatchObject({ skipped: null, problemCount: 1 });
    // A comment on what was left out.
    const onSkipped = await importValid([...many(2), invalid, comment({ deal: 'x' })]);
    expect(onSkipped.problems).toContainEqual(expect.objectContaining({ field: 'deal', line: 4 }));
    const cut = await fileOf(many(2));
    expect(await importFiles(context, [cut, `${cut}.gone`], { skipInvalid: true })).toMatchObject({
      problems: [{ line: 0, reason: 'does not exist' }],
    });
    expect(await exported(context)).toEqual(before);
  });

  const HEADER = 'sourceId,title,store,category,url,price';
  const row = (id: number, title = `Product ${id}`) => `${id},${title},acme,games,https://acme.example/${id},5.00`;
  const item = (id: number) =>
    `<item><g:id>${id}</g:id><title>Product ${id}</title><link>https://acme.example/${id}</link><g:price>5.00 USD</g:price></item>`;

  test.each([
    { what: 'a quotation that is never closed', name: 'cut.csv', text: [HEADER, row(1), row(2, '"A lamp'), row(3)].join('\n') },
    { what: 'names of columns that are no fields', name: 'other.csv', text: ['SKU,Name', '1,A lamp'].join('\n') },
    { what: 'a first line that cannot be read', name: 'marks.csv', text: [`"sourceId"x,${HEADER}`, row(1)].join('\n') },
    { what: 'a list in JSON', name: 'list.jsonl', text: JSON.stringify([deal({ sourceId: 'l1' })]) },
    {
      what: 'XML that was cut short',
      name: 'cut.xml',
      text: `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${item(1)}${item(2)}<item><g:id`,
    },
  ])('is refused for $what, after which nothing is read, also beside a file without fault', async ({ name, text }) => {
    const before = await exported(context);
    const path = join(await temporaryFolder(), name);
    await writeFile(path, text);
    const map = { columns: {}, values: { store: 'acme', category: 'games' }, ignoreOthers: false };
    for (const complete of [false, true]) {
      const report = await importFiles(context, [await fileOf(many(2)), path], { skipInvalid: true, source: 'feed', complete, map });
      expect(report).toMatchObject({ skipped: null, problemCount: 1, problems: [{ file: path, endsFile: true }] });
      expect(report.problems[0]?.advice ?? '').not.toContain('--complete');
    }
    expect(await exported(context)).toEqual(before);
  });
});
