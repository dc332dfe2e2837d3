import { beforeEach, describe, expect, test } from 'vitest';
import { reportText } from '../../../src/cli/report-text.ts';
import { advanceDates } from '../../../src/features/catalogue/advance-dates.server.ts';
import { checkCatalogue } from '../../../src/features/catalogue-files/check/check-catalogue.server.ts';
import { accountsContext, DAY } from '../../support/accounts.ts';
import { deal, exported, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { DONE, moderate, newestAction, newModerator } from '../../support/moderation.ts';

eachDatabase('a deal that a moderator took off the site', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let moderator: Awaited<ReturnType<typeof newModerator>>;
  let before: object;

  const inDays = (days: number) => new Date(context.clock().getTime() + days * DAY).toISOString();
  const shown = { sourceId: 'shown', title: 'A lamp', url: 'https://acme.example/lamp' };
  const row = () =>
    context.db
      .selectFrom('deals')
      .select(['post_id', 'thread_id', 'title', 'status', 'starts_at', 'expires_at'])
      .where('source_id', '=', 'd1')
      .executeTakeFirstOrThrow();
  const offSite = { status: 'scheduled', starts_at: null };

  beforeEach(async () => {
    context = accountsContext((await open()).db);
    await importRecords(context, [...surroundings(), deal({ expiresAt: inDays(9) }), deal(shown)]);
    before = await row();
    moderator = await newModerator(context);
    expect(await moderate(moderator, { do: 'hide', postid: (await row()).post_id })).toEqual(DONE('Hidden.'));
  });

  test.each([
    ['live', () => ({})],
    ['one that starts', () => ({ startsAt: inDays(-1) })],
    ['expired', () => ({ expired: true })],
    ['over by its date', () => ({ expiresAt: inDays(-1) })],
  ])('stays off when an import has it as %s, and is back as it was when that is undone', async (_, fields) => {
    const report = await importRecords(context, [deal({ ...fields(), title: 'A better game' }), deal(shown)]);
    expect(report).toMatchObject({ offSite: 1, changed: { deal: 1 }, unchanged: { deal: 1 }, expired: { deal: 0 } });
    expect(reportText(report)).toContain('\n1 deal stays off the site, as moderators decided.');
    await advanceDates(context);
    expect(await row()).toMatchObject({ ...offSite, title: 'A better game' });
    expect(await importRecords(context, [deal({ ...fields(), title: 'A better game' })])).toMatchObject({ unchanged: { deal: 1 } });
    expect(await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') })).toMatchObject({ success: true });
    expect(await row()).toEqual({ ...before, title: 'A better game' });
  });

  test('stays off when its source lists it no longer, which makes it no expired deal', async () => {
    expect(await importRecords(context, [deal(shown)], { complete: true })).toMatchObject({ expired: { deal: 0 }, changed: { deal: 0 } });
    expect(await row()).toMatchObject(offSite);
  });

  test('stays off when the import that brought it is undone after somebody had commented', async () => {
    const { thread_id, post_id } = await row();
    const { user_id } = await context.db.selectFrom('members').select('user_id').executeTakeFirstOrThrow();
    await context.db
      .insertInto('comments')
      .values({ thread_id, user_id, source: 'site', source_id: 'c', body: 'Sold out.', posted_at: context.clock() })
      .execute();
    await give(context, 'undo-import', { id: 1, dryRun: false });
    expect(await row()).toMatchObject({ ...offSite, post_id });
  });

  test('is exported as such, and comes to another site so', async () => {
    const lines = await exported(context);
    const other = accountsContext((await open()).db);
    const records = lines.map((line) => JSON.parse(line) as { type: string; sourceId?: string; offSite?: boolean });
    expect(records.filter(({ type }) => type === 'deal').map(({ sourceId, offSite: isOff }) => [sourceId, isOff])).toEqual([
      ['d1', true],
      ['shown', undefined],
    ]);
    const report = await importRecords(other, records);
    expect(report).toMatchObject({ added: { deal: 2 }, offSite: 1 });
    const rows = await other.db.selectFrom('deals').select(['status', 'starts_at', 'expires_at']).orderBy('source_id').execute();
    expect(rows).toMatchObject([offSite, { status: 'live' }]);
    await advanceDates(other);
    expect(await exported(other)).toEqual(lines);
  });

  test('that is shown again is not taken off by an import of what was exported before', async () => {
    const lines = await exported(context);
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') });
    expect(
      await importRecords(
        context,
        lines.map((line) => JSON.parse(line) as object),
      ),
    ).toMatchObject({ offSite: 0 });
    expect(await row()).toEqual(before);
  });

  test('stays off when an editor changes what it says', async () => {
    const { said } = await give(context, 'edit', { deal: 'test:d1', changes: { title: 'A better game' }, dryRun: false });
    expect(said.join('\n')).toContain('It is off the site: a moderator took it off');
    expect(await row()).toMatchObject({ ...offSite, title: 'A better game' });
  });

  describe('is left to moderators', () => {
    test.each([
      ['expire', { deals: ['test:shown', 'test:d1'] }],
      ['revive', { deals: ['test:shown', 'test:d1'] }],
      ['schedule', { deal: 'test:d1', starts: 'none' }],
      ['merge', { duplicate: 'test:shown', into: 'test:d1' }],
      ['edit', { deal: 'test:d1', changes: { title: 'Another', expiresAt: null }, dryRun: false }],
    ] as const)('by "%s", which changes nothing', async (command, input) => {
      const was = await context.db.selectFrom('deals').selectAll().orderBy('thread_id').execute();
      const { refused } = await give(context, command, input);
      expect(refused).toEqual([
        `${(await row()).thread_id} "A game" is off the site: a moderator took it off, and moderators put it back with "Undo" at /account/moderation-done`,
      ]);
      expect(await context.db.selectFrom('deals').selectAll().orderBy('thread_id').execute()).toEqual(was);
    });
  });

  test('is nothing that "check" asks an editor to show, also when its date has passed', async () => {
    context.at.pass(10 * DAY);
    const names = (await checkCatalogue(context)).map(({ name }) => name);
    expect(names).not.toContain('started-scheduled');
    expect(names).not.toContain('expired-live');
  });
});
