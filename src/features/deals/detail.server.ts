import type { Crumb, LoadResult } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { relatedCards } from './related.server.ts';
import { showingCoupons } from './coupon-deals.server.ts';
import { dealPage } from './deal-page.server.ts';
import { dealRows, type DealRow } from './deal-rows.server.ts';
import { dealPath, threadIdOf } from './deal.ts';
import type { BestComment, DealPage, StoreCoupon } from './detail.ts';
import { matchingCoupons } from './matching-coupons.ts';
import { mergedInto } from './merged-into.server.ts';

const RELATED = 6;

/** Load the parts of a deal's page that belong to other features, which import this one and so cannot be imported here. */
export interface DealPageLoaders<Comment> {
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
  loaders: DealPageLoaders<Comment>,
): Promise<LoadResult<DealPage<Comment>> | undefined> {
  const threadId = threadIdOf(slug);
  if (threadId === undefined) return undefined;
  const page = (await dealPages(context, [threadId], loaders)).get(threadId);
  if (!page) return movedTo(context, threadId);
  const { path } = page.pageData.deal;
  return path === `/f/${slug}` ? { status: 200, page } : { status: 301, location: path };
}

/** The pages of deals by their ids; of a deal that is not there, or not yet, there is none. */
export async function dealPages<Comment>(
  context: Context,
  threadIds: number[],
  loaders: DealPageLoaders<Comment>,
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
    loaders.comments(ids),
    loaders.bestComments(ids),
    couponsBeside(context, rows, loaders),
    loaders.categoryPaths([...new Set(rows.map((row) => row.category_id))]),
  ]);
  return new Map(
    rows.map((row) => {
      const id = row.thread_id;
      return [
        id,
        dealPage(context, row, {
          related: related.get(id) ?? [],
          comments: comments.get(id) ?? [],
          best: best.get(id),
          coupons: coupons.get(id) ?? [],
          categories: paths.get(row.category_id) ?? [],
          markup: loaders.markup,
        }),
      ];
    }),
  );
}

/** Coupons that are on the pages of these deals, by the deals' ids. */
async function couponsBeside<Comment>(
  { db }: Context,
  rows: DealRow[],
  loaders: DealPageLoaders<Comment>,
): Promise<Map<number, StoreCoupon[]>> {
  const live = rows.filter(({ status }) => status === 'live');
  const ofStores = await loaders.storeCoupons([...new Set(live.map((row) => row.store_id))]);
  const asked = live.filter((row) => ofStores.has(row.store_id));
  const showing = await showingCoupons(
    db,
    asked.map((row) => row.thread_id),
  );
  return new Map(
    asked.filter((row) => showing.has(row.thread_id)).map((row) => [row.thread_id, matchingCoupons(ofStores.get(row.store_id) ?? [], row)]),
  );
}

async function movedTo(context: Context, threadId: number): Promise<{ status: 301; location: string } | undefined> {
  const into = await mergedInto(context, threadId);
  return into && { status: 301, location: dealPath({ threadId: into.thread_id, title: into.title }) };
}
