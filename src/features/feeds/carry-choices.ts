import { NO_FILTERS } from '../filters/applied-filters.ts';
import { carriedAddress, feedAt, feedView } from './address.ts';

/**
 * Makes links to feeds in header, menu and breadcrumbs keep the order, prices and discounts that were chosen here. Stores, brands and
 * categories are not kept, because they were chosen from this feed's; lists of offers have no such choices.
 */
export function carryChoices(): void {
  const feed = feedAt(location.pathname);
  const view = feed && feedView(feed, new URLSearchParams(location.search));
  if (!view) return;
  const offers = new Set([...document.querySelectorAll<HTMLAnchorElement>('#nav-offers a')].map(({ pathname }) => pathname));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header nav a, .breadcrumbs a')) {
    const { origin, pathname, search } = link;
    if (origin !== location.origin || search !== '' || pathname === location.pathname || offers.has(pathname)) continue;
    link.href = carriedAddress({ feed, view: { ...view, filters: NO_FILTERS.filters } }, pathname);
  }
}
