import { isSameHost } from '../../lib/same-host.ts';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { dataLayer, type Crumb, type LoadResult } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { CARD_COLUMNS, relatedCards, shownDeals, toCard } from './cards.server.ts';
import type { DealCard } from './card.ts';
import { dealPath, POSTED_HERE, threadIdOf } from './deal.ts';
import type { BestComment, DealPage, StoreCoupon } from './detail.ts';
import { showingCoupons } from './coupon-deals.server.ts';
import { dealFacts } from './facts.ts';
import { matchingCoupons } from './matching-coupons.ts';
import { mergedInto } from './merged-into.server.ts';
import { isReduced } from './price-verdict.ts';
import { freeShippingText, shippingCents, totalText } from './shipping.ts';
import { dealDescription } from './words.ts';

const RELATED = 6;

/** What stands around a deal and belongs to other features, which read deals and so cannot be read from here. */
export interface Surroundings<Comment> {
  /** By the deals' ids; a deal without comments may be left out. */
  comments(threadIds: number[]): Promise<Map<number, Comment[]>>;
  /** By the deals' ids; of a deal without a comment that stands out there is none. */
  bestComments(threadIds: number[]): Promise<Map<number, BestComment>>;
  /** Coupons that work, by their stores' ids, those first that are to be shown. */
  storeCoupons(storeIds: number[]): Promise<Map<number, StoreCoupon[]>>;
  /** By the categories' ids. */
  categoryPaths(categoryIds: number[]): Promise<Map<number, Crumb[]>>;
  /** What members write, as safe HTML. */
  markup(text: string): string;
}

/**
 * The page of the deal that a slug names; a redirect when its title part is not the right one (contract.md, Identifiers),
 * or when the deal was merged into another.
 * @returns undefined when there is no such deal
 */
export async function loadDeal<Comment>(
  context: Context,
  slug: string,
  around: Surroundings<Comment>,
): Promise<LoadResult<DealPage<Comment>> | undefined> {
  const threadId = threadIdOf(slug);
  const page = threadId === undefined ? undefined : (await dealPages(context, [threadId], around)).get(threadId);
  if (!page) return threadId === undefined ? undefined : movedTo(context, threadId);
  const { path } = page.pageData.deal;
  return path === `/f/${slug}` ? { status: 200, page } : { status: 301, location: path };
}

/** The pages of deals by their ids; of a deal that is not there, or not yet, there is none. */
export async function dealPages<Comment>(
  context: Context,
  threadIds: number[],
  around: Surroundings<Comment>,
): Promise<Map<number, DealPage<Comment>>> {
  const rows = await dealRows(context, threadIds);
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.thread_id);
  const [related, comments, best, coupons, paths] = await Promise.all([
    relatedCards(
      context,
      rows.map((row) => ({ threadId: row.thread_id, categoryId: row.category_id })),
      RELATED,
    ),
    around.comments(ids),
    around.bestComments(ids),
    couponsBeside(context, rows, around),
    around.categoryPaths([...new Set(rows.map((row) => row.category_id))]),
  ]);
  return new Map(
    rows.map((row) => {
      const id = row.thread_id;
      return [
        id,
        pageOf(
          context,
          row,
          related.get(id) ?? [],
          { comments: comments.get(id) ?? [], best: best.get(id) },
          coupons.get(id) ?? [],
          paths.get(row.category_id) ?? [],
          around.markup,
        ),
      ];
    }),
  );
}

/** Coupons that stand on the pages of these deals, by the deals' ids. */
async function couponsBeside<Comment>(
  { db }: Context,
  rows: DealRow[],
  around: Surroundings<Comment>,
): Promise<Map<number, StoreCoupon[]>> {
  const live = rows.filter(({ status }) => status === 'live');
  const ofStores = await around.storeCoupons([...new Set(live.map((row) => row.store_id))]);
  const asked = live.filter((row) => ofStores.has(row.store_id));
  const showing = await showingCoupons(
    db,
    asked.map((row) => row.thread_id),
  );
  return new Map(
    asked.filter((row) => showing.has(row.thread_id)).map((row) => [row.thread_id, matchingCoupons(ofStores.get(row.store_id) ?? [], row)]),
  );
}

function pageOf<Comment>(
  context: Context,
  row: DealRow,
  related: DealCard[],
  { comments, best }: { comments: Comment[]; best: BestComment | undefined },
  coupons: StoreCoupon[],
  breadcrumbs: Crumb[],
  markup: Surroundings<Comment>['markup'],
): DealPage<Comment> {
  const deal = toCard(context, row);
  return {
    pageData: {
      type: 'deal',
      deal,
      priceCents: row.price_cents,
      ...(isReduced(row) && { priorCents: row.prior_cents }),
      ...(row.price_terms && { priceTerms: row.price_terms }),
      currency: row.currency,
      ...delivery(row, context.config.region.locale),
      facts: dealFacts(row, context.config.region, context.clock()),
      description: row.description.split(/\n\s*\n/).filter(Boolean),
      ...(row.source === POSTED_HERE && row.description !== '' && { descriptionHtml: markup(row.description) }),
      variants: row.variants,
      postedBy: row.posted_by_name,
      postedById: row.posted_by_id,
      ...leadsElsewhere(row.url, deal.store.host),
      updatedAt: row.updated_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      prices: row.prices.map(({ observed_on, cents }) => ({ on: observed_on, cents })),
      ...(coupons.length > 0 && { storeCoupons: coupons }),
      related,
      comments,
      ...(best && { bestComment: best }),
    },
    pageLayout: {
      header: true,
      footer: true,
      background: 'white',
      breadcrumbs: [...breadcrumbs, { name: deal.dealTitle, path: deal.path }],
    },
    pageMetadata: {
      title: `${deal.dealTitle} | ${context.config.siteName}`,
      description: dealDescription(deal),
      canonical: deal.path,
      robots: 'index,follow',
      image: `/share/${deal.threadId}.png`,
      dataLayer: layer(deal, breadcrumbs),
    },
  };
}

function delivery(row: DealRow, locale: string): Pick<DealPage['pageData'], 'shippingCents' | 'totalText' | 'freeShippingText'> {
  const [cents, total, free] = [shippingCents(row), totalText(row, locale), freeShippingText(row, locale)];
  return {
    ...(cents !== undefined && { shippingCents: cents }),
    ...(total !== undefined && { totalText: total }),
    ...(free !== undefined && { freeShippingText: free }),
  };
}

/** The host of an address that is not the store's: a shop of somebody else, or a partner that leads on. */
function leadsElsewhere(url: string, storeHost: string): { leadsTo?: string } {
  const host = URL.parse(url)?.hostname;
  return host === undefined || isSameHost(host, storeHost) ? {} : { leadsTo: host };
}

async function movedTo(context: Context, threadId: number): Promise<{ status: 301; location: string } | undefined> {
  const into = await mergedInto(context, threadId);
  return into && { status: 301, location: dealPath({ threadId: into.thread_id, title: into.title }) };
}

function layer(deal: DealCard, breadcrumbs: Crumb[]) {
  return dataLayer({
    pageType: 'deal',
    section: breadcrumbs[0]?.name ?? 'site',
    group: deal.category.name,
    name: ['deal', ...breadcrumbs.map(({ name }) => name), String(deal.threadId)],
    pco: false,
  });
}

type DealRow = Awaited<ReturnType<typeof dealRows>>[number];

const dealRows = ({ db }: Context, threadIds: number[]) =>
  shownDeals(db)
    .leftJoin('members as m', 'm.user_id', 'd.posted_by')
    .select(CARD_COLUMNS)
    .select(['d.source', 'd.members_only', 'd.ships_to', 'd.condition', 'd.checked_at'])
    .select([
      'd.category_id',
      'd.store_id',
      'd.url',
      'd.description',
      'd.updated_at',
      'd.expires_at',
      'm.username as posted_by_name',
      'm.user_id as posted_by_id',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('price_observations as p')
          .select(['p.observed_on', 'p.cents'])
          .whereRef('p.thread_id', '=', 'd.thread_id')
          .orderBy('p.observed_on'),
      ).as('prices'),
    )
    .where('d.thread_id', 'in', threadIds)
    .execute();
