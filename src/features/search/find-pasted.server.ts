import { readTaxonomyId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { threadIdOf } from '../deals/deal.ts';
import { hasThreadId } from '../deals/merged-into.server.ts';
import { visibleDeals } from '../deals/shown-deals.server.ts';
import { feedAt } from '../feeds/address.ts';
import type { Entity } from './understood.ts';

/** The deal or the offer that a text is the address of, or the store, brand or category. */
export type PastedAddress = { type: 'deal' | 'offer'; id: number } | { type: Entity['kind']; slug: string };

/** What a pasted address leads to. */
type Pasted = { type: 'deal' | 'offer'; id: number } | { type: 'feed'; entity: Entity };

/**
 * Reads the address of a page of this site, as browsers copy it, with or without scheme and host: that of a deal or an offer, or the deals of
 * a store, a brand or a category.
 * @param siteUrl the site's own address; those of other hosts are no addresses of pages here
 * @returns undefined for every other text
 */
export function readPastedAddress(text: string, siteUrl: string): PastedAddress | undefined {
  const url = URL.parse(/^(?:https?:\/\/|\/)/i.test(text) ? text : `http://${text}`, siteUrl);
  if (url?.host !== new URL(siteUrl).host) return undefined;
  const feed = feedAt(url.pathname);
  if (feed?.kind === 'store' || feed?.kind === 'brand' || feed?.kind === 'category') return { type: feed.kind, slug: feed.slug };
  const [, folder, slug] = /^\/(f|pco)\/([^/]+)/.exec(url.pathname) ?? [];
  if (slug === undefined) return undefined;
  const id = folder === 'f' ? threadIdOf(slug) : readTaxonomyId(slug);
  return id === undefined ? undefined : { type: folder === 'f' ? 'deal' : 'offer', id };
}

/** Finds what a pasted address leads to: of a deal that was merged, the one that it was merged into. Undefined where there is nothing. */
export async function findPasted({ config }: Pick<Context, 'config'>, db: Db, text: string): Promise<Pasted | undefined> {
  const pasted = readPastedAddress(text, config.siteUrl);
  if (!pasted) return undefined;
  if ('slug' in pasted) return findEntity(db, pasted.type, pasted.slug);
  const found =
    pasted.type === 'deal'
      ? visibleDeals(db).select('d.thread_id as id').where(hasThreadId(pasted.id))
      : db.selectFrom('offers').select('id').where('id', '=', pasted.id);
  const row = await found.executeTakeFirst();
  return row && { type: pasted.type, id: row.id };
}

const TABLES = { store: 'stores', brand: 'brands', category: 'categories' } as const;

async function findEntity(db: Db, kind: Entity['kind'], slug: string): Promise<Pasted | undefined> {
  const row = await db.selectFrom(TABLES[kind]).select(['id', 'slug', 'name']).where('slug', '=', slug).executeTakeFirst();
  return row && { type: 'feed', entity: { kind, ...row } };
}
