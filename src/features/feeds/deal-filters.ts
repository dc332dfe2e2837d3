import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { DEAL_FILTERS, NO_FILTERS, type DealFilterName } from '../filters/applied-filters.ts';
import type { FeedView } from './address.ts';

/**
 * The filters of a feed besides what its items are filed under: all filters for deals, and those that distinguish offers.
 * @returns null where nothing narrows it: expired offers are kept for reference
 */
export function dealFiltersOf(rule: CollectionRule | undefined): DealFilterName[] | null {
  if (rule?.items !== 'offers') return [...DEAL_FILTERS];
  if (rule.expired) return null;
  return rule.offerType === 'cashback' ? [] : ['discount'];
}

/** A view of a list of offers, without filters that only apply to deals. @param dealFilters the result of `dealFiltersOf` */
export function offersView(view: FeedView, dealFilters: DealFilterName[] | null): FeedView {
  const { page, sort, choosing, problems } = view;
  return {
    ...NO_FILTERS,
    page,
    sort,
    choosing,
    problems,
    ...(dealFilters && { filters: { ...NO_FILTERS.filters, store: view.filters.store } }),
    ...(dealFilters?.includes('discount') && { percentOff: view.percentOff }),
  };
}
