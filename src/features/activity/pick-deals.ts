import { PAGE_CALL } from '../../lib/page-calls.ts';
import { request } from '../../ui/request.ts';
import { RequestError } from '../../ui/request-error.ts';
import { isRecord } from '../../lib/is-record.ts';
import { forgetVisit } from './stored-activity.ts';
import { interleave, type Visit } from './activity.ts';

/** How many deals are shown; two rows of three, three rows of two. */
export const PICKED_COUNT = 6;
/** How many pages are asked for together: that many requests, and one for the cards, are what a visit takes as a rule. */
const ASKED_AT_ONCE = 3;
/** How many pages are asked for at most, where the first ones have too few deals. */
export const MOST_INTERESTS = 9;

export interface PickedDeal {
  id: number;
  reason: Visit;
}

/** The address of a visited category or search. */
export const visitedPath = (visit: Visit) =>
  visit.kind === 'categories' ? `/category/${encodeURIComponent(visit.id)}` : `/search?${new URLSearchParams({ q: visit.id })}`;

/** Why a deal is shown: words before the name of the page that was looked at, and the name. */
export const reasonFor = (visit: Visit): { words: string; name: string } =>
  visit.kind === 'categories'
    ? { words: 'Because you viewed', name: visit.title }
    : { words: 'Because you searched for', name: `“${visit.id}”` };

/**
 * Picks live deals of the visited pages, one of each in turn. A page that cannot be loaded, or has nothing left, is left out, and the next
 * interests are asked for until there are enough deals. A page that is gone is forgotten.
 * @param interests the most important first
 * @param hidden thread ids of the deals that the user hides
 */
export async function pickDeals(interests: Visit[], hidden: ReadonlySet<number>): Promise<PickedDeal[]> {
  let lists: { reason: Visit; ids: number[] }[] = [];
  let picks: PickedDeal[] = [];
  for (let asked = 0; asked < interests.length && picks.length < PICKED_COUNT; asked += ASKED_AT_ONCE) {
    const next = interests.slice(asked, asked + ASKED_AT_ONCE);
    lists = [...lists, ...(await Promise.all(next.map((reason) => shownDeals(reason, hidden))))];
    picks = interleave(lists, PICKED_COUNT);
  }
  return picks;
}

async function shownDeals(reason: Visit, hidden: ReadonlySet<number>) {
  const address = new URL(PAGE_CALL + visitedPath(reason), location.href);
  address.searchParams.set('hideexpired', '1');
  const payload = await request(address.pathname + address.search).catch((error: unknown) => {
    // Otherwise its place would be taken by a page that is not there, and asked for in vain, at each visit.
    if (error instanceof RequestError && error.status === 404) forgetVisit(reason);
  });
  return { reason, ids: liveIds(payload).filter((id) => !hidden.has(id)) };
}

/** Numbers of the deals that do not say they are expired, in the payload of a page. */
export function liveIds(payload: unknown): number[] {
  const data = isRecord(payload) ? payload['pageData'] : undefined;
  const items: unknown = isRecord(data) ? data['items'] : undefined;
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    isRecord(item) && typeof item['threadId'] === 'number' && item['isExpired'] === false ? [item['threadId']] : [],
  );
}
