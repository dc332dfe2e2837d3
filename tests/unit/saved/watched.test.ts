import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { advanceDates } from '../../../src/features/catalogue/advance-dates.server.ts';
import { moveSaved } from '../../../src/features/saved/move-saved.server.ts';
import { mergeMany } from '../../../src/features/editing/merge-many.server.ts';
import { remindOfEnds, notifyOfSavedDeals } from '../../../src/features/saved/watched.server.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { required } from '../../../src/lib/required.ts';
import type { CommandResult } from '../../../src/lib/command-result.ts';
import { HOUR, MINUTE, verifiedMember } from '../../support/accounts.ts';
import { onDatabase, openServerCopy, type Open } from '../../support/databases.ts';
import { announceTo, setNotifications, toldTo } from '../../support/notifications.ts';
import { actOnSaved, dealsToSave, save } from '../../support/saved.ts';
import { watchWrites } from '../../support/watched-writes.ts';

async function watching(open: Open) {
  const { context, deals, threads } = await dealsToSave(open);
  const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
  const thread = threads[0]!;
  await save(ada.browser, thread);
  const set = async (values: object) => {
    await context.db.updateTable('deals').set(values).where('thread_id', '=', thread).execute();
    await notifyOfSavedDeals(context);
  };
  const told = (who = ada) => toldTo(context, who.userId);
  return { context, thread, ada, bob, set, told, deal: `“${deals[0]!.title}”` };
}

onDatabase('members who saved a deal', (open) => {
  test('are told that it fell, once for a price, and never of one they have seen', async () => {
    const { set, told, deal, bob, thread } = await watching(open);
    await set({ price_cents: 11_000 });
    await set({ price_cents: 10_000 });
    expect(await told()).toEqual([]);
    await set({ price_cents: 9_000 });
    expect(await told()).toEqual([`${deal} fell to $90.00`]);
    await save(bob.browser, thread);
    for (const cents of [9_500, 9_000, 12_000, 9_000]) await set({ price_cents: cents });
    expect([(await told()).length, await told(bob)]).toEqual([1, []]);
    await set({ price_cents: 8_000 });
    expect([await told(), await told(bob)]).toEqual([[`${deal} fell to $80.00`, `${deal} fell to $90.00`], [`${deal} fell to $80.00`]]);
  });

  test('are not told of a price that says no amount, and of a fall once it has one again', async () => {
    const { set, told, deal, bob, thread } = await watching(open);
    await set({ price_cents: null, price_terms: JSON.stringify({ kind: 'percent', percent: 30 }) });
    await save(bob.browser, thread);
    expect([await told(), await told(bob)]).toEqual([[], []]);
    await set({ price_cents: 9_000, price_terms: null });
    expect([await told(), await told(bob)]).toEqual([[`${deal} fell to $90.00`], []]);
    await set({ price_cents: 8_000 });
    expect(await told(bob)).toEqual([`${deal} fell to $80.00`]);
  });

  test('are not told of an amount in another currency that it fell, neither when an editor corrects the currency nor after a merge', async () => {
    const { context, set, told, thread, deal } = await watching(open);
    await set({ price_cents: 9_000, currency: 'EUR' });
    expect(await told()).toEqual([]);
    await set({ price_cents: 8_000 });
    expect(await told()).toEqual([`${deal} fell to €80.00`]);
    const others = context.db.selectFrom('deals').select('thread_id').where('thread_id', '<>', thread).orderBy('thread_id');
    const { thread_id: into } = await others.executeTakeFirstOrThrow();
    await context.db.updateTable('deals').set({ price_cents: 500, currency: 'USD' }).where('thread_id', '=', into).execute();
    await context.db.transaction().execute((merge) => moveSaved(merge, [{ from: thread, into }]));
    await notifyOfSavedDeals(context);
    expect((await told()).length).toBe(1);
  });

  test('are not told again of what an alert told them, nor does an alert tell them again', async () => {
    const { context, set, told, ada, thread, deal } = await watching(open);
    const announced = (priceCents: number) => announceTo(context, ada.userId, { threadId: thread, priceCents });
    await announced(8_500);
    await set({ price_cents: 8_500 });
    expect(await told()).toEqual([`${deal} for $85.00`]);
    await set({ price_cents: 8_000 });
    expect(await announced(8_000)).toBe(0);
    expect(await told()).toEqual([`${deal} fell to $80.00`, `${deal} for $85.00`]);
  });

  test('leave it to their alerts when they do not want to be told in this way', async () => {
    const { context, set, told, ada, thread, deal } = await watching(open);
    await setNotifications(ada.browser, { do: 'choose' });
    await set({ price_cents: 8_000 });
    expect(await told()).toEqual([]);
    expect(await announceTo(context, ada.userId, { threadId: thread, priceCents: 8_000 })).toBe(1);
    expect(await told()).toEqual([`${deal} for $80.00`]);
  });

  test('are told that it expired and works again, and of nothing meanwhile', async () => {
    const { set, told, deal } = await watching(open);
    await set({ status: 'expired' });
    await set({ price_cents: 9_000 });
    expect(await told()).toEqual([`${deal} has expired`]);
    await set({ status: 'live', price_cents: 10_000 });
    expect(await told()).toEqual([`${deal} works again`, `${deal} has expired`]);
    await set({ status: 'expired' });
    await set({ status: 'live', price_cents: 9_000 });
    expect((await told()).slice(0, 2)).toEqual([`${deal} fell to $90.00`, `${deal} has expired`]);
    await set({ status: 'scheduled' });
    expect(await told()).toEqual([]);
  });

  test('are told of what was off again before anybody looked, and of what a failed look left', async () => {
    const { context, told, thread, deal } = await watching(open);
    const change = (values: object) => context.db.updateTable('deals').set(values).where('thread_id', '=', thread).execute();
    await change({ status: 'expired' });
    await change({ status: 'live' });
    await notifyOfSavedDeals(context);
    expect(await told()).toEqual([]);
    await change({ price_cents: 9_000 });
    await expect(
      context.db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('watched_due').execute();
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await notifyOfSavedDeals(context)).toBe(1);
    expect(await notifyOfSavedDeals(context)).toBe(0);
    expect(await told()).toEqual([`${deal} fell to $90.00`]);
  });

  test('are reminded two hours before it ends when they asked for it, once for an end', async () => {
    const { context, told, thread, ada, bob, deal } = await watching(open);
    await save(bob.browser, thread);
    const ask = (remind: number) => actOnSaved(ada.browser, { do: 'remind', threadid: thread, remind });
    expect(await ask(1)).toHaveProperty('error');
    const ends = new Date(context.at.now.getTime() + 3 * HOUR);
    await context.db.updateTable('deals').set({ expires_at: ends }).where('thread_id', '=', thread).execute();
    expect(await ask(1)).toMatchObject({ success: true });
    context.at.pass(HOUR - MINUTE);
    await remindOfEnds(context);
    expect(await told()).toEqual([]);
    context.at.pass(2 * MINUTE);
    for (const _ of [1, 2]) await remindOfEnds(context);
    expect([await told(), await told(bob)]).toEqual([[`${deal} ends soon`], []]);
    const later = new Date(ends.getTime() + 6 * HOUR);
    await context.db.updateTable('deals').set({ expires_at: later }).where('thread_id', '=', thread).execute();
    await remindOfEnds(context);
    expect(await told()).toHaveLength(1);
    context.at.pass(6 * HOUR);
    for (const _ of [1, 2]) await remindOfEnds(context);
    expect([await told(), await told(bob)]).toEqual([[`${deal} ends soon`, `${deal} ends soon`], []]);
    expect(await ask(0)).toMatchObject({ success: true });
  });

  test('are reminded some at a time, however many they are', async () => {
    const { context, told, thread, ada, bob, deal } = await watching(open);
    await save(bob.browser, thread);
    const ends = new Date(context.at.now.getTime() + HOUR);
    await context.db.updateTable('deals').set({ expires_at: ends }).where('thread_id', '=', thread).execute();
    for (const { browser } of [ada, bob]) await actOnSaved(browser, { do: 'remind', threadid: thread, remind: 1 });
    const { watched, largest } = watchWrites(context);
    await remindOfEnds(watched, 1);
    expect([await told(), await told(bob), largest()]).toEqual([[`${deal} ends soon`], [`${deal} ends soon`], 1]);
  });

  test('are reminded by a site that was down when it was time, but not of what has ended', async () => {
    const { context, told, thread, ada, bob, deal } = await watching(open);
    await save(bob.browser, thread);
    const ends = new Date(context.at.now.getTime() + 3 * HOUR);
    await context.db.updateTable('deals').set({ expires_at: ends }).where('thread_id', '=', thread).execute();
    await actOnSaved(ada.browser, { do: 'remind', threadid: thread, remind: 1 });
    context.at.pass(2.5 * HOUR);
    await remindOfEnds(context);
    expect(await told()).toEqual([`${deal} ends soon`]);
    await actOnSaved(bob.browser, { do: 'remind', threadid: thread, remind: 1 });
    context.at.pass(HOUR);
    await advanceDates(context);
    await remindOfEnds(context);
    expect(await told(bob)).toEqual([]);
  });
});

const server = inject('postgres');

// The embedded database has one session, so that nothing is half done while the job looks.
test.skipIf(!server).each([
  ['was not committed yet when an earlier one was worked off', false],
  ['comes while an earlier one is worked off', true],
])('members are told of a change that %s', async (_name, isWorkedOff) => {
  const { context, told, thread, deal } = await watching(onServer);
  const { db } = context;
  const costs = (cents: number, on = db) => on.updateTable('deals').set({ price_cents: cents }).where('thread_id', '=', thread).execute();
  await costs(9_000);
  if (isWorkedOff) {
    let changed: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (job) => {
      await job.deleteFrom('watched_due').execute();
      let isChanged = false;
      changed = costs(8_000).then(() => (isChanged = true));
      await expect.poll(async () => isChanged || (await isWaiting(db))).toBe(true);
    });
    await changed;
  } else {
    await db.transaction().execute(async (change) => {
      await costs(8_000, change);
      await notifyOfSavedDeals(context);
    });
  }
  await notifyOfSavedDeals(context);
  expect(await told()).toEqual([`${deal} fell to $80.00`]);
});

test.skipIf(!server)('members are told of the deal that theirs is merged into meanwhile', async () => {
  const { context, told, thread } = await watching(onServer);
  const { thread_id: into, title } = await context.db
    .selectFrom('deals')
    .select(['thread_id', 'title'])
    .where('thread_id', '<>', thread)
    .orderBy('thread_id')
    .executeTakeFirstOrThrow();
  await context.db.updateTable('deals').set({ price_cents: 500 }).where('thread_id', '=', into).execute();
  await context.db.insertInto('watched_due').values({ thread_id: into }).execute();
  await context.db.transaction().execute(async (merge) => {
    await moveSaved(merge, [{ from: thread, into }]);
    await notifyOfSavedDeals(context);
  });
  await notifyOfSavedDeals(context);
  expect(await told()).toEqual([`“${title}” fell to $5.00`]);
});

test.skipIf(!server)('a merge of many deals waits for the job that looks at some of them, which does not wait for the merge', async () => {
  const { context, threads } = await dealsToSave(onServer);
  const { db } = context;
  const ada = await verifiedMember(context);
  const [into, first, last] = [threads[0]!, threads[1]!, threads[2]!];
  await save(ada.browser, first);
  await db
    .insertInto('watched_due')
    .values([{ thread_id: into }, { thread_id: first }, { thread_id: last }])
    .onConflict((on) => on.doNothing())
    .execute();
  let merged: Promise<CommandResult> | undefined;
  await db.transaction().execute(async (job) => {
    await job.deleteFrom('watched_due').where('thread_id', 'in', [first, last]).execute();
    merged = mergeMany(context, [
      { line: 1, duplicate: String(first), into: String(into) },
      { line: 2, duplicate: String(into), into: String(last) },
    ]);
    await expect.poll(() => isWaiting(db)).toBe(true);
    await job.selectFrom('saved_deals').select('user_id').where('thread_id', '=', first).forNoKeyUpdate().execute();
  });
  expect(await merged).toMatchObject({ changed: true });
  expect(await db.selectFrom('saved_deals').select(['thread_id', 'user_id']).execute()).toEqual([{ thread_id: last, user_id: ada.userId }]);
});

async function onServer() {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  return database;
}

/** Whether a statement waits for a row that another transaction has locked. */
async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
