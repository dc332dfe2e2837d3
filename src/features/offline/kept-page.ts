/** A page that is kept for reading offline. */
export interface KeptPage {
  /** What it is kept under: its address, that of a deal without its title. */
  key: string;
  /** Where it was. */
  path: string;
  kind: PageKind;
  title: string;
  /** When it was fetched, in milliseconds of time. */
  at: number;
  /** Characters of its HTML. */
  size: number;
  /** Paths of the files that its HTML names. */
  files: string[];
  /** The coupon that the visitor copied on it. */
  coupon?: Coupon;
}

/** A coupon that the visitor copied. */
interface Coupon {
  code: string;
  store: string;
  /** When, in milliseconds of time. */
  at: number;
}

type PageKind = 'deal' | 'feed';

/** Pages with a coupon that was copied stay longest; of others so many of each kind, those visited last. */
const MOST: Record<PageKind | 'coupon', number> = { coupon: 50, deal: 30, feed: 20 };

const FEED = /^\/(?:(?:all|popular|for-you|(?:browse|category|store|brand)\/[^/]+)\/?)?$/;
const DEAL = /^(?:\/f\/\d+|\/pco\/\d+)(?=[-/]|$)[^/]*\/?$/;
/** Query parameters that make another page of a feed; those of campaigns make none. */
const OF_FEEDS = ['page', 'sort', 'hideexpired'];
const TRACKING_PARAM = /^utm_/;

/**
 * Under which key an address is kept, and as what. Deals, offers and feeds are the same for everybody; whatever else there is, and whatever a
 * query may hold besides (such as the hash of a reset link), is kept nowhere.
 * @returns undefined for what is not kept
 */
export function keyOf({ pathname, searchParams }: URL): Pick<KeptPage, 'key' | 'kind'> | undefined {
  const query = new URLSearchParams([...searchParams].filter(([name]) => !TRACKING_PARAM.test(name)));
  query.sort();
  // An old title leads to the same deal.
  const [deal] = DEAL.exec(pathname) ?? [];
  if (deal) return query.size === 0 ? { key: deal.replace(/^(\/\w+\/\d+).*/, '$1'), kind: 'deal' } : undefined;
  if (!FEED.test(pathname) || [...query.keys()].some((name) => !OF_FEEDS.includes(name))) return undefined;
  return { key: `${pathname.replace(/(.)\/$/, '$1')}${query.size > 0 ? `?${query}` : ''}`, kind: 'feed' };
}

/** Sorts pages by what is kept first: copied coupons, the last one first, then the last visited pages. */
export const sortByImportance = (pages: KeptPage[]): KeptPage[] =>
  pages.toSorted((a, b) => Number(!a.coupon) - Number(!b.coupon) || (b.coupon?.at ?? b.at) - (a.coupon?.at ?? a.at));

/** Returns the pages that stay within the limits of their kinds. A page whose coupon is one too many counts as any other. */
export function withinLimits(pages: KeptPage[], most = MOST): KeptPage[] {
  const coupons = sortByImportance(pages).filter(({ coupon }) => coupon);
  const tooMany = new Set(coupons.slice(most.coupon));
  const left = { ...most };
  return sortByImportance(pages.map((page) => (tooMany.has(page) ? { ...page, coupon: undefined } : page))).filter(
    ({ kind, coupon }) => left[coupon ? 'coupon' : kind]-- > 0,
  );
}

/** Returns the most important pages that fit, with the files that they need, into `room` bytes. @param sizes bytes of files by their paths */
export function withinSpace(pages: KeptPage[], sizes: ReadonlyMap<string, number>, room: number): KeptPage[] {
  const counted = new Set<string>();
  let taken = 0;
  const full = sortByImportance(pages).findIndex(({ size, files }) => {
    taken += size;
    for (const file of files) if (!counted.has(file)) taken += sizes.get(file) ?? 0;
    for (const file of files) counted.add(file);
    return taken > room;
  });
  return full < 0 ? pages : sortByImportance(pages).slice(0, full);
}
