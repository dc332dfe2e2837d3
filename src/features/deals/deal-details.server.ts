import * as z from 'zod/mini';
import { idList, pageNumber } from '../../lib/form-fields.ts';
import type { Context } from '../../server/context.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { requireFields } from '../../server/http/fields.ts';
import type { DealCard } from './card.ts';
import { CARD_VERSION, readCards } from './read-cards.server.ts';
import { shownDeals } from './shown-deals.server.ts';
import { score } from '../../lib/hot-rank.ts';
import type { DealCounts, DealDetails, DealDetailsAnswer, DealDetailsField, OfferState } from './contracts/deal-details.ts';
import { visibleComments } from '../posts/visible-comments.server.ts';
import { required } from '../../lib/required.ts';

const MOST_DEALS = 100;
const MOST_COMMENTS = 200;
const MOST_OFFERS = 100;

const details = z.object({
  format: z._default(z.enum(['json', 'counts'], { error: 'must be json or counts' }), 'json'),
  page: z._default(pageNumber, 1),
  'fpdealids[]': idList(MOST_DEALS),
  'populardealids[]': idList(MOST_DEALS),
  'postids[]': idList(MOST_COMMENTS),
  'offerids[]': idList(MOST_OFFERS),
} satisfies Record<DealDetailsField, z.ZodMiniType>);

/**
 * Details of deals by their thread ids, those that are not there left out (spec §7, getDeal.php). Extensions of ours:
 * `format=counts` returns only what changes by itself, `postids[]` asks for the scores of comments, and `offerids[]` for the states of stores' own offers.
 * @param pageSize deals a page has: these are on the page `page`, and their positions continue those of the pages before
 * @param offerStates reads the states of offers, which belong to a feature that reads deals
 */
export async function answerDealDetails(
  { context, form }: FormCall,
  pageSize: number,
  offerStates: (context: Context, ids: number[]) => Promise<Record<string, OfferState>>,
): Promise<DealDetailsAnswer<DealDetails | DealCounts>> {
  const {
    format,
    page,
    'fpdealids[]': frontpage,
    'populardealids[]': others,
    'postids[]': postIds,
    'offerids[]': offerIds,
  } = requireFields(form, details);
  const popular = others.filter((id) => !frontpage.includes(id));
  const threadIds = [...frontpage, ...popular].slice(0, MOST_DEALS);
  const before = (page - 1) * pageSize;
  const [cards, postScores, offers] = await Promise.all([
    cardsOf(context, threadIds),
    commentScores(context, postIds),
    offerStates(context, offerIds),
  ]);
  const place = new Map(threadIds.map((id, index) => [id, index]));
  const entries = cards.map((card): [number, DealDetails | DealCounts] => {
    if (format === 'counts') return [card.threadId, countsOf(card)];
    const index = required(place.get(card.threadId), 'a deal that was asked for');
    const itemIndex = before + index;
    const isFrontpage = index < frontpage.length;
    return [card.threadId, { ...detailsOf(card), itemIndex, ...(isFrontpage && { frontpagePostNo: itemIndex + 1 }) }];
  });
  return {
    dealDetails: Object.fromEntries(entries),
    ...(form.has('postids[]') && { postScores }),
    ...(form.has('offerids[]') && { offers }),
  };
}

async function cardsOf(context: Context, threadIds: number[]): Promise<DealCard[]> {
  if (threadIds.length === 0) return [];
  const there = await shownDeals(context.db).select(['d.thread_id', CARD_VERSION]).where('d.thread_id', 'in', threadIds).execute();
  return readCards(context, there);
}

const countsOf = ({ threadId, postid, score, commentCount, isExpired, finalPriceText }: DealCard): DealCounts => ({
  threadId,
  postid,
  score,
  commentCount,
  isExpired,
  finalPriceText,
});

function detailsOf(card: DealCard) {
  const { uniqueId, dealTitle, listPriceText, itemVariant, path } = card;
  return { uniqueId, dealTitle, listPriceText, itemVariant, path, ...countsOf(card) };
}

/** Scores of the comments among these posts that are shown. */
async function commentScores({ db }: Context, postIds: number[]): Promise<Record<string, number>> {
  if (postIds.length === 0) return {};
  const rows = await visibleComments(db).select(['c.post_id', 'c.votes_up', 'c.votes_down']).where('c.post_id', 'in', postIds).execute();
  return Object.fromEntries(rows.map((row) => [row.post_id, score({ up: row.votes_up, down: row.votes_down })]));
}
