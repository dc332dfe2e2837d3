import { dataLayer, type Loaded, type PageMetadata } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { storeOffers } from '../offers/offers.server.ts';
import { feedAddress, feedPath, PAGE_SIZE, type Feed, type FeedView, defaultSort } from './address.ts';
import type { FeedPage } from './feed.ts';
import { feedItems, feedTotal, hottestDeals } from './items.server.ts';
import { feedSubject, type Subject } from './subject.server.ts';

/** One row of the opening. */
const HOTTEST = 3;
/** A store's page shows this many of its own offers above its deals. */
const STORE_OFFERS = 12;

/** One page of a feed; undefined when its slug names nothing or the page is past the end. */
export async function loadFeed({ db, config }: Context, feed: Feed, view: FeedView): Promise<Loaded<FeedPage> | undefined> {
  const subject = await feedSubject(db, feed);
  if (!subject) return undefined;
  const total = await feedTotal(db, feed, subject, view);
  const items = await feedItems(db, feed, subject, view);
  const pages = pagesFor(total);
  if (view.page > pages) return undefined;

  const opening = view.page === 1 && view.sort === defaultSort(feed) && !view.hideExpired;
  const first = (view.page - 1) * PAGE_SIZE;
  return {
    status: 200,
    page: {
      pageData: {
        type: 'feed',
        feed,
        path: feedPath(feed),
        title: subject.title,
        description: subject.description,
        ...view,
        pages,
        total,
        holds: subject.collection?.rule.items ?? 'deals',
        items: items.map((item, index) => ({ ...item, itemIndex: index, frontpagePostNo: first + index + 1 })),
        hottest: opening && feed.kind === 'home' ? await hottestDeals(db, HOTTEST) : [],
        offers: opening && subject.store ? await storeOffers(db, subject.store.id, STORE_OFFERS) : [],
        store: subject.store ? { name: subject.store.name, host: subject.store.host, slug: subject.store.slug } : null,
        children: subject.children,
      },
      pageLayout: { header: true, footer: true, background: 'grey', breadcrumbs: subject.breadcrumbs },
      pageMetadata: metadata(config.siteName, feed, view, subject),
    },
  };
}

/** How many pages a feed has. */
export async function feedLength({ db }: Context, feed: Feed, view: FeedView): Promise<number> {
  const subject = await feedSubject(db, feed);
  return subject ? pagesFor(await feedTotal(db, feed, subject, view)) : 0;
}

const pagesFor = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

function metadata(siteName: string, feed: Feed, view: FeedView, subject: Subject): PageMetadata {
  const numbered = view.page > 1 ? `, page ${view.page}` : '';
  const rearranged = view.sort !== defaultSort(feed) || view.hideExpired;
  return {
    title:
      feed.kind === 'home' && view.page === 1 ? `${siteName}: deals, coupons and cashback` : `${subject.title}${numbered} | ${siteName}`,
    description: `${subject.description}${view.page > 1 ? ` Page ${view.page}.` : ''}`,
    // Another order of the same deals is no page of its own.
    canonical: feedAddress(feed, rearranged ? {} : { page: view.page }),
    robots: rearranged ? 'noindex,follow' : 'index,follow',
    image: '/share/site.png',
    dataLayer: dataLayer({
      pageType: feed.kind === 'home' ? 'homepage' : 'feed',
      section: feed.kind === 'home' ? 'frontpage' : 'site',
      group: feed.kind,
      name: [feed.kind, ...(feed.slug ? [feed.slug] : []), ...(view.page > 1 ? [`page ${view.page}`] : [])],
      pco: subject.collection?.rule.items === 'offers',
    }),
  };
}
