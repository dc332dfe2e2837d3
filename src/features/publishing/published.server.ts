import { sql } from 'kysely';
import { join } from 'node:path';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { StaticFiles } from '../../server/http/static-files.ts';
import type { Context } from '../../server/context.ts';
import { feedAt } from '../feeds/address.ts';
import { PAYLOAD } from './addresses.ts';
import { catalogueState } from './catalogue-state.server.ts';
import type { Release } from './release.ts';

/** What a release publishes, less what the catalogue has changed since; for those pages the on-demand twins answer. */
export async function publishedFiles(context: Context, folder: string, release: Release): Promise<StaticFiles> {
  const headers = securityHeaders(context.config.siteUrl, release.csp);
  const files = new StaticFiles(join(folder, 'client'), new Map(release.files), headers);
  await forgetChanged(context, files, release);
  return files;
}

/**
 * Takes out of what is published every page that may show something the catalogue has changed since the release was
 * built: the changed deals and offers, the deals that show them as related, and the feeds; everything when what stands
 * around every page has changed.
 */
export async function forgetChanged(context: Context, files: StaticFiles, { catalogue: built }: Release): Promise<void> {
  const now = await catalogueState(context.db);
  if (now.catalogueId !== built.catalogueId || now.taxonomyAt !== built.taxonomyAt) return forget(files, () => true);
  if (now.changedAt === built.changedAt) return;
  const changed = await changedSince(context, built.changedAt);
  forget(files, (path) => {
    const [, kind, slug = ''] = path.split('/');
    if (kind === 'f') return changed.deals.has(Number.parseInt(slug, 10));
    if (kind === 'pco') return changed.offers.has(Number(slug));
    return true;
  });
}

/** Takes out the pages that have a twin, and with each its payload, whose path `isStale`. */
function forget(files: StaticFiles, isStale: (path: string) => boolean): void {
  for (const name of [...files.names()]) {
    const path = name.replace(/\?.*$/, '').replace(PAYLOAD, '') || '/';
    const hasTwin = /^\/(?:f|pco)\//.test(path) || feedAt(path) !== undefined;
    if (hasTwin && isStale(path)) files.forget(name);
  }
}

async function changedSince({ db }: Context, moment: string): Promise<{ deals: Set<number>; offers: Set<number> }> {
  const since = sql<Date>`${moment}::timestamptz`;
  const deals = await db
    .selectFrom('deals as d')
    .select('d.thread_id')
    .where((eb) =>
      eb.or([
        eb('d.changed_at', '>', since),
        // Their pages show neighbours of the same category.
        eb('d.category_id', 'in', eb.selectFrom('deals').select('category_id').where('changed_at', '>', since)),
      ]),
    )
    .execute();
  const offers = await db
    .selectFrom('offers as o')
    .select('o.id')
    .where((eb) =>
      eb.or([
        eb('o.changed_at', '>', since),
        eb('o.store_id', 'in', eb.selectFrom('offers').select('store_id').where('changed_at', '>', since)),
      ]),
    )
    .execute();
  return { deals: new Set(deals.map((row) => row.thread_id)), offers: new Set(offers.map(({ id }) => id)) };
}
