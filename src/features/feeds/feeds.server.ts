import { keyed } from '../../lib/keyed.ts';
import { pageCount } from '../../lib/paging.ts';
import { dataLayer, SITE_PICTURE, type LoadResult, type PageMetadata } from '../../lib/page.ts';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import { FILTERS, isFiltered, NO_FILTER_VALUES, type FilterName } from '../filters/applied-filters.ts';
import { resolveFilters, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import { offersOfStore } from '../offers/offers.server.ts';
import { feedAddress, feedPath, PAGE_SIZE, type Feed, type FeedView, defaultSort } from './address.ts';
import { feedFacets } from './choices.server.ts';
import type { FeedChoices, FeedData, FeedPage } from './feed.ts';
import { HOTTEST_COUNT, hottestDeals } from './hottest.server.ts';
import type { FeedQuery } from './feed-query.server.ts';
import { feedItems, feedTotal } from './items.server.ts';
import { dealFiltersOf, offersView } from './deal-filters.ts';
import { feedSubject, type Subject } from './subject.server.ts';

/** With fewer deals there is no row of the hottest ones, because all deals are on the first screens. */
const LEAST_WITH_HOTTEST = 10;
/** How many of its own offers a store's page shows above its deals. */
const STORE_OFFERS = { live: 12, expired: 24 };

/** What is shown only on the first page of a feed in its default order, without filters. */
type Opening = Pick<FeedData, 'hottest' | 'offers' | 'offersTotal'>;
const NO_OPENING: Opening = { hottest: [], offers: [], offersTotal: { live: 0, expired: 0 } };

/** One page of a feed; undefined when its slug names nothing or the page is past the end. */
export async function loadFeed(context: Context, feed: Feed, view: FeedView): Promise<LoadResult<FeedPage> | undefined> {
  const [page] = await feedPages(context, feed, view, 1);
  return page && { status: 200, page };
}

/**
 * Pages of a feed, from the one in `view` on.
 * @param most how many; there are fewer where the feed ends, and none when its slug names nothing
 */
export async function feedPages(context: Context, feed: Feed, asked: FeedView, most: number): Promise<FeedPage[]> {
  const { db, config } = context;
  const subject = await feedSubject(db, feed);
  if (!subject) return [];
  const holds = subject.collection?.rule.items ?? 'deals';
  const dealFilters = dealFiltersOf(subject.collection?.rule);
  const view = holds === 'offers' ? offersView(asked, dealFilters) : asked;
  const resolved = await resolveViewFilters(context, view, holds);
  const query: FeedQuery = { feed, subject, view, resolved };
  const counting = feedTotal(context, query);
  // Checked first, because for a page past the end the whole feed would be sorted for nothing.
  if (view.page > 1 && view.page > pageCount(await counting, PAGE_SIZE)) return [];
  const [total, items, choices] = await Promise.all([
    counting,
    feedItems(context, query, most),
    dealFilters && feedChoices(context, query),
  ]);
  const pages = pageCount(total, PAGE_SIZE);
  const opening = await openingOf(context, query, items.length);
  const named = subject.category ?? subject.brand ?? subject.store ?? null;
  // To search engines an empty page that answers is an error. What is always there fills up again.
  const isEmpty = feed.slug !== undefined && total + opening.offersTotal.live + opening.offersTotal.expired === 0;
  return Array.from({ length: Math.max(0, Math.min(most, pages - view.page + 1)) }, (_, index): FeedPage => {
    const page = view.page + index;
    const first = (page - 1) * PAGE_SIZE;
    return {
      pageData: {
        type: 'feed',
        feed,
        path: feedPath(feed),
        title: subject.title,
        description: subject.description,
        sort: view.sort,
        hideExpired: view.hideExpired,
        narrowsBy: dealFilters,
        choices,
        page,
        pages,
        total,
        holds,
        items: items
          .slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
          .map((item, at) => ({ ...item, itemIndex: at, frontpagePostNo: first + at + 1 })),
        ...(index === 0 ? opening : NO_OPENING),
        subject: named && { id: named.id, name: named.name },
        store: subject.store ? { name: subject.store.name, host: subject.store.host, slug: subject.store.slug } : null,
        children: subject.children,
      },
      pageLayout: { header: true, footer: true, background: 'grey', breadcrumbs: subject.breadcrumbs },
      pageMetadata: metadata(config, feed, { ...asked, page }, subject, isEmpty),
    };
  });
}

async function openingOf(context: Context, { feed, subject, view }: FeedQuery, itemCount: number): Promise<Opening> {
  if (view.page > 1 || isRearranged(feed, view)) return NO_OPENING;
  if (feed.kind === 'home' && itemCount >= LEAST_WITH_HOTTEST)
    return { ...NO_OPENING, hottest: await hottestDeals(context, HOTTEST_COUNT) };
  if (!subject.store) return NO_OPENING;
  const { offers, total } = await offersOfStore(context, subject.store.id, STORE_OFFERS);
  return { ...NO_OPENING, offers, offersTotal: total };
}

/** Whether a feed is in another order or filtered: search engines do not index it as a page of its own. */
const isRearranged = (feed: Feed, view: FeedView) => view.sort !== defaultSort(feed) || isFiltered(view) || view.choosing;

/** The filters of a feed, apart from hiding expired items; undefined where there are none. The index of offers has no discounts. */
async function resolveViewFilters(
  { db, config }: Context,
  view: FeedView,
  holds: 'deals' | 'offers',
): Promise<ResolvedFilters | undefined> {
  const applied = { ...view, hideExpired: false, ...(holds === 'offers' && { percentOff: undefined }) };
  return isFiltered(applied) ? resolveFilters(db, applied, config.region.currency) : undefined;
}

async function feedChoices(context: Context, query: FeedQuery): Promise<FeedChoices | null> {
  const { subject, view, resolved } = query;
  if (!isFiltered(view) && !view.choosing && view.problems.length === 0) return null;
  const { filters, priceMin, priceMax, percentOff, hideExpired, withCoupon, problems } = view;
  return {
    narrowing: { filters, priceMin, priceMax, percentOff, hideExpired, withCoupon },
    chosen: chosenOf(subject, resolved),
    facets: await feedFacets(context, query),
    problems,
  };
}

/** The chosen values that can occur in the feed: on a store's feed, for instance, other stores are left out. */
function chosenOf({ categoryIds, store, brand }: Subject, resolved: ResolvedFilters | undefined): FeedChoices['chosen'] {
  const chosen = resolved?.chosen ?? NO_FILTER_VALUES;
  const held: Partial<Record<FilterName, number[] | undefined>> = {
    category: categoryIds,
    store: store && [store.id],
    brand: brand && [brand.id],
  };
  return keyed(FILTERS, (name) => chosen[name].filter(({ id }) => held[name]?.includes(id) ?? true));
}

function metadata({ siteName, siteDescription }: Config, feed: Feed, view: FeedView, subject: Subject, isEmpty: boolean): PageMetadata {
  const description = (feed.kind === 'home' && siteDescription) || subject.description;
  const numbered = view.page > 1 ? `, page ${view.page}` : '';
  const rearranged = isRearranged(feed, view);
  return {
    title:
      feed.kind === 'home' && view.page === 1 ? `${siteName}: deals, coupons and cashback` : `${subject.title}${numbered} | ${siteName}`,
    description: `${description}${view.page > 1 ? ` Page ${view.page}.` : ''}`,
    // The canonical address of other orders is the feed itself.
    canonical: feedAddress(feed, rearranged ? {} : { page: view.page }),
    robots: rearranged || isEmpty ? 'noindex,follow' : 'index,follow',
    image: SITE_PICTURE,
    dataLayer: dataLayer({
      pageType: feed.kind === 'home' ? 'homepage' : 'feed',
      section: feed.kind === 'home' ? 'frontpage' : 'site',
      group: feed.kind,
      name: [feed.kind, ...(feed.slug ? [feed.slug] : []), ...(view.page > 1 ? [`page ${view.page}`] : [])],
      pco: subject.collection?.rule.items === 'offers',
    }),
  };
}
