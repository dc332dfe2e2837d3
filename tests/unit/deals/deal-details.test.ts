import { expect, test } from 'vitest';
import { answerDealDetails } from '../../../src/features/deals/deal-details.server.ts';
import type { DealDetailsAnswer } from '../../../src/features/deals/contracts/deal-details.ts';
import type { Context } from '../../../src/server/context.ts';
import { offerStates } from '../../../src/features/offers/offers.server.ts';
import { formEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, MINUTE } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const PAGE_SIZE = 40;
const endpoint = formEndpoint((call) => answerDealDetails(call, PAGE_SIZE, offerStates));
const getDeal = async (context: Context, form: Record<string, string | string[]>) =>
  (await new Caller(context).call(endpoint, { form })).answer as DealDetailsAnswer;

async function catalogue(open: Open, deals = 4) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, deals);
  const rows = await context.db.selectFrom('deals').select(['thread_id', 'post_id']).orderBy('thread_id').execute();
  return { context, deals: rows, threads: rows.map(({ thread_id: id }) => String(id)) };
}

onDatabase('getDeal.php', (open) => {
  test('tells the details of deals by their threads, with prices as the spec has them', async () => {
    const { context, deals, threads } = await catalogue(open);
    const prices = [
      { price_cents: 129_999, list_price_cents: 200_000 },
      { price_cents: 0, list_price_cents: null },
    ];
    for (const [index, price] of prices.entries())
      await context.db
        .updateTable('deals')
        .set({ ...price, variants: index === 0 ? ['Blue', 'Green'] : [] })
        .where('thread_id', '=', deals[index]!.thread_id)
        .execute();
    const { dealDetails, ...more } = await getDeal(context, { format: 'json', page: '1', 'fpdealids[]': [threads[1]!, threads[0]!] });
    expect(more).toEqual({});
    expect(dealDetails).toEqual({
      [threads[0]!]: {
        ...{ uniqueId: `DEAL-${threads[0]}`, dealTitle: 'Deal number 0', path: `/f/${threads[0]}-deal-number-0` },
        ...{ listPriceText: '$2,000.00', finalPriceText: '$1,299.99', itemVariant: 'Blue, Green', isExpired: true },
        ...{ threadId: deals[0]!.thread_id, postid: deals[0]!.post_id, score: 0, commentCount: 2 },
        ...{ itemIndex: 1, frontpagePostNo: 2 },
      },
      [threads[1]!]: {
        ...{ uniqueId: `DEAL-${threads[1]}`, dealTitle: 'Deal number 1', path: `/f/${threads[1]}-deal-number-1` },
        ...{ listPriceText: null, finalPriceText: 'free', itemVariant: null, isExpired: false },
        ...{ threadId: deals[1]!.thread_id, postid: deals[1]!.post_id, score: 7, commentCount: 2 },
        ...{ itemIndex: 0, frontpagePostNo: 1 },
      },
    });
    const popular = (await getDeal(context, { 'populardealids[]': threads[1]! })).dealDetails[threads[1]!];
    expect(popular).toMatchObject({ itemIndex: 0, score: 7 });
    expect(popular).not.toHaveProperty('frontpagePostNo');
  });

  test('counts positions on from the pages before', async () => {
    const { context, threads } = await catalogue(open);
    const positions = async (page: string, name: string) => {
      const { dealDetails } = await getDeal(context, { page, [name]: [threads[2]!, threads[0]!] });
      return [threads[2]!, threads[0]!].map((id) => [dealDetails[id]!.itemIndex, dealDetails[id]!.frontpagePostNo]);
    };
    expect(await positions('1', 'fpdealids[]')).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(await positions('3', 'fpdealids[]')).toEqual([
      [80, 81],
      [81, 82],
    ]);
    expect(await positions('2', 'populardealids[]')).toEqual([
      [40, undefined],
      [41, undefined],
    ]);
  });

  test('leaves out what is not there, or not yet', async () => {
    const { context, deals, threads } = await catalogue(open);
    await context.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', deals[0]!.thread_id).execute();
    const asked = [threads[0]!, '999999', String(deals[1]!.post_id), threads[2]!];
    expect(Object.keys((await getDeal(context, { 'fpdealids[]': asked })).dealDetails)).toEqual([threads[2]]);
    expect(await getDeal(context, {})).toEqual({ dealDetails: {} });
  });

  test('tells of a hundred deals at most', async () => {
    const { context, threads } = await catalogue(open, 104);
    const { dealDetails } = await getDeal(context, { 'fpdealids[]': threads, 'populardealids[]': threads });
    expect(Object.keys(dealDetails)).toEqual(threads.slice(0, 100));
  });

  test('tells counts alone, and scores of the comments that are shown', async () => {
    const { context, deals, threads } = await catalogue(open);
    const comments = await context.db.selectFrom('comments').select('post_id').orderBy('post_id').execute();
    const [shown, hidden] = comments.map(({ post_id: id }) => id);
    await context.db.updateTable('comments').set({ votes_up: 5, votes_down: 2 }).execute();
    await context.db.updateTable('comments').set({ status: 'hidden' }).where('post_id', '=', hidden!).execute();
    const posts = [shown!, hidden!, 999_999].map(String);
    expect(await getDeal(context, { format: 'counts', 'fpdealids[]': threads[3]!, 'postids[]': posts })).toEqual({
      dealDetails: {
        [threads[3]!]: {
          threadId: deals[3]!.thread_id,
          postid: deals[3]!.post_id,
          score: 21,
          commentCount: 0,
          isExpired: false,
          finalPriceText: '$8.00',
        },
      },
      postScores: { [shown!]: 3 },
    });
  });

  test('hides the score of a new deal, also of one that was read before', async () => {
    const { context, deals, threads } = await catalogue(open);
    const scoreOf = async () => (await getDeal(context, { 'fpdealids[]': threads[1]! })).dealDetails[threads[1]!]!.score;
    const set = (values: { posted_at?: Date; starts_at?: Date }) =>
      context.db.updateTable('deals').set(values).where('thread_id', '=', deals[1]!.thread_id).execute();
    expect(await scoreOf()).toBe(7);
    await set({ posted_at: context.clock() });
    expect(await scoreOf()).toBeNull();
    context.at.pass(10 * MINUTE - 1);
    expect(await scoreOf()).toBeNull();
    context.at.pass(1);
    expect(await scoreOf()).toBe(7);
    await set({ starts_at: context.clock() });
    expect(await scoreOf()).toBeNull();
    context.at.pass(10 * MINUTE);
    expect(await scoreOf()).toBe(7);
  });

  test('tells which offers of stores have expired, and nothing of those that are not shown', async () => {
    const { context } = await catalogue(open);
    const ids = (await context.db.selectFrom('offers').select('id').orderBy('id').execute()).map(({ id }) => id);
    const [live, over, scheduled] = ids as [number, number, number];
    for (const [id, status] of [[over, 'expired'] as const, [scheduled, 'scheduled'] as const])
      await context.db.updateTable('offers').set({ status }).where('id', '=', id).execute();
    expect(await getDeal(context, { format: 'counts', 'offerids[]': [...ids.slice(0, 3), 999_999].map(String) })).toEqual({
      dealDetails: {},
      offers: { [live]: { isExpired: false }, [over]: { isExpired: true } },
    });
  });
});
