import { pageParam, flagParam } from '../../lib/exact-params.ts';
import { isSlug } from '../../lib/slug.ts';
import { addFilters, NO_FILTERS, readFilters, type AppliedFilters } from '../filters/applied-filters.ts';

/** Deals a page shows (issue: 40 deals a page). */
export const PAGE_SIZE = 40;
/** Pages of each feed that are published; deeper ones are rendered when somebody asks. */
export const PUBLISHED_PAGES = 5;

export const SORTS = ['hot', 'rising', 'new', 'price', 'discount'] as const;
export type Sort = (typeof SORTS)[number];

const PLAIN_KINDS = ['all', 'for-you', 'popular'] as const;
const SLUG_KINDS = ['browse', 'category', 'store', 'brand'] as const;
type SlugKind = (typeof SLUG_KINDS)[number];

/** A feed of the spec's route table (§2): the home feed, or one of the catch-all's. */
export type Feed = { kind: 'home' | (typeof PLAIN_KINDS)[number]; slug?: undefined } | { kind: SlugKind; slug: string };

/** Which page of a feed, in which order and with which filters. */
export interface FeedView extends AppliedFilters {
  page: number;
  sort: Sort;
  /** Whether all filter choices are shown, for a browser without script. */
  choosing: boolean;
  /** What could not be read, as messages for visitors. */
  problems: string[];
}

/** The first page of a feed as it is published. */
export const unfilteredView = (feed: Feed): FeedView => ({
  page: 1,
  sort: defaultSort(feed),
  choosing: false,
  problems: [],
  ...NO_FILTERS,
});

/** The feed a path names, with or without a trailing slash; undefined when the spec's pattern does not accept it. */
export function feedAt(path: string): Feed | undefined {
  if (path === '/') return { kind: 'home' };
  const [, kind, slug, ...rest] = path.replace(/\/$/, '').split('/');
  if (rest.length > 0) return undefined;
  if (slug === undefined) {
    const plain = PLAIN_KINDS.find((name) => name === kind);
    return plain && { kind: plain };
  }
  const filed = SLUG_KINDS.find((name) => name === kind);
  return filed && isSlug(slug) ? { kind: filed, slug } : undefined;
}

/** The bare address of a feed. */
export function feedPath(feed: Feed): string {
  if (feed.kind === 'home') return '/';
  return feed.slug === undefined ? `/${feed.kind}` : `/${feed.kind}/${feed.slug}`;
}

/** The order a feed has when nobody chose another. */
export function defaultSort(feed: Feed): Sort {
  return feed.kind === 'home' || feed.kind === 'all' ? 'new' : 'hot';
}

/**
 * Reads the address of a page of a feed; undefined when `page`, `sort` or `hideexpired` are invalid, which is a 404 (contract.md). Other
 * invalid parameters are ignored and reported, as in a search.
 */
export function feedView(feed: Feed, query: URLSearchParams): FeedView | undefined {
  const page = pageParam(query);
  const [name = defaultSort(feed), ...more] = query.getAll('sort');
  const sort = more.length === 0 ? SORTS.find((known) => known === name) : undefined;
  const hideExpired = flagParam(query, 'hideexpired');
  if (page === undefined || sort === undefined || hideExpired === undefined) return undefined;
  const { narrowing, problems } = readFilters(query);
  return { page, sort, choosing: query.get('filters') === '1', problems, ...narrowing, hideExpired };
}

/** Address of a page of a feed, without parameters that have the feed's defaults. */
export function feedAddress(feed: Feed, view: Partial<FeedView>): string {
  const query = new URLSearchParams();
  if (view.sort && view.sort !== defaultSort(feed)) query.set('sort', view.sort);
  addFilters(query, view);
  if (view.choosing) query.set('filters', '1');
  if (view.page && view.page > 1) query.set('page', String(view.page));
  const path = feedPath(feed);
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * The address of another feed with the same order and filters, so that a visitor's choices are kept. A filter of the kind that the other
 * feed is about is left out.
 */
export function carriedAddress({ feed, view }: { feed: Feed; view: FeedView }, path: string): string {
  const other = feedAt(path);
  if (!other) return path;
  const filters = other.kind in view.filters ? { ...view.filters, [other.kind]: [] } : view.filters;
  const { page: _, choosing: __, sort, ...narrowing } = view;
  return feedAddress(other, { ...narrowing, filters, ...(sort !== defaultSort(feed) && { sort }) });
}
