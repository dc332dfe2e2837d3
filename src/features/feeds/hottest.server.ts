import type { Context } from '../../server/context.ts';
import { CARD_VERSION, readCards } from '../deals/read-cards.server.ts';
import { shownDeals } from '../deals/shown-deals.server.ts';
import { gainedText } from '../deals/heat.ts';
import type { HottestDeal } from './feed.ts';

/** Deals in the opening of the home page: one row. */
export const HOTTEST_COUNT = 3;

/** Live deals at the top of the hot order, and what each gained lately. */
export async function hottestDeals(context: Context, most: number): Promise<HottestDeal[]> {
  const hottest = await shownDeals(context.db)
    .select(['d.thread_id', 'd.gained_hour', 'd.gained_day', CARD_VERSION])
    .orderBy('d.expired_last')
    .orderBy('d.rank', 'desc')
    .orderBy('d.thread_id', 'desc')
    .limit(most)
    .execute();
  const gained = new Map(hottest.map((row) => [row.thread_id, gainedText({ hour: row.gained_hour, day: row.gained_day })]));
  const cards = (await readCards(context, hottest)).filter((deal) => !deal.isExpired);
  // The gain would reveal a hidden score.
  return cards.map((deal) => ({ ...deal, gainedText: deal.score === null ? null : (gained.get(deal.threadId) ?? null) }));
}
