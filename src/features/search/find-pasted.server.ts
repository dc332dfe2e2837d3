import { readTaxonomyId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { threadIdOf } from '../deals/deal.ts';
import { hasThreadId } from '../deals/merged-into.server.ts';
import { visibleDeals } from '../deals/shown-deals.server.ts';

/** The deal or the offer that a text is the address of. */
export interface PastedAddress {
  type: 'deal' | 'offer';
  id: number;
}

/**
 * Reads the address of a deal's or an offer's page of this site, as browsers copy it, with or without scheme and host.
 * @param siteUrl the site's own address; those of other hosts are no addresses of pages here
 * @returns undefined for every other text
 */
export function readPastedAddress(text: string, siteUrl: string): PastedAddress | undefined {
  const url = URL.parse(/^(?:https?:\/\/|\/)/i.test(text) ? text : `http://${text}`, siteUrl);
  const [, folder, slug] = /^\/(f|pco)\/([^/]+)/.exec(url?.pathname ?? '') ?? [];
  if (slug === undefined || url?.host !== new URL(siteUrl).host) return undefined;
  const id = folder === 'f' ? threadIdOf(slug) : readTaxonomyId(slug);
  return id === undefined ? undefined : { type: folder === 'f' ? 'deal' : 'offer', id };
}

/** Finds what a pasted address leads to: of a deal that was merged, the one that it was merged into. Undefined where there is nothing. */
export async function findPasted({ config }: Pick<Context, 'config'>, db: Db, text: string): Promise<PastedAddress | undefined> {
  const pasted = readPastedAddress(text, config.siteUrl);
  if (!pasted) return undefined;
  const found =
    pasted.type === 'deal'
      ? visibleDeals(db).select('d.thread_id as id').where(hasThreadId(pasted.id))
      : db.selectFrom('offers').select('id').where('id', '=', pasted.id);
  const row = await found.executeTakeFirst();
  return row && { type: pasted.type, id: row.id };
}
