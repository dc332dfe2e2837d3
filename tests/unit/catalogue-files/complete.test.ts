import { beforeEach, expect, test } from 'vitest';
import type { ImportOptions } from '../../../src/features/catalogue-files/import.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { contextOf, deal, exported, fileOf, importRecords, NOW, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

const many = (count: number, fields: object = {}) => Array.from({ length: count }, (_, at) => deal({ sourceId: `d${at}`, ...fields }));
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

eachDatabase('an import of all deals of a source', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [...surroundings(), ...many(30), deal({ source: 'other', sourceId: 'x' })]);
  });

  const complete = (records: object[], options: ImportOptions = {}) => importRecords(context, records, { complete: true, ...options });
  const expired = async () =>
    (await context.db.selectFrom('deals').select('source_id').where('status', '=', 'expired').orderBy('thread_id').execute()).map(
      ({ source_id }) => source_id,
    );
  const refusal = async (records: object[], options: ImportOptions = {}) => {
    const before = await exported(context);
    const command = { files: [await fileOf(records)], dryRun: false, complete: true, ...options };
    const { refused } = await give(context, 'import', command);
    expect(await exported(context)).toEqual(before);
    return refused.join('\n');
  };

  test('expires what it does not list, and revives it when it does again', async () => {
    const report = await complete(many(25));
    expect(report).toMatchObject({ expired: { deal: 5 }, changed: { deal: 5 }, unchanged: { deal: 25 }, problems: [] });
    expect(report.changedThreadIds).toHaveLength(5);
    expect(await expired()).toEqual(['d25', 'd26', 'd27', 'd28', 'd29']);
    expect(await complete(many(25))).toMatchObject({ expired: { deal: 0 }, changed: { deal: 0 } });
    const again = await importRecords(context, [
      ...many(28).slice(25),
      deal({ sourceId: 'd28', expired: true }),
      deal({ sourceId: 'd29', expiresAt: inDays(-1) }),
    ]);
    expect(again).toMatchObject({ changed: { deal: 4 }, unchanged: { deal: 1 }, expired: { deal: 0 } });
    expect(await expired()).toEqual(['d28', 'd29']);
  });

  test('keeps and revives a deal by the record of another that was merged into it', async () => {
    await give(context, 'merge', { duplicate: 'test:d1', into: 'test:d0' });
    await give(context, 'merge', { duplicate: 'other:x', into: 'test:d2' });
    const [d0, ...others] = many(30).filter(({ sourceId }) => sourceId !== 'd2');
    expect(await complete(others)).toMatchObject({ expired: { deal: 1 }, changed: { deal: 1 }, unchanged: { deal: 27 } });
    expect(await expired()).toEqual(['d2']);
    await complete(others.filter(({ sourceId }) => sourceId !== 'd1'));
    expect(await expired()).toEqual(['d0', 'd2']);
    expect(await complete(others)).toMatchObject({ expired: { deal: 0 }, changed: { deal: 1 }, unchanged: { deal: 27 } });
    expect(await expired()).toEqual(['d2']);
    // What the deal's own record says of its end takes precedence.
    await complete(others.filter(({ sourceId }) => sourceId !== 'd1'));
    await complete([{ ...d0, expired: true }, ...others]);
    expect(await expired()).toEqual(['d0', 'd2']);
  });

  test('is not told as undone where its source has listed the deals again since', async () => {
    await complete(many(28));
    await complete(many(30));
    const { said } = await give(context, 'undo-import', { id: 2, dryRun: true });
    expect(said).toEqual([
      'Undoing import 2 would do this; nothing was written:',
      '  nothing: its records are gone or were changed since',
      'Not restored, because they were changed since:',
      ...[28, 29].map(() => expect.stringMatching(/^ {2}deal \d+ "A game": schedule$/) as string),
    ]);
  });

  test('is undone like any other, the marks of what expired with it', async () => {
    const before = await exported(context);
    await complete(many(25));
    const between = await exported(context);
    await complete(many(30));
    await give(context, 'undo-import', { id: 3, dryRun: false });
    expect(await exported(context)).toEqual(between);
    await importRecords(context, many(30));
    expect(await expired()).toEqual([]);
    await give(context, 'undo-import', { id: 4, dryRun: false });
    await give(context, 'undo-import', { id: 2, dryRun: false });
    expect(await exported(context)).toEqual(before);
    expect(await context.db.selectFrom('unlisted_deals').selectAll().execute()).toEqual([]);
  });

  test('leaves what an editor expired, revived or scheduled', async () => {
    await give(context, 'schedule', { deal: 'test:d29', expires: inDays(9) });
    const report = await complete(many(25));
    expect(report).toMatchObject({ expired: { deal: 4 }, keptCount: 1, kept: [{ fields: [{ field: 'schedule' }] }] });
    await give(context, 'expire', { deals: ['test:d28'] });
    await complete(many(30));
    expect(await expired()).toEqual(['d28']);
  });

  test('is refused when most of the deals would expire, unless told to', async () => {
    expect(await refusal(many(14))).toBe(
      '16 of 30 deals of "test" are not in the files and would expire; nothing was written.\nLook whether the files are whole. If they are, --yes expires them.',
    );
    expect(await complete(many(15), { dryRun: true })).toMatchObject({ expired: { deal: 15 } });
    expect(await complete(many(14), { yes: true })).toMatchObject({ expired: { deal: 16 } });
    expect(await complete(many(4))).toMatchObject({ expired: { deal: 10 } });
    expect(await refusal([], { source: 'test' })).toMatch(/^4 of 4 deals/);
    expect(await complete([], { source: 'test', yes: true })).toMatchObject({ expired: { deal: 4 } });
  });

  test('is refused for several sources or none, and expires nothing when a line is wrong', async () => {
    expect(await refusal([...many(30), deal({ source: 'other', sourceId: 'x' })])).toBe(
      '--complete needs files with all deals of one source; there are deals of "other", "test" in them',
    );
    expect(await refusal(many(30), { source: 'mine' })).toMatch(/of one source \("mine"\); there are deals of "test" in them$/);
    expect(await refusal([])).toMatch(/there are no deals in them$/);
    const { problemCount } = await complete([...many(25), deal({ sourceId: 'bad', title: 'x' })]);
    expect(problemCount).toBe(1);
    expect(await expired()).toEqual([]);
  });
});
