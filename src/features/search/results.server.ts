import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { FILTERS, NO_FILTERS } from '../filters/applied-filters.ts';
import { resolveFilters, withConditions, withDiscount, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import { readDiscountWords } from './discount-words.ts';
import { findNamed, findNamedBeside } from './find-named.server.ts';
import { FEW_RESULTS, findNear } from './find-near.server.ts';
import { findPasted } from './find-pasted.server.ts';
import { findOffers, NO_OFFERS, offerStores, type FoundOffers } from './find-offers.server.ts';
import { findDeals, MOST_FOUND, type Found, type Search } from './find.server.ts';
import { isAboutOffers } from './is-about-offers.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { operatorConditions } from './operator-conditions.server.ts';
import { readOperators, requiredText } from './operators.ts';
import { otherChoices } from './other-choices.server.ts';
import { readPriceWords } from './price-words.ts';
import type { SearchQuery } from './query.ts';
import { guessWords, understandWords, type ReadQuery } from './read-words.server.ts';
import type { SearchData } from './search-data.ts';
import { planSearch } from './terms.ts';
import { allOf } from './tsquery.ts';
import type { Understood } from './understood.ts';

export const RESULTS_A_PAGE = 40;
/** Offers that stand beside deals. */
const OFFERS_BESIDE = 6;
const ASKS_FOR_OFFERS = /\b(?:coupons?|vouchers?|promo codes?|cash[ -]?back)\b/i;

/** What a search finds: deals and offers by their ids. */
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
  discount: null,
  marks: [],
  tooLong: false,
  pasted: false,
  offers: NO_OFFERS,
  asksForOffers: false,
};
/** What a search that was stopped has found. */
export const TOO_LONG: Results = { ...NO_DEALS, tooLong: true };

/** Finds the deals and offers of one page of results, and what can be chosen besides; of a pasted address, what it leads to. */
export async function findResults(context: Context, db: Db, query: SearchQuery): Promise<Results> {
  const pasted = await findPasted(context, db, query.q);
  switch (pasted?.type) {
    case 'deal':
      return { ...NO_DEALS, pasted: true, total: 1, ids: [pasted.id] };
    case 'offer':
      return { ...NO_DEALS, pasted: true, offers: { ...NO_OFFERS, total: 1, ids: [pasted.id] }, asksForOffers: true };
    case 'feed': {
      const { entity } = pasted;
      const found = await findByConditions(context, db, {
        ...query,
        q: '',
        filters: { ...NO_FILTERS.filters, [entity.kind]: [String(entity.id)] },
      });
      return { ...found, facets: NOTHING, chosen: NOTHING, entities: [entity], pasted: true };
    }
    default:
      return findByConditions(context, db, query);
  }
}

async function findByConditions(context: Context, db: Db, query: SearchQuery): Promise<Results> {
  const { text, resolved, ofOffers, price, discount } = await readConditions(context, db, query);
  // Signs alone are no words to look for, and do not ask for everything either.
  if (query.q !== '' && !/[\p{L}\p{N}]/u.test(query.q)) return { ...NO_DEALS, chosen: resolved.chosen };
  const { read, words, offers, offerWords } = await readWords(db, { query, text, ofOffers });
  const asksForOffers = offers.total > 0 && ASKS_FOR_OFFERS.test(query.q);
  const offerFacets = async () => ({ ...NOTHING, store: await offerStores(db, { words: offerWords, resolved: ofOffers.resolved }) });
  if (query.offersOnly) return { ...NO_DEALS, facets: await offerFacets(), chosen: resolved.chosen, offers, asksForOffers };
  const wanted: Search = {
    words,
    resolved,
    rankings: read?.plan.rankings ?? [],
    cheap: read?.plan.cheap ?? false,
    sort: read || query.sort !== 'relevance' ? query.sort : 'newest',
    now: context.clock(),
    offset: (query.page - 1) * RESULTS_A_PAGE,
    limit: RESULTS_A_PAGE,
    most: MOST_FOUND,
    facets: true,
  };
  const found = await findDeals(db, wanted);
  const { total, more, ids } = found;
  const isOfOffers = isAboutOffers({ query, total, offers });
  return {
    total,
    more,
    ids,
    facets: isOfOffers ? await offerFacets() : await dealFacets(db, query, wanted, found),
    chosen: resolved.chosen,
    nearIds: read && words && total < FEW_RESULTS && !asksForOffers ? await findNear(db, wanted, read, found) : [],
    entities: await entitiesOf(db, read?.understood, text, total),
    corrected: read?.plan.corrected ?? [],
    price,
    discount,
    marks: read?.plan.marks ?? [],
    tooLong: false,
    pasted: false,
    offers: query.page > 1 ? NO_OFFERS : offers,
    asksForOffers,
  };
}

/** How offers are looked for: by the filters, and by a discount as what their texts say. */
interface OfOffers {
  resolved: ResolvedFilters;
  discount: string | undefined;
}

/** What is asked for beside words: filters, operators, and a price and a discount among the words unless a filter has one. `text` is the other words. */
async function readConditions({ config }: Context, db: Db, query: SearchQuery) {
  const { rest: withPrice, percent, matchedText: matchedDiscount } = readDiscountWords(query.q);
  const discount =
    percent !== undefined && matchedDiscount !== undefined && query.percentOff === undefined
      ? { matchedText: matchedDiscount, percent }
      : null;
  const { rest, matchedText, min, max } = readPriceWords(withPrice, config.region);
  const price =
    matchedText !== undefined && query.priceMin === undefined && query.priceMax === undefined ? { matchedText, min, max } : null;
  const operators = readOperators(rest);
  const bounded = price ? { ...query, priceMin: min, priceMax: max } : query;
  const filters = await resolveFilters(db, bounded, config.region.currency);
  const ofOffers: OfOffers = {
    resolved: withConditions(filters, await operatorConditions(db, operators)),
    discount: percent === undefined ? undefined : await literally(db, `${percent}% off`),
  };
  const resolved = discount ? withDiscount(ofOffers.resolved, discount.percent) : ofOffers.resolved;
  return { text: requiredText(operators), resolved, ofOffers, price, discount };
}

/** What has a text's words, in the language of `tsquery`. */
async function literally(db: Db, text: string): Promise<string | undefined> {
  const understood = await understandWords(db, text);
  return understood && minimumShouldMatch(planSearch(understood, new Map()).terms, 0);
}

interface WordSearch {
  query: SearchQuery;
  text: string;
  ofOffers: OfOffers;
}

/** What the words mean, what they ask for in the language of `tsquery`, and the offers that are found by them. */
interface FoundWords {
  read: ReadQuery | undefined;
  words: string | undefined;
  offers: FoundOffers;
  offerWords: string | undefined;
}

/** Reads the words of a query. What offers have word for word is no typo; words that were corrected are looked for as such among offers, too. */
async function readWords(db: Db, { query, text, ofOffers }: WordSearch): Promise<FoundWords> {
  const { resolved, discount } = ofOffers;
  const saying = (words: string | undefined) => (words && discount ? allOf([words, discount]) : (words ?? discount));
  const understood = await understandWords(db, text);
  const exact = understood && planSearch(understood, new Map());
  const typed = exact && minimumShouldMatch(exact.terms, 0);
  const offers = await offersFor(db, query, saying(typed), resolved);
  const read = exact && offers.total > 0 ? { understood, guesses: new Map(), plan: exact } : await guessWords(db, understood);
  const words = read && minimumShouldMatch(read.plan.terms, 0);
  if (!read || read.plan.corrected.length === 0 || words === typed) return { read, words, offers, offerWords: saying(typed) };
  return { read, words, offers: await offersFor(db, query, saying(words), resolved), offerWords: saying(words) };
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

/** What deals can be narrowed by: of a filter with a choice, what can be chosen beside it. */
async function dealFacets(db: Db, query: SearchQuery, wanted: Search, found: Found): Promise<SearchData['facets']> {
  const facets = { ...(found.facets ?? NOTHING) };
  for (const filter of FILTERS) if (query.filters[filter].length > 0) facets[filter] = await otherChoices(db, wanted, filter);
  return facets;
}

/** What the words name; where no deal is found, also what else the text may be meant for. */
async function entitiesOf(db: Db, understood: Understood | undefined, text: string, total: number): Promise<SearchData['entities']> {
  const named = understood?.entities ?? [];
  if (total > 0) return named;
  return [...named, ...(understood && named.length > 0 ? await findNamedBeside(db, understood) : await findNamed(db, text))];
}
