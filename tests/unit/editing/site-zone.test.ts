import { beforeEach, expect, test } from 'vitest';
import { checkCatalogue } from '../../../src/features/catalogue-files/check/check-catalogue.server.ts';
import type { ListedImport } from '../../../src/features/catalogue-files/list-imports.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { structuredData } from '../../../src/features/rendering/structured-data.ts';
import { siteCommands } from '../../../src/cli/handlers/handlers.ts';
import type { CommandEvent } from '../../../src/cli/command-event.ts';
import type { Context } from '../../../src/server/context.ts';
import { contextOf, deal, exported, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

/** Where it is still February: 21:00 there. */
const NIGHT = new Date('2026-03-01T02:00:00Z');

eachDatabase("days and times of the site's zone", (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open(), () => NIGHT, { SITE_TIMEZONE: 'America/New_York' });
    await importRecords(context, [...surroundings(), deal()]);
  });

  const imported = async (fields: object, options = {}) => {
    const report = await importRecords(context, [deal({ ...fields })], options);
    expect(report.problems).toEqual([]);
    return report;
  };
  const schedule = (dates: object) => give(context, 'schedule', { deal: 'test:d1', ...dates });

  test('are those that editors are told of when a deal shows', async () => {
    expect((await schedule({ expires: '2026-03-20' })).said[0]).toMatch(/ is live until 2026-03-20 23:59 America\/New_York$/);
    expect((await schedule({ starts: '2026-03-10 08:00' })).said[0]).toMatch(
      / is scheduled: it shows from 2026-03-10 08:00 America\/New_York until 2026-03-20 23:59 America\/New_York$/,
    );
    expect((await schedule({ starts: '2026-03-21' })).refused[0]).toBe(
      'it would expire (2026-03-20 23:59 America/New_York) before it starts (2026-03-21 00:00 America/New_York); give other dates',
    );
    const { problems } = await importRecords(context, [deal({ startsAt: '2026-03-21', expiresAt: '2026-03-20' })]);
    expect(problems[0]!.reason).toBe('must be after startsAt, which is 2026-03-21 00:00 America/New_York');
  });

  test('are those of what a dry run would change, exactly', async () => {
    const { changes } = await imported({ expiresAt: '2026-03-20' }, { dryRun: true });
    expect(changes[0]!.fields).toEqual([{ field: 'expiresAt', from: null, to: '2026-03-20T23:59:59.999-04:00' }]);
  });

  test('are those that search engines are told of, and by which a price was checked', async () => {
    await imported({ expiresAt: '2026-03-20', prices: [['2026-02-20', '19.99'], ['2026-03-01', '18.99']] }); // prettier-ignore
    let loaded = await loadPage(context, '/f/1001-a-game', new URLSearchParams());
    if (loaded.status === 301) loaded = await loadPage(context, loaded.location, new URLSearchParams());
    if (loaded.status !== 200) throw new Error('no page');
    expect(structuredData(loaded.page, context.config)).toContainEqual(
      expect.objectContaining({
        offers: expect.objectContaining({ priceValidUntil: '2026-03-20', validThrough: '2026-03-21T03:59:59.999Z' }) as unknown,
      }),
    );
    expect(loaded.page.pageData).toMatchObject({ facts: { checkedAt: '2026-02-20' } });
  });

  test('are those on which an editor set a price, and keeps it', async () => {
    await give(context, 'edit', { deal: 'test:d1', changes: { price: '17.00' }, dryRun: false });
    expect(JSON.parse((await exported(context)).at(-1)!)).toMatchObject({ prices: [['2026-02-28', '17.00']] });
    expect((await imported({ price: '18.00' })).kept[0]!.fields).toEqual([{ field: 'price', on: '2026-02-28' }]);
    await schedule({ expires: '2026-03-20' });
    const complete = await importRecords(context, [deal({ sourceId: 'd2' })], { complete: true, yes: true });
    expect(complete.kept[0]!.fields).toEqual([{ field: 'schedule', on: '2026-02-28' }]);
  });

  test('are those on which another deal like it was posted', async () => {
    await imported({ postedAt: '2026-02-27T02:00:00Z' });
    const { warnings } = await imported({ sourceId: 'd2', postedAt: '2026-02-28T12:00:00Z' });
    expect(warnings.map(({ reason }) => reason)).toEqual([expect.stringMatching(/ as deal 1001 \/f\/1001-a-game, posted 2026-02-26$/)]);
    const { duplicates } = (await checkCatalogue(context)).find(({ name }) => name === 'duplicates') ?? {};
    expect(duplicates).toEqual([expect.objectContaining({ reason: expect.stringMatching(/posted 2026-02-26$/) as unknown })]);
  });

  test('are those by which a check judges and tells', async () => {
    await imported({ listPrice: '30', listPriceSeen: '2026-02-28' });
    expect(await checkCatalogue(context)).toEqual([]);
    await context.db
      .updateTable('deals')
      .set({ list_price_seen: '2026-03-01', expires_at: new Date('2026-03-01T01:00:00Z') })
      .execute();
    expect((await checkCatalogue(context)).flatMap(({ findings }) => findings.map(({ text }) => text))).toEqual([
      'deal 1001 "A game" expired 2026-02-28 and is live',
      'deal 1001 "A game" has a list price seen on 2026-03-01',
    ]);
  });

  test('are those of the list of imports', async () => {
    const imports: ListedImport[] = [];
    const list = () =>
      siteCommands(context).imports({}, async (event: CommandEvent) => void imports.splice(0, 1, ...(event.imports ?? [])), new AbortController().signal); // prettier-ignore
    await list();
    expect(imports[0]).toMatchObject({ at: '2026-02-28 21:00 America/New_York', undoneAt: null });
    await give(context, 'undo-import', { id: 1, dryRun: false });
    await list();
    expect(imports[0]!.undoneAt).toBe('2026-02-28');
    expect((await give(context, 'undo-import', { id: 1, dryRun: false })).refused[0]).toBe('import 1 was already undone on 2026-02-28');
  });
});
