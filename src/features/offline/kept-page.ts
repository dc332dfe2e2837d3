/** A page that is kept for reading offline. */
export interface KeptPage {
  /** Its address; for a deal, without the title. */
  key: string;
  /** The path at which it was visited. */
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
  coupon?: Coupon | undefined;
  /** When the visitor saved the deal, in milliseconds of time. */
  savedAt?: number | undefined;
}

/** A coupon that the visitor copied. */
interface Coupon {
  code: string;
  store: string;
  /** When, in milliseconds of time. */
  at: number;
}

type PageKind = 'deal' | 'feed';

/** What makes a page more important than one that was only visited, the most important first. */
const MARKS = ['coupon', 'savedAt'] as const;
type Rank = (typeof MARKS)[number] | PageKind;

/** How many pages are kept with a copied coupon, of saved deals, and of each other kind. */
const MOST: Record<Rank, number> = { coupon: 50, savedAt: 50, deal: 30, feed: 20 };

const FEED = /^\/(?:(?:all|popular|for-you|(?:browse|category|store|brand)\/[^/]+)\/?)?$/;
const DEAL = /^(?:\/f\/\d+|\/pco\/\d+)(?=[-/]|$)[^/]*\/?$/;
/** Query parameters that distinguish pages of a feed; those of campaigns do not. */
const OF_FEEDS = ['page', 'sort', 'hideexpired'];
const TRACKING_PARAM = /^utm_/;

/**
 * The key and kind under which the page of an address is kept. Only deals, offers and feeds are kept, because they are the same for
 * everybody; other pages and other query parameters (such as the hash of a reset link) never are.
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

/** The rank of a page: its most important mark, otherwise its kind. */
export const rankOf = (page: KeptPage): Rank => MARKS.find((mark) => page[mark] !== undefined) ?? page.kind;

/** Sorts pages by importance: copied coupons, then saved deals, then others; the newest of each first. */
export function sortByImportance(pages: KeptPage[]): KeptPage[] {
  const marks = (page: KeptPage) => [page.coupon?.at, page.savedAt, page.at].findIndex((at) => at !== undefined);
  const time = (page: KeptPage) => page.coupon?.at ?? page.savedAt ?? page.at;
  return pages.toSorted((a, b) => marks(a) - marks(b) || time(b) - time(a));
}

/** Returns the pages that are within the limits. A page beyond the limit of its mark is ranked without that mark. */
export function withinLimits(pages: KeptPage[]): KeptPage[] {
  const marked = MARKS.reduce((all, mark) => {
    const ranked = sortByImportance(all).filter((page) => rankOf(page) === mark);
    const tooMany = new Set(ranked.slice(MOST[mark]));
    return all.map((page) => (tooMany.has(page) ? { ...page, [mark]: undefined } : page));
  }, pages);
  const left = { ...MOST };
  return sortByImportance(marked).filter((page) => left[rankOf(page)]-- > 0);
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
