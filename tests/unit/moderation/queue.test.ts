import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { loadDone, loadLog } from '../../../src/features/moderation/log.server.ts';
import { loadQueue } from '../../../src/features/moderation/queue.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { MINUTE, verifiedMember } from '../../support/accounts.ts';
import { eachNewDatabase, onDatabase } from '../../support/databases.ts';
import {
  commentBy,
  establishedMember,
  moderate,
  newestAction,
  newModerator,
  report,
  reportedCatalogue,
  reportEnough,
} from '../../support/moderation.ts';
import { rowsRead, watchPlans } from '../../support/plans.ts';

const page = (number?: string) => new URLSearchParams(number === undefined ? {} : { page: number });
const queued = async (context: Context) => (await loadQueue(context, page()))!.posts.map(({ postid }) => postid);

onDatabase('the queue', (open) => {
  test('has what waits, the oldest first, with who wrote it and what is said of it', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await moderate(moderator, { do: 'keep', postid: comment, author: 'warn' });
    expect(await queued(context)).toEqual([]);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    await report(ada, comment, 'Spam', 'He sells lamps');
    context.at.pass(MINUTE);
    await report(bob, deal.post_id, 'Repost');
    await report(bob, comment, 'Spam');
    await report(bob, comment, 'Troll');
    const queue = (await loadQueue(context, page()))!;
    expect(queue).toMatchObject({ page: 1, pages: 1, total: 2 });
    expect(queue.posts).toMatchObject([
      {
        ...{ postid: comment, kind: 'comment', status: 'shown', bodyHtml: '<p>Buy my lamps</p>', dealTitle: deal.title },
        path: expect.stringMatching(new RegExp(`^/f/${deal.thread_id}-.*#post${comment}$`)) as string,
        author: { username: author.username, hasAccount: true, warnings: 1, suspensions: 0, suspendedUntil: null },
        reports: [
          { reason: 'Spam', count: 2 },
          { reason: 'Troll', count: 1 },
        ],
        notes: ['He sells lamps'],
        seen: await newestAction(context, 'warn'),
        isPostedHere: true,
      },
      {
        postid: deal.post_id,
        kind: 'deal',
        status: 'live',
        bodyHtml: null,
        author: null,
        isPostedHere: false,
        reports: [{ reason: 'Repost', count: 1 }],
        seen: 0,
      },
    ]);
  });

  test('keeps what reports have hidden until somebody decides whether it shows', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await reportEnough(context, comment, 'Spam');
    await context.db.updateTable('reports').set({ resolved_at: context.clock() }).execute();
    expect(await queued(context)).toEqual([comment]);
    await moderate(moderator, { do: 'hide', postid: comment });
    expect(await queued(context)).toEqual([]);
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') });
    expect(await queued(context)).toEqual([comment]);
  });

  test('has reports on comments of a deal that was merged away, and none on that itself', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const reader = await verifiedMember(context);
    await report(reader, deal.post_id, 'Repost');
    await report(reader, comment, 'Spam');
    const { thread_id: into } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('thread_id', '<>', deal.thread_id)
      .where('status', '=', 'live')
      .executeTakeFirstOrThrow();
    await mergeDeals(context, String(deal.thread_id), String(into));
    expect(await queued(context)).toEqual([comment]);
    expect(await context.db.selectFrom('reports').select('post_id').execute()).toEqual([{ post_id: comment }]);
  });

  test('leaves out what has come true, what is off the site, and what its author deleted', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    await report(await verifiedMember(context), comment, 'Spam');
    await reportEnough(context, deal.post_id, 'Expired');
    expect(await queued(context)).toEqual([comment]);
    await context.db.updateTable('comments').set({ status: 'deleted', body: '' }).where('post_id', '=', comment).execute();
    await report(await verifiedMember(context), deal.post_id, 'Spam');
    expect(await queued(context)).toEqual([deal.post_id]);
    await context.db.updateTable('deals').set({ status: 'scheduled', starts_at: null }).where('post_id', '=', deal.post_id).execute();
    expect(await queued(context)).toEqual([]);
  });

  test('is paged by twenty, and past its end there is nothing', async () => {
    const { context, author, deal } = await reportedCatalogue(open);
    const ada = await verifiedMember(context);
    for (let index = 0; index < 21; index++) await report(ada, await commentBy(context, author, deal.thread_id), 'Spam');
    expect((await loadQueue(context, page('1')))!.posts).toHaveLength(20);
    expect(await loadQueue(context, page('2'))).toMatchObject({ page: 2, pages: 2, total: 21, posts: [{ kind: 'comment' }] });
    for (const wrong of ['3', '0', '-1', 'x', '01']) expect(await loadQueue(context, page(wrong))).toBeUndefined();
  });
});

onDatabase('the public log', (open) => {
  test('tells what was done, and no name, no hidden text and no way to it', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await reportEnough(context, comment, 'Spam');
    context.at.pass(MINUTE);
    await moderate(moderator, { do: 'hide', postid: comment, author: 'suspend-1', reason: 'Sells lamps' });
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'suspend') });
    context.at.pass(MINUTE);
    await moderate(moderator, { do: 'delete', postid: deal.post_id, reason: 'Not a deal' });
    const log = (await loadLog(context, page()))!;
    expect(log.actions.map(({ action, about, thread, reason, byReports }) => [action, about, thread, reason, byReports])).toEqual([
      ['delete', 'deal', null, 'Not a deal', false],
      ['suspend', 'comment', null, 'Sells lamps', false],
      ['hide', 'comment', null, 'Sells lamps', false],
      ['hide', 'comment', null, 'Spam', true],
    ]);
    // The moment would tell which decisions belong together, and so whom the suspension was for.
    expect(log.actions[1]).toMatchObject({ until: '2026-11-22T12:01:00.000Z', doneAt: '2026-11-21', undoneAt: '2026-11-21' });
    for (const secret of [author.username, moderator.username, 'Buy my lamps']) expect(JSON.stringify(log)).not.toContain(secret);
    // Moderators see which deal it is that they would put back.
    expect((await loadDone(context, page()))!.actions.map(({ atDesk }) => atDesk)).toEqual([
      { path: `/desk/deals?id=${deal.thread_id}`, title: expect.stringMatching(/\w/) as string },
      ...[null, null, null],
    ]);
    expect(JSON.stringify(log)).not.toContain('/desk/deals');
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'delete') });
    const path = `/f/${deal.thread_id}-deal-number-1`;
    expect((await loadLog(context, page()))!.actions.map(({ thread }) => thread?.path)).toEqual([path, undefined, path, path]);
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') });
    const done = (await loadDone(context, page()))!;
    expect(done.actions.map(({ thread }) => thread?.path)).toEqual([path, path, path, path]);
    expect(done.actions[1]).toMatchObject({ member: { username: author.username }, moderator: moderator.username });
    await moderate(moderator, { do: 'undo', action: done.actions[3]!.id });
    const anchored = `${path}#post${comment}`;
    expect((await loadDone(context, page()))!.actions.map(({ thread }) => thread?.path)).toEqual([path, anchored, anchored, anchored]);
    expect((await loadLog(context, page()))!.actions.map(({ thread }) => thread?.path)).toEqual([path, undefined, path, path]);
  });

  test('is paged by fifty', async () => {
    const { context, author } = await reportedCatalogue(open);
    const values = Array.from({ length: 51 }, () => ({ action: 'warn' as const, user_id: author.userId, done_at: context.clock() }));
    await context.db.insertInto('moderation_actions').values(values).execute();
    expect((await loadLog(context, page()))!).toMatchObject({ page: 1, pages: 2, actions: { length: 50 } });
    expect((await loadLog(context, page('2')))!.actions).toHaveLength(1);
    expect(await loadLog(context, page('3'))).toBeUndefined();
  });
});

/** Comments, settled reports and decisions that a site has gathered. */
const GATHERED = 4_000;
/** What a page of the queue or of the log, or a report, may read of them. */
const FEW = 400;

eachNewDatabase('on a site that has gathered thousands of comments, reports and decisions', (open) => {
  test('the queue, a report, and a late page of the log read what they show', async () => {
    const watch = watchPlans();
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const { db } = context;
    const [ada, bob] = [await establishedMember(context), await establishedMember(context)];
    await sql`
      with written as (
        insert into comments (thread_id, user_id, source, source_id, body, posted_at)
        select ${deal.thread_id}::bigint, ${author.userId}::int, 'test', n, repeat('Number ', 100), now() from generate_series(1, ${GATHERED}::int) as n
        returning post_id),
      settled as (
        insert into reports (post_id, user_id, reason, created_at, resolved_at) select post_id, ${ada.userId}::int, 'Spam', now(), now() from written)
      insert into moderation_actions (action, post_id, thread_id, user_id, moderator_id, done_at)
      select 'keep', post_id, ${deal.thread_id}::bigint, 1000000 + post_id, ${ada.userId}::int, now() from written`.execute(db);
    await report(ada, comment, 'Spam');
    await sql`vacuum analyze`.execute(db);
    const read = async (work: (context: Context) => Promise<unknown>) =>
      (await watch(() => db.transaction().execute((transaction) => work({ ...context, db: transaction })))).map(({ rows }) => rows);
    const before = await rowsRead(db, ['comments', 'reports']);
    expect(Math.max(...(await read((own) => loadQueue(own, page()))))).toBeLessThan(FEW);
    await report(bob, comment, 'Spam');
    expect((await rowsRead(db, ['comments', 'reports'])) - before).toBe(0);
    // What is before a page of the log is passed over in its index, and nothing is looked up for it.
    expect(Math.max(...(await read((own) => loadLog(own, page(String(GATHERED / 50))))))).toBeLessThan(2 * GATHERED + FEW);
  });
});
