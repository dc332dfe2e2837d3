import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Reply } from '../../../src/features/comments/contracts/replies.ts';
import { addressOfPost } from '../../../src/features/comments/show-post.server.ts';
import { findThread } from '../../../src/features/comments/threads.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { Caller } from '../../support/calls.ts';
import { dealToDiscuss, repliesTo } from '../../support/community.ts';
import { eachNewDatabase, onDatabase, type Open } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { watchPlans } from '../../support/plans.ts';

/** A thread with so many comments; each replies to the one that `parentOf` names by its number. */
async function longThread(open: Open, length: number, parentOf: (index: number) => number | undefined = () => undefined) {
  const { context, deal } = await dealToDiscuss(open);
  const ids: number[] = [];
  for (let index = 0; index < length; index += 1) {
    const parent = parentOf(index);
    const values = {
      thread_id: deal.thread_id,
      body: `Number ${index}`,
      posted_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1_000),
    };
    const { post_id: id } = await context.db
      .insertInto('comments')
      .values({ ...values, source: 'test', source_id: String(index), ...(parent !== undefined && { parent_id: ids[parent]! }) })
      .returning('post_id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return { context, deal, ids, browser: new Caller(context) };
}
interface Page {
  replies: Reply[];
  next: number | null;
}
const hide = ({ db }: Context, id: number) => db.updateTable('comments').set({ status: 'hidden' }).where('post_id', '=', id).execute();

onDatabase('the comments of a thread', (open) => {
  test('come twenty at a time, newest last, each once, also when one that was gone on after is hidden meanwhile', async () => {
    const { context, deal, ids, browser } = await longThread(open, 45);
    const seen: number[] = [];
    let from = '';
    for (let page = 0; page < 3; page += 1) {
      const { replies, next } = (await repliesTo(browser, deal.thread_id, from)).answer as Page;
      seen.push(...replies.map(({ postid }) => postid));
      expect(next).toBe(page < 2 ? replies.at(-1)!.postid : null);
      from = `?from-reply=${next}`;
      if (next) await hide(context, next);
    }
    expect(seen).toEqual(ids);
  });

  test('come in the order that is asked for, each once', async () => {
    const { context, deal, ids, browser } = await longThread(open, 45);
    const points = ids.map((_, index) => ((index * 7) % 11) - 3);
    for (const [index, id] of ids.entries())
      await context.db
        .updateTable('comments')
        .set({ votes_up: Math.max(0, points[index]!), votes_down: Math.max(0, -points[index]!) })
        .where('post_id', '=', id)
        .execute();
    const walk = async (sort: string) => {
      const seen: number[] = [];
      for (let from = ''; ;) {
        const { replies, next } = (await repliesTo(browser, deal.thread_id, `?sort=${sort}${from}`)).answer as Page;
        seen.push(...replies.map(({ postid }) => ids.indexOf(postid)));
        if (next === null) return seen;
        from = `&from-reply=${next}`;
      }
    };
    const order = [...ids.keys()];
    expect(await walk('old')).toEqual(order);
    expect(await walk('new')).toEqual(order.toReversed());
    expect(await walk('top')).toEqual(order.toSorted((a, b) => points[b]! - points[a]!));
    expect((await repliesTo(browser, deal.thread_id, '?sort=best')).status).toBe(400);
  });

  test('of exactly twenty are all there at once', async () => {
    const { deal, browser } = await longThread(open, 20);
    expect((await repliesTo(browser, deal.thread_id)).answer).toMatchObject({ next: null });
    expect((await repliesTo(browser, deal.post_id)).answer).toMatchObject({ next: null });
  });

  test('nest on request, as deep as they go', async () => {
    const { deal, ids, browser } = await longThread(open, 6, (index) => [undefined, 0, 1, 0, undefined, 4][index]);
    const { replies } = (await repliesTo(browser, deal.thread_id, '?threaded=1')).answer as Page;
    const shape = (list: Reply[]): unknown[] => list.map(({ postid, replies: inside }) => [ids.indexOf(postid), ...shape(inside!)]);
    expect(shape(replies)).toEqual([
      [0, [1, [2]], [3]],
      [4, [5]],
    ]);
    const under = (await repliesTo(browser, ids[0]!, '?threaded=1')).answer as Page;
    expect(shape(under.replies)).toEqual([[1, [2]], [3]]);
  });

  test('nest within bounds, however deep they go', async () => {
    const { deal, browser } = await longThread(open, 40, (index) => (index === 0 ? undefined : index - 1));
    const { replies } = (await repliesTo(browser, deal.thread_id, '?threaded=1')).answer as Page;
    let depth = 0;
    for (let level = replies; level.length > 0; level = level[0]!.replies ?? []) depth += 1;
    expect(depth).toBe(9);
  });

  test.each([
    ['0', 404],
    ['x', 404],
    ['99999999999999999999', 404],
    ['424242', 404],
  ])('of %s are not found', async (id, status) => {
    const { browser } = await longThread(open, 0);
    expect(await repliesTo(browser, id)).toMatchObject({ status, answer: { status: 'error', message: expect.any(String) as string } });
  });

  test('after what is no post of the thread are refused', async () => {
    const { deal, browser } = await longThread(open, 1);
    expect((await repliesTo(browser, deal.thread_id, '?from-reply=x')).status).toBe(400);
    expect((await repliesTo(browser, deal.thread_id, '?from-reply=424242')).status).toBe(404);
  });

  test('that are hidden or deleted are nowhere', async () => {
    const { context, deal, ids, browser } = await longThread(open, 3);
    await hide(context, ids[1]!);
    const { replies } = (await repliesTo(browser, deal.thread_id)).answer as Page;
    expect(replies.map(({ postid }) => postid)).toEqual([ids[0], ids[2]]);
    const count = await context.db
      .selectFrom('deals')
      .select('comment_count')
      .where('thread_id', '=', deal.thread_id)
      .executeTakeFirstOrThrow();
    expect(count.comment_count).toBe(2);
    expect(await addressOfPost(context, String(ids[1]))).toMatch(/\?from-reply=0#comments$/);
    expect(await addressOfPost(context, '424242')).toBeUndefined();
  });
});

eachNewDatabase('among thousands of deals', (open) => {
  test('a thread is found by each of its ids without a look at the others', async () => {
    const watch = watchPlans();
    const { context, deal } = await dealToDiscuss(open);
    const { db } = context;
    await sql`insert into deals (source, source_id, title, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at)
      select 'many', n, 'Deal ' || n, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at
      from deals, generate_series(1, 3000) as n where thread_id = ${deal.thread_id}`.execute(db);
    const merged = { source: 'gone', source_id: '1', thread_id: 900_001, into_thread_id: deal.thread_id };
    await db.insertInto('merged_deals').values(merged).execute();
    await sql`analyze`.execute(db);
    const found = { threadId: deal.thread_id };
    for (const [id, thread] of [
      [deal.thread_id, found],
      [deal.post_id, found],
      [merged.thread_id, found],
      [900_002, undefined],
    ] as const) {
      const looked = await watch(() =>
        db.transaction().execute(async (transaction) => {
          const one = await findThread(transaction, id);
          expect(one && { threadId: one.threadId }, String(id)).toEqual(thread);
        }),
      );
      expect(
        looked.reduce((sum, { rows }) => sum + rows, 0),
        String(id),
      ).toBeLessThan(10);
    }
    await db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', deal.thread_id).execute();
    for (const id of [deal.thread_id, deal.post_id, merged.thread_id]) expect(await findThread(db, id)).toBeUndefined();
  });
});

onDatabase('the pages of a thread', (open) => {
  const pageAt = (context: Context, address: string) => {
    const { pathname, searchParams } = new URL(address, context.config.siteUrl);
    return loadPage(context, pathname, searchParams);
  };

  test('go on where the one before ended, and a comment is on the page that its link leads to', async () => {
    const { context, deal, ids } = await longThread(open, 45);
    const first = await pageAt(context, (await addressOfPost(context, String(ids[0])))!.replace(/\?.*/, ''));
    expect(first).toMatchObject({ status: 200, page: { pageData: { commentsNext: ids[19] }, pageMetadata: { robots: 'index,follow' } } });
    expect((first as unknown as { page: { pageData: { comments: unknown[] } } }).page.pageData.comments).toHaveLength(20);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 44 }), async (index) => {
        const place = (await addressOfPost(context, String(ids[index])))!;
        expect(place).toMatch(new RegExp(`^/f/${deal.thread_id}-.*\\?from-reply=\\d+#post${ids[index]}$`));
        const loaded = (await pageAt(context, place)) as unknown as {
          page: { pageData: { comments: Reply[] }; pageMetadata: { robots: string } };
        };
        expect(loaded.page.pageData.comments.map(({ postid }) => postid)).toContain(ids[index]);
        expect(loaded.page.pageMetadata.robots).toBe('noindex,follow');
      }),
      { numRuns: runs(6, 12) },
    );
  });

  test('are found for a comment’s link without fetching all comments before it', async () => {
    const { context, ids } = await longThread(open, 45);
    await hide(context, ids[3]!);
    let fetched = 0;
    const db = context.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        fetched += result.rows.length;
        return result;
      },
    });
    // Three comments at a time are of one moment.
    for (const [index, after] of [
      [0, 0],
      [19, 0],
      [20, 0],
      [21, 20],
      [40, 20],
      [41, 40],
      [44, 40],
    ] as const) {
      const link = await addressOfPost({ ...context, db }, String(ids[index]));
      expect(link, String(index)).toMatch(new RegExp(`\\?from-reply=${after && ids[after]}#post${ids[index]}$`));
    }
    expect(fetched).toBeLessThanOrEqual(7 * 4);
  });

  test('have the comments in another order, which crawlers leave alone', async () => {
    const { context, deal, ids } = await longThread(open, 25);
    const at = async (query: string) =>
      (await pageAt(context, `/f/${deal.thread_id}-a?${query}`)) as unknown as {
        status: number;
        page: { pageData: { comments: Reply[]; commentsSort?: string }; pageMetadata: { robots: string } };
      };
    const path = ((await pageAt(context, `/f/${deal.thread_id}?comments=new`)) as { location?: string }).location;
    expect(path).toBeDefined();
    const newest = (await pageAt(context, `${path}?comments=new`)) as unknown as Awaited<ReturnType<typeof at>>;
    expect(newest.page.pageData.comments.map(({ postid }) => postid)).toEqual(ids.toReversed().slice(0, 20));
    expect(newest.page).toMatchObject({ pageData: { commentsSort: 'new' }, pageMetadata: { robots: 'noindex,follow' } });
    const rest = (await pageAt(context, `${path}?comments=new&from-reply=${ids[5]}`)) as unknown as Awaited<ReturnType<typeof at>>;
    expect(rest.page.pageData.comments.map(({ postid }) => postid)).toEqual(ids.slice(0, 5).toReversed());
    expect(await at('comments=best')).toMatchObject({ status: 404 });
  });

  test('show the comment with the most points beside the price, where one stands out', async () => {
    const { context, deal, ids } = await longThread(open, 25, (index) => (index === 7 ? 3 : undefined));
    const path = ((await pageAt(context, `/f/${deal.thread_id}?comments=new`)) as { location?: string }).location!;
    const best = async () =>
      ((await pageAt(context, path)) as unknown as { page: { pageData: { bestComment?: unknown } } }).page.pageData.bestComment;
    const vote = (index: number, votes_up: number, body: string) =>
      context.db.updateTable('comments').set({ votes_up, body }).where('post_id', '=', ids[index]!).execute();
    await vote(3, 2, 'Two points are few.');
    await vote(7, 9, 'An answer makes no sense without its question.');
    expect(await best()).toBeUndefined();
    await vote(24, 5, `**Works** with the code\n\nand ${'again '.repeat(40)}`);
    expect(await best()).toMatchObject({ postid: ids[24], score: 5 });
    const text = async () => ((await best()) as { text: string }).text;
    expect(await text()).toMatch(/^Works with the code and again .* again…$/);
    // Without a blank the text is cut between two characters, of which each is two units.
    await vote(24, 5, `a${'𠮷'.repeat(100)}`);
    expect(await text()).toBe(`a${'𠮷'.repeat(34)}…`);
    await hide(context, ids[24]!);
    expect(await best()).toBeUndefined();
  });

  test('after nothing of the thread are its own page, or none', async () => {
    const { context, deal } = await longThread(open, 1);
    const path = `/f/${deal.thread_id}`;
    expect(await pageAt(context, `${path}?from-reply=x`)).toMatchObject({ status: 404 });
    expect(await pageAt(context, `${path}?from-reply=424242`)).toMatchObject({ status: 301 });
  });
});
