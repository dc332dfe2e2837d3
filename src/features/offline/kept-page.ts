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

/** What makes a page count for more than one that was visited, the most important first. */
const MARKS = ['coupon', 'savedAt'] as const;
type Rank = (typeof MARKS)[number] | PageKind;

/** So many stay with a copied coupon, of saved deals, and of each kind of the others. */
const MOST: Record<Rank, number> = { coupon: 50, savedAt: 50, deal: 30, feed: 20 };

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

/** What a page counts as. */
export const rankOf = (page: KeptPage): Rank => MARKS.find((mark) => page[mark] !== undefined) ?? page.kind;

/** Sorts pages by what is kept first: copied coupons, then saved deals, then others; of each the last one first. */
export function sortByImportance(pages: KeptPage[]): KeptPage[] {
  const marks = (page: KeptPage) => [page.coupon?.at, page.savedAt, page.at].findIndex((at) => at !== undefined);
  const time = (page: KeptPage) => page.coupon?.at ?? page.savedAt ?? page.at;
  return pages.toSorted((a, b) => marks(a) - marks(b) || time(b) - time(a));
}

/** Returns the pages that stay within the limits. One whose mark is one too many counts as it would without. */
export function withinLimits(pages: KeptPage[], most = MOST): KeptPage[] {
  const marked = MARKS.reduce((all, mark) => {
    const ranked = sortByImportance(all).filter((page) => rankOf(page) === mark);
    const tooMany = new Set(ranked.slice(most[mark]));
    return all.map((page) => (tooMany.has(page) ? { ...page, [mark]: undefined } : page));
  }, pages);
  const left = { ...most };
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
