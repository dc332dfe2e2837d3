import { PAGE_CALL } from '../../lib/page-calls.ts';
import { request } from '../../ui/request.ts';
import { isRecord } from '../../lib/is-record.ts';
import { interleave, type Visit } from './activity.ts';

/** How many deals are shown; two rows of three, three rows of two. */
export const PICKED_COUNT = 6;
/** Limits the requests: one for each, and one for the cards. */
export const MOST_INTERESTS = 3;

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

/** Picks live deals of the visited pages, one of each in turn. A page that cannot be loaded is left out. */
export async function pickDeals(interests: Visit[]): Promise<PickedDeal[]> {
  const lists = await Promise.all(interests.map(async (reason) => ({ reason, ids: await liveDeals(visitedPath(reason)) })));
  return interleave(lists, PICKED_COUNT);
}

async function liveDeals(page: string): Promise<number[]> {
  const address = new URL(PAGE_CALL + page, location.href);
  address.searchParams.set('hideexpired', '1');
  return liveIds(await request(address.pathname + address.search).catch(() => undefined));
}

/** Numbers of the deals that do not say they are expired, in the payload of a page. */
export function liveIds(payload: unknown): number[] {
  const data = isRecord(payload) ? payload['pageData'] : undefined;
  const items: unknown = isRecord(data) ? data['items'] : undefined;
  return (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    isRecord(item) && typeof item['threadId'] === 'number' && item['isExpired'] === false ? [item['threadId']] : [],
  );
}
