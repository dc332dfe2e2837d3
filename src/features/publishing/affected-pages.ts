import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { DIRECTORIES } from '../directories/directory.ts';
import type { Feed } from '../feeds/address.ts';
import { dealsSitemap } from '../rendering/sitemap-names.ts';
import { IMPRINT } from '../texts/text-names.ts';
import type { Change, DealFacts, OfferFacts, Taxonomy } from './change.ts';
import type { PageTarget } from '../rendering/page-target.ts';

/** Deals and offers whose pages show the changed one among others. */
type Neighbours = readonly number[];

/**
 * The targets that may show a change: the deal's own page, the pages that show it among others, and every list that held
 * it or holds it now. One target too many costs little, because pages that come out the same are not written; one too few
 * leaves a page out of date.
 * @param neighbours the deals, or offers, whose pages show the changed one
 * @returns undefined for all pages: stores, brands, categories and the like are on each
 */
export function affectedPages(change: Change, taxonomy: Taxonomy, neighbours: Neighbours): PageTarget[] | undefined {
  switch (change.subject) {
    case 'deal':
      return [
        { kind: 'deal', id: change.id },
        ...feedsHolding(change.before, change.after, taxonomy),
        ...directories(change.before, change.after, ({ category, store, brand }) => [category, store, brand]),
        ...neighbours.map((id) => ({ kind: 'deal' as const, id })),
        ...sitemaps(dealsSitemap(change.id), 'feeds'),
      ];
    case 'offer':
      return [
        { kind: 'offer', id: change.id },
        ...feedsOfOffers(change.before, change.after, taxonomy),
        ...directories(change.before, change.after, ({ store }) => [store]),
        ...neighbours.map((id) => ({ kind: 'offer' as const, id })),
        ...sitemaps('offers', 'feeds'),
      ];
    case 'comments':
      return [{ kind: 'deal', id: change.id }, ...sitemaps(dealsSitemap(change.id), 'feeds')];
    case 'reputation':
      // Reputations show only beside comments. The threads are looked up for many members at once.
      return [];
    case 'prices':
      return [
        { kind: 'deal', id: change.id },
        ...browsing(taxonomy, ({ items, lowest }) => items === 'deals' && lowest === true),
        ...sitemaps(dealsSitemap(change.id), 'feeds'),
      ];
    case 'avatar':
    case 'picture': {
      const { subject: kind, before, after } = change;
      return [before, after].flatMap((digest) => (digest === null ? [] : [{ kind, digest }]));
    }
    case 'text': {
      const name = change.after ?? change.before;
      // Every page links to it, or no longer does.
      if (name === IMPRINT) return undefined;
      return [{ kind: 'text', path: `/${name}` }, ...sitemaps('pages')];
    }
    case 'collected':
      return browsing(new Map([...taxonomy.collections].filter(([id]) => id === change.id)), () => true);
    case 'store':
    case 'brand':
    case 'category':
    case 'collection':
    case 'everything':
      return undefined;
  }
}

const isShown = <Facts extends { status: string }>(facts: Facts | null): facts is Facts => facts !== null && facts.status !== 'scheduled';
const sitemaps = (...names: string[]): PageTarget[] => ['index', ...names].map((name) => ({ kind: 'sitemap', name }));
/** The targets of a feed: its first page, and the later ones, to which deals move on. */
const pagesOf = (feed: Feed): PageTarget[] => [
  { kind: 'feed', feed },
  { kind: 'later', feed },
];

const WHOLE: PageTarget[] = (['home', 'all', 'popular', 'for-you'] as const).flatMap((kind) => pagesOf({ kind }));

/** The directories, where they count a deal or an offer under something else than before. */
function directories<Facts extends { status: string }>(
  before: Facts | null,
  after: Facts | null,
  filedUnder: (facts: Facts) => (number | null)[],
): PageTarget[] {
  const counted = [before, after].map((facts) => (facts?.status === 'live' ? filedUnder(facts).join() : ''));
  return counted[0] === counted[1] ? [] : DIRECTORIES.map(({ feed }) => ({ kind: 'feed', feed }));
}

function feedsHolding(before: DealFacts | null, after: DealFacts | null, taxonomy: Taxonomy): PageTarget[] {
  const states = [before, after].filter(isShown);
  if (states.length === 0) return [];
  const either = (holds: (facts: DealFacts) => boolean) => states.some(holds);
  const filed = (kind: 'store' | 'brand', slugs: Map<number, { slug: string }>) =>
    [...new Set(states.map((facts) => facts[kind]))].flatMap((id) => {
      const slug = id === null ? undefined : slugs.get(id)?.slug;
      return slug === undefined ? [] : pagesOf({ kind, slug });
    });
  return [
    ...WHOLE,
    ...[...new Set(states.flatMap(({ category }) => upFrom(category, taxonomy)))].flatMap((slug) => pagesOf({ kind: 'category', slug })),
    ...filed('store', taxonomy.stores),
    ...filed('brand', taxonomy.brands),
    ...browsing(taxonomy, (rule) => either((facts) => collects(rule, facts, taxonomy))),
  ];
}

/** Slugs from a category up to the top. */
function upFrom(id: number, { categories }: Taxonomy): string[] {
  const slugs: string[] = [];
  for (let at = categories.get(id); at; at = at.parent === null ? undefined : categories.get(at.parent)) slugs.push(at.slug);
  return slugs;
}

const browsing = (taxonomy: Taxonomy | Taxonomy['collections'], holds: (rule: CollectionRule) => boolean): PageTarget[] =>
  [...('collections' in taxonomy ? taxonomy.collections : taxonomy).values()]
    .filter(({ rule }) => holds(rule))
    .flatMap(({ slug }) => pagesOf({ kind: 'browse', slug }));

/** Whether a collection may hold a deal. Hand-picked collections and those of lowest prices cannot be decided by these facts. */
function collects(rule: CollectionRule, facts: DealFacts, { categories }: Taxonomy): boolean {
  if (rule.items !== 'deals') return false;
  if (rule.minPercent !== undefined) return facts.percent !== null && facts.percent >= rule.minPercent;
  if (rule.maxCents !== undefined) return facts.price !== null && facts.price <= rule.maxCents;
  if (rule.categories) return rule.categories.includes(categories.get(facts.category)?.slug ?? '');
  return true;
}

function feedsOfOffers(before: OfferFacts | null, after: OfferFacts | null, taxonomy: Taxonomy): PageTarget[] {
  const states = [before, after].filter(isShown);
  const stores = new Set(states.map(({ store }) => store));
  return [
    ...[...stores].flatMap((id) => {
      const slug = id === null ? undefined : taxonomy.stores.get(id)?.slug;
      return slug === undefined ? [] : pagesOf({ kind: 'store', slug });
    }),
    ...browsing(taxonomy, ({ items, offerType }) => items === 'offers' && states.some(({ type }) => !offerType || offerType === type)),
  ];
}
