import { sql } from 'kysely';
import { dataLayer, type Loaded, type Page } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/connect.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_COLUMNS, shownDeals, toCard } from '../deals/cards.server.ts';
import { searchAddress, type SearchQuery } from './query.ts';

const RESULTS_A_PAGE = 40;

export interface SearchData {
  type: 'search';
  query: SearchQuery;
  pages: number;
  total: number;
  items: DealCard[];
}

export type SearchPage = Page<SearchData>;

/**
 * Deals whose titles have every word of the query, the best match first; the newest when nothing is asked (spec §9).
 * @returns undefined when the page is past the end
 */
export async function loadSearch(context: Context, query: SearchQuery): Promise<Loaded<SearchPage> | undefined> {
  const { db, config } = context;
  const asked = query.q !== '';
  const matching = filtered(db, query);
  const found = asked ? matching.where(sql<boolean>`d.search @@ ${WORDS(query.q)}`) : matching;
  const ordered = asked
    ? found
        .orderBy('d.sunk')
        .orderBy(sql`ts_rank(d.search, ${WORDS(query.q)})`, 'desc')
        .orderBy('d.rank', 'desc')
    : found.orderBy('d.sunk').orderBy('d.posted_at', 'desc');
  const [{ total }, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ordered
      .orderBy('d.thread_id', 'desc')
      .select(CARD_COLUMNS)
      .limit(RESULTS_A_PAGE)
      .offset((query.page - 1) * RESULTS_A_PAGE)
      .execute(),
  ]);
  const pages = Math.max(1, Math.ceil(total / RESULTS_A_PAGE));
  if (query.page > pages) return undefined;
  const title = asked ? `Search: ${query.q}` : 'Search deals';
  return {
    status: 200,
    page: {
      pageData: { type: 'search', query, pages, total, items: rows.map((row) => toCard(context, row)) },
      pageLayout: { header: true, footer: true, background: 'grey', breadcrumbs: [{ name: 'Search', path: '/search' }] },
      pageMetadata: {
        title: `${title} | ${config.siteName}`,
        description: 'Search deals, coupons and stores.',
        canonical: searchAddress(query, query.page),
        robots: 'noindex,follow',
        image: '/share/site.png',
        dataLayer: dataLayer({ pageType: 'search', section: 'site', group: 'search', name: ['search', query.q], pco: false }),
      },
    },
  };
}

const WORDS = (q: string) => sql`websearch_to_tsquery('english', ${q})`;

function filtered(db: Db, query: SearchQuery) {
  let deals = shownDeals(db);
  if (query.stores.length > 0)
    deals = deals.where((eb) => eb.or([eb('s.slug', 'in', query.stores), eb(sql`s.id::text`, 'in', query.stores)]));
  if (query.brands.length > 0)
    deals = deals.where((eb) => eb.or([eb('b.slug', 'in', query.brands), eb(sql`b.id::text`, 'in', query.brands)]));
  if (query.categories.length > 0)
    deals = deals.where((eb) => eb.or([eb('c.slug', 'in', query.categories), eb(sql`c.id::text`, 'in', query.categories)]));
  if (query.forum)
    deals = deals.where(sql<boolean>`d.forum_id in (select id from forums where id::text = ${query.forum} or slug = ${query.forum})`);
  return query.hideExpired ? deals.where('d.status', '=', 'live') : deals;
}
