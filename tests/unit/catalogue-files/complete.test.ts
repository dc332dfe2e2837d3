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

  test('keeps a deal as long as any source lists it, its own or that of a duplicate that was merged into it', async () => {
    const theirs = [1, 2, 3].map((at) => deal({ source: 'theirs', sourceId: `t${at}` }));
    await importRecords(context, theirs);
    for (const at of [1, 2]) await give(context, 'merge', { duplicate: `theirs:t${at}`, into: `test:d${at}` });
    const without = (...gone: string[]) => many(30).filter(({ sourceId }) => !gone.includes(sourceId));

    // No complete import has told yet that the other source lists its record.
    await complete(without('d1'));
    expect(await expired()).toEqual(['d1']);
    await importRecords(context, theirs);
    expect(await expired()).toEqual(['d1']);
    expect(await complete(theirs)).toMatchObject({ expired: { deal: 0 }, changed: { deal: 1 }, unchanged: { deal: 1 }, merged: 2 });
    expect(await expired()).toEqual([]);

    expect(await complete(without('d1', 'd2'))).toMatchObject({ expired: { deal: 0 }, changed: { deal: 0 } });
    expect(await expired()).toEqual([]);
    // Both deals have no more than the other source: all of them are not expired without asking, one of them is.
    expect(await refusal([], { source: 'theirs' })).toMatch(/^3 of 3 deals of "theirs"/);
    expect(await complete(theirs.slice(1))).toMatchObject({ expired: { deal: 1 }, changed: { deal: 1 } });
    expect(await expired()).toEqual(['d1']);
    // It is the deal's own source that lists it again, and then the other one says nothing of it any more.
    await complete(without('d2'));
    expect(await expired()).toEqual([]);
    await complete(theirs.slice(2));
    expect(await expired()).toEqual(['d2']);
    await complete(theirs);
    expect(await expired()).toEqual([]);
  });

  test('does not keep a deal by a duplicate that its source lists as over', async () => {
    const theirs = (fields: object) =>
      ['t1', 't2'].map((sourceId) => deal({ source: 'theirs', sourceId, ...(sourceId === 't1' && fields) }));
    await importRecords(context, theirs({}));
    await give(context, 'merge', { duplicate: 'theirs:t1', into: 'test:d1' });
    await complete(theirs({}));
    await complete(many(30).toSpliced(1, 1));
    expect(await expired()).toEqual([]);
    expect(await complete(theirs({ expired: true }))).toMatchObject({ expired: { deal: 1 }, merged: 1 });
    expect(await expired()).toEqual(['d1']);
    await complete(theirs({ expired: false }));
    expect(await expired()).toEqual([]);
    await complete(theirs({ expiresAt: inDays(-1) }));
    expect(await expired()).toEqual(['d1']);
  });

  test('notes what other sources list, which is undone, without fields of its own', async () => {
    const theirs = [deal({ source: 'theirs', sourceId: 't1' }), deal({ source: 'theirs', sourceId: 't2' })];
    await importRecords(context, theirs);
    await give(context, 'merge', { duplicate: 'theirs:t1', into: 'test:d1' });
    const listed = () => context.db.selectFrom('merged_deals').select(['source_id', 'listed']).execute();
    const logged = async () => (await context.db.selectFrom('imports').select('id').orderBy('id').execute()).map(({ id }) => id);

    const before = await logged();
    expect(await complete(theirs, { dryRun: true })).toMatchObject({ changeCount: 0 });
    await complete(theirs);
    expect(await listed()).toEqual([{ source_id: 't1', listed: true }]);
    expect(await logged()).toEqual(before);

    await complete([deal({ source: 'theirs', sourceId: 't2', title: 'Another name' })]);
    expect(await listed()).toEqual([{ source_id: 't1', listed: false }]);
    const { said } = await give(context, 'undo-import', { id: (await logged()).at(-1) ?? 0, dryRun: false });
    expect(said.slice(1)).toEqual(['  restored 1 record that it changed']);
    expect(await listed()).toEqual([{ source_id: 't1', listed: true }]);
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

  test('is refused for a file that was cut short, also where other deals have duplicates of its source', async () => {
    const own = Array.from({ length: 12 }, (_, at) => deal({ source: 'theirs', sourceId: `o${at}` }));
    const merged = Array.from({ length: 15 }, (_, at) => deal({ source: 'theirs', sourceId: `m${at}` }));
    await importRecords(context, [...own, ...merged]);
    for (const at of merged.keys()) await give(context, 'merge', { duplicate: `theirs:m${at}`, into: `test:d${at}` });
    await complete([...own, ...merged]);
    await complete(many(30));
    expect(await refusal([deal({ source: 'theirs', sourceId: 'new' })])).toMatch(
      /^27 of 27 deals of "theirs" are not in the files and 12 of them would expire;/,
    );
    // Most of its records are in these files.
    expect(await complete([...own.slice(11), ...merged], { dryRun: true })).toMatchObject({ expired: { deal: 11 } });
    expect(await complete(own.slice(1), { dryRun: true })).toMatchObject({ expired: { deal: 1 } });
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
