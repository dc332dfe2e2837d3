import { sql } from 'kysely';
import { escapeXml } from '../../lib/xml.ts';
import type { Context } from '../../server/context.ts';
import { dealPath } from '../deals/deal.ts';
import { feedPath } from '../feeds/address.ts';
import { feedChanges } from '../feeds/changes.server.ts';
import { offerPath } from '../offers/offer.ts';
import { allFeeds } from './prerendered.server.ts';

/** Addresses of one sitemap; the protocol allows 50,000. */
const ADDRESSES = 10_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Entry {
  path: string;
  changed: Date | null;
}

/** The sitemap index: feeds, offers, and the deals in parts by their ids, each with the time of its newest change. */
export async function sitemapIndex({ context }: { context: Context }): Promise<Response> {
  const parts = await dealParts(context);
  const feeds = await feedEntries(context);
  const offers = await offerEntries(context);
  return xml('sitemapindex', 'sitemap', context, [
    { path: '/sitemap-feeds.xml', changed: newest(feeds) },
    { path: '/sitemap-offers.xml', changed: newest(offers) },
    ...parts.map(({ part, changed }) => ({ path: `/sitemap-deals-${part}.xml`, changed })),
  ]);
}

/** One sitemap by its name: `feeds`, `offers` or `deals-{part}`; undefined when there is none. */
export async function sitemap({
  context,
  params,
}: {
  context: Context;
  params: Record<string, string | undefined>;
}): Promise<Response | undefined> {
  const [, name, part] = /^(feeds|offers|deals)(?:-(\d{1,6}))?$/.exec(params['name'] ?? '') ?? [];
  const entries =
    name === 'feeds'
      ? feedEntries(context)
      : name === 'offers'
        ? offerEntries(context)
        : part
          ? dealEntries(context, Number(part))
          : undefined;
  const found = await entries;
  return found && found.length > 0 ? xml('urlset', 'url', context, found) : undefined;
}

/** A deal keeps its part for good, so that a change touches one sitemap. */
const PART = sql<number>`(thread_id / ${sql.lit(ADDRESSES)})::int`;

const dealParts = ({ db }: Context) =>
  db
    .selectFrom('deals')
    .select((eb) => [PART.as('part'), eb.fn.max('changed_at').as('changed')])
    .where('status', '<>', 'scheduled')
    .groupBy('part')
    .orderBy('part')
    .execute();

async function dealEntries({ db }: Context, part: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('deals')
    .select(['thread_id', 'title', 'changed_at'])
    .where('status', '<>', 'scheduled')
    .where('thread_id', '>=', part * ADDRESSES)
    .where('thread_id', '<', (part + 1) * ADDRESSES)
    .orderBy('thread_id')
    .execute();
  return rows.map((row) => ({ path: dealPath({ threadId: row.thread_id, title: row.title }), changed: row.changed_at }));
}

async function offerEntries({ db }: Context): Promise<Entry[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'changed_at'])
    .where('status', '<>', 'scheduled')
    .orderBy('id')
    .limit(5 * ADDRESSES)
    .execute();
  return rows.map(({ id, changed_at }) => ({ path: offerPath(id), changed: changed_at }));
}

async function feedEntries(context: Context): Promise<Entry[]> {
  const changes = await feedChanges(context.db);
  const feeds = await allFeeds(context);
  return feeds.map((feed) => ({ path: feedPath(feed), changed: changes.get(feedPath(feed)) ?? changes.get('/all') ?? null }));
}

const newest = (entries: Entry[]) =>
  entries.reduce<Date | null>((latest, { changed }) => (changed && (!latest || changed > latest) ? changed : latest), null);

function xml(list: string, entry: string, { config }: Context, entries: Entry[]): Response {
  const items = entries.map(
    ({ path, changed }) =>
      `<${entry}><loc>${escapeXml(config.siteUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${entry}>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${NAMESPACE}">${items.join('\n')}</${list}>\n`;
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' } });
}
