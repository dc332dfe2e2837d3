import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { FIGURES, NOT_NARROWED, type FigureName } from '../filters/narrowing.ts';
import type { FeedView } from './address.ts';

/**
 * What narrows a feed besides what its items are filed under: of deals all there is, of offers what tells them apart.
 * @returns null where nothing narrows it: expired offers are kept for reference
 */
export function narrowsBy(rule: CollectionRule | undefined): FigureName[] | null {
  if (rule?.items !== 'offers') return [...FIGURES];
  if (rule.expired) return null;
  return rule.offerType === 'cashback' ? [] : ['discount'];
}

/** A view of a list of offers without what narrows deals alone. @param figures of `narrowsBy` */
export function offersView(view: FeedView, figures: FigureName[] | null): FeedView {
  const { page, sort, choosing, problems } = view;
  return {
    ...NOT_NARROWED,
    ...{ page, sort, choosing, problems },
    ...(figures && { filters: { ...NOT_NARROWED.filters, store: view.filters.store } }),
    ...(figures?.includes('discount') && { percentOff: view.percentOff }),
  };
}
