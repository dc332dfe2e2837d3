import { beforeEach, expect, test } from 'vitest';
import { reportText } from '../../../src/cli/report-text.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { give } from '../../support/given.ts';

/** As partners and copied pages have it. */
const WRITTEN = {
  title: 'Salt &amp; pepper mill, donâ€™t grind',
  url: 'https://acme.example/p?id=1&amp;ref=2&copy=3',
  image: 'https://acme.example/i?w=1&#38;h=2',
  variants: ['Black &amp; white', 'Red'],
};
const ROW = {
  title: 'Salt & pepper mill, don’t grind',
  url: 'https://acme.example/p?id=1&ref=2&copy=3',
  image_url: 'https://acme.example/i?w=1&h=2',
  variants: ['Black & white', 'Red'],
};
const REPAIRED = ['title: HTML entities', 'title: mojibake', 'variants: HTML entities', 'url: HTML entities', 'image: HTML entities'];

onDatabase('HTML entities and mojibake', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, surroundings());
  });

  const row = () => context.db.selectFrom('deals').selectAll().executeTakeFirstOrThrow();
  const saidOf = (lines: string[]) => lines.flatMap((line) => /^Repaired (.*)$/.exec(line)?.[1] ?? []);

  test('are repaired by an import, which counts them by field and kind', async () => {
    const report = await importRecords(context, [
      deal(WRITTEN),
      deal({ sourceId: 'd2', title: 'A &amp; B', url: 'https://acme.example/2' }),
    ]);
    expect(report.repaired).toEqual([
      { field: 'title', what: 'HTML entities', count: 2 },
      { field: 'title', what: 'mojibake', count: 1 },
      { field: 'variants', what: 'HTML entities', count: 1 },
      { field: 'url', what: 'HTML entities', count: 1 },
      { field: 'image', what: 'HTML entities', count: 1 },
    ]);
    expect(reportText(report).split('\n').filter((line) => line.startsWith('Repaired'))).toEqual([
      'Repaired 2 titles: HTML entities.',
      'Repaired 1 title: mojibake.',
      'Repaired 1 variants: HTML entities.',
      'Repaired 1 url: HTML entities.',
      'Repaired 1 image: HTML entities.',
    ]); // prettier-ignore
    expect(await context.db.selectFrom('deals').selectAll().where('source_id', '=', 'd1').executeTakeFirst()).toMatchObject(ROW);
  });

  test('are repaired when an editor adds a deal, and told', async () => {
    const record = { store: 'acme', category: 'games', price: '5', ...WRITTEN };
    expect(saidOf((await give(context, 'add', { record, dryRun: true })).said)).toEqual(REPAIRED);
    expect(saidOf((await give(context, 'add', { record, dryRun: false })).said)).toEqual(REPAIRED);
    expect(await row()).toMatchObject(ROW);
  });

  test('are repaired in what an editor changes, and told', async () => {
    await importRecords(context, [deal()]);
    const edit = (dryRun: boolean) => give(context, 'edit', { deal: 'test:d1', changes: WRITTEN, dryRun });
    expect(saidOf((await edit(true)).said)).toEqual(REPAIRED);
    expect(saidOf((await edit(false)).said)).toEqual(REPAIRED);
    expect(await row()).toMatchObject(ROW);
  });
});
