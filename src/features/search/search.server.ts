import { pageCount } from '../../lib/paging.ts';
import { siteMetadata, type LoadResult } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_COLUMNS, toCard } from '../deals/cards.server.ts';
import { shownDeals } from '../deals/shown-deals.server.ts';
import { FILTERS } from '../filters/applied-filters.ts';
import { resolveFilters, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import { hottestDeals } from '../feeds/hottest.server.ts';
import { findOfferCards } from '../offers/offers.server.ts';
import { isTimeout } from '../../server/db/unavailable.ts';
import { withSearchLimits } from './bounded.server.ts';
import { findOffers, NO_OFFERS, offerStores, type FoundOffers } from './find-offers.server.ts';
import { findNamed, findNamedBeside } from './find-named.server.ts';
import { FEW_RESULTS, findNear } from './find-near.server.ts';
import { findDeals, MOST_FOUND, type Search } from './find.server.ts';
import { withConditions, operatorConditions } from './operator-conditions.server.ts';
import { readOperators, requiredText } from './operators.ts';
import { otherChoices } from './other-choices.server.ts';
import { guessWords, understandWords } from './read-words.server.ts';
import { readPriceWords } from './price-words.ts';
import { isAboutOffers } from './is-about-offers.ts';
import { searchAddress, type SearchQuery } from './query.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import type { SearchData, SearchPage } from './search-data.ts';
import { planSearch } from './terms.ts';
import type { Guess, Understood } from './understood.ts';

const RESULTS_A_PAGE = 40;
/** Offers that stand beside deals. */
const OFFERS_BESIDE = 6;
/** Popular deals where nothing else is shown: whole rows of two and of four. */
const POPULAR = 8;

/**
 * Deals that match what is asked for, the best match first, or the newest when nothing is (spec §9). However much matches,
 * no more than `MOST_FOUND` deals are gone through.
 * @returns undefined when the page is past the end
 */
export async function loadSearch(context: Context, query: SearchQuery): Promise<LoadResult<SearchPage> | undefined> {
  const { db, config } = context;
  const found = await withSearchLimits(db, (bounded) => search(context, bounded, query)).catch((error: unknown) => {
    if (isTimeout(error)) return TOO_LONG;
    throw error;
  });
  const pages = pageCount(query.offersOnly ? found.offers.total : found.total, RESULTS_A_PAGE);
  if (query.page > pages && !found.tooLong) return undefined;
  const { ids, nearIds, offers, ...rest } = found;
  const cards = await cardsOf(context, [...ids, ...nearIds]);
  const isEmpty = found.total === 0 && nearIds.length === 0 && offers.total === 0;
  const shown = (threadIds: number[]) => threadIds.flatMap((id) => cards.get(id) ?? []);
  return {
    status: 200,
    page: {
      pageData: {
        type: 'search',
        query,
        pages,
        ...rest,
        items: shown(ids),
        near: shown(nearIds),
        popular: isEmpty ? await hottestDeals(context, POPULAR) : [],
        offers: { total: offers.total, more: offers.more, items: await findOfferCards(context, offers.ids) },
      },
      pageLayout: { header: true, footer: true, background: 'grey', breadcrumbs: [{ name: 'Search', path: '/search' }] },
      pageMetadata: siteMetadata(config.siteName, {
        title: query.q === '' ? 'Search deals' : `Search: ${query.q}`,
        description: 'Search deals, coupons and stores.',
        canonical: searchAddress(query, query.page),
        robots: 'noindex,follow',
        pageType: 'search',
        name: ['search', query.q],
      }),
    },
  };
}

type Results = Omit<SearchData, 'type' | 'query' | 'pages' | 'items' | 'near' | 'popular' | 'offers'> & {
  ids: number[];
  nearIds: number[];
  offers: FoundOffers;
};

const NOTHING = { store: [], brand: [], category: [], forum: [] };
const NO_DEALS: Results = {
  total: 0,
  more: false,
  ids: [],
  nearIds: [],
  facets: NOTHING,
  chosen: NOTHING,
  entities: [],
  corrected: [],
  price: null,
  marks: [],
  tooLong: false,
  offers: NO_OFFERS,
  asksForOffers: false,
};
const TOO_LONG: Results = { ...NO_DEALS, tooLong: true };
const ASKS_FOR_OFFERS = /\b(?:coupons?|vouchers?|promo codes?|cash[ -]?back)\b/i;

/** What a text that finds no deals may be meant for, beside what its words name. */
const othersNamed = (db: Db, understood: Understood | undefined, text: string) =>
  understood && understood.entities.length > 0 ? findNamedBeside(db, understood) : findNamed(db, text);

async function search({ clock, config }: Context, db: Db, query: SearchQuery): Promise<Results> {
  const { rest, matchedText, ...bounds } = readPriceWords(query.q, config.region);
  const hasPriceWords = matchedText !== undefined && query.priceMin === undefined && query.priceMax === undefined;
  const operators = readOperators(rest);
  const bounded = hasPriceWords ? { ...query, priceMin: bounds.min, priceMax: bounds.max } : query;
  const filters = await resolveFilters(db, bounded, config.region.currency);
  const resolved = withConditions(filters, await operatorConditions(db, operators));
  const understood = await understandWords(db, requiredText(operators));
  const exact = understood && planSearch(understood, new Map());
  const words = exact && minimumShouldMatch(exact.terms, 0);
  const exactOffers = await offersFor(db, query, words, resolved);
  // What offers have word for word is no typo.
  const typed =
    exact && exactOffers.total > 0 ? { understood, guesses: new Map<string, Guess>(), plan: exact } : await guessWords(db, understood);
  const plan = typed?.plan;
  const meant = plan && minimumShouldMatch(plan.terms, 0);
  // Words that were corrected are looked for as such among offers, too.
  const offerWords = plan && plan.corrected.length > 0 ? meant : words;
  const offers = offerWords === words ? exactOffers : await offersFor(db, query, offerWords, resolved);
  const wanted: Search = {
    words: meant,
    resolved,
    rankings: plan?.rankings ?? [],
    cheap: plan?.cheap ?? false,
    sort: plan || query.sort !== 'relevance' ? query.sort : 'newest',
    now: clock(),
    offset: (query.page - 1) * RESULTS_A_PAGE,
    limit: RESULTS_A_PAGE,
    most: MOST_FOUND,
    facets: true,
  };
  const asksForOffers = offers.total > 0 && ASKS_FOR_OFFERS.test(query.q);
  const ofOffers = async () => ({ ...NOTHING, store: await offerStores(db, { words: offerWords, resolved }) });
  if (query.offersOnly) return { ...NO_DEALS, facets: await ofOffers(), chosen: resolved.chosen, offers, asksForOffers };
  const found = await findDeals(db, wanted);
  const isOfOffers = isAboutOffers({ query, total: found.total, offers });
  const facets = isOfOffers ? await ofOffers() : { ...(found.facets ?? NOTHING) };
  const chosen = isOfOffers ? [] : FILTERS.filter((filter) => query.filters[filter].length > 0);
  for (const filter of chosen) facets[filter] = await otherChoices(db, wanted, filter);
  const named = typed?.understood.entities ?? [];
  return {
    total: found.total,
    more: found.more,
    ids: found.ids,
    facets,
    chosen: resolved.chosen,
    nearIds: typed && wanted.words && found.total < FEW_RESULTS && !asksForOffers ? await findNear(db, wanted, typed, found) : [],
    entities: found.total > 0 ? named : [...named, ...(await othersNamed(db, typed?.understood, requiredText(operators)))],
    corrected: plan?.corrected ?? [],
    price: hasPriceWords ? { matchedText, min: bounds.min, max: bounds.max } : null,
    marks: plan?.marks ?? [],
    tooLong: false,
    offers: query.page > 1 ? NO_OFFERS : offers,
    asksForOffers,
  };
}

/**
 * Coupons and cashback: some for the first page of a search for deals, or those of the page that is asked for. Later pages of deals show none,
 * and need to know how many there are to read the words as the first one does.
 */
async function offersFor(db: Db, query: SearchQuery, words: string | undefined, resolved: ResolvedFilters): Promise<FoundOffers> {
  if (query.offersOnly) return findOffers(db, { words, resolved, offset: (query.page - 1) * RESULTS_A_PAGE, limit: RESULTS_A_PAGE });
  if (query.q === '') return NO_OFFERS;
  return findOffers(db, { words, resolved, offset: 0, limit: query.page > 1 ? 0 : OFFERS_BESIDE });
}

async function cardsOf(context: Context, ids: number[]): Promise<Map<number, DealCard>> {
  if (ids.length === 0) return new Map();
  const rows = await shownDeals(context.db).select(CARD_COLUMNS).where('d.thread_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.thread_id, toCard(context, row)]));
}
