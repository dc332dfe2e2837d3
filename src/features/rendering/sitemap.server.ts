import { sql } from 'kysely';
import { escapeXml } from '../../lib/xml.ts';
import type { Context } from '../../server/context.ts';
import { dealPath } from '../deals/deal.ts';
import { missingDirectories } from '../directories/directory.ts';
import { feedPath } from '../feeds/address.ts';
import { feedChanges } from '../feeds/changes.server.ts';
import { offerPath } from '../offers/offer.ts';
import { allFeeds } from '../feeds/all-feeds.server.ts';
import { loadText } from '../texts/load-text.server.ts';
import { IMPRINT } from '../texts/text-names.ts';
import { textChanges } from '../texts/versions.server.ts';
import { DEALS_A_SITEMAP } from './sitemap-names.ts';
import { IMPRINT_PAGE, UNKNOWN_ORIGIN } from './text-pages.ts';

/** Offers that are listed, the newest; the protocol allows 50,000 addresses in a file. */
const MOST_OFFERS = 50_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Entry {
  path: string;
  changed: Date | null;
}

/** What sitemaps are made of. */
interface Listed {
  context: Context;
  /** The sitemap of the pages of text as it is in the bundle, which has none where it is older. */
  textSitemap?: string | undefined;
}

/** Answers `/sitemap-{name}.xml`; undefined when there is no such sitemap. */
export async function sitemap(listed: Listed, name: string): Promise<Response | undefined> {
  const body = await sitemapText(listed, name);
  return body === undefined ? undefined : new Response(body, { headers: { 'Content-Type': XML, 'Cache-Control': SITEMAP_CACHE } });
}

const XML = 'application/xml; charset=utf-8';
export const SITEMAP_CACHE = 'public, max-age=300';

/** Address of a sitemap by its name. */
export const sitemapPath = (name: string) => `/sitemap-${name}.xml`;

/**
 * A sitemap by its name, with the times at which what a reader sees last changed: `index` lists the others; `feeds`, `offers` and `deals-{part}`
 * list pages of the catalogue, `pages` those of text. undefined when there is none.
 */
export async function sitemapText({ context, textSitemap }: Listed, name: string): Promise<string | undefined> {
  if (name === 'index') return xml('sitemapindex', 'sitemap', context, await indexEntries(context, textSitemap !== undefined));
  if (name === 'pages') return textSitemap && textEntries(context, textSitemap);
  const part = /^deals-(0|[1-9]\d{0,5})$/.exec(name)?.[1];
  const entries =
    name === 'feeds' ? feedEntries(context) : name === 'offers' ? offerEntries(context) : part && dealEntries(context, Number(part));
  const found = (await entries) || [];
  return found.length > 0 ? xml('urlset', 'url', context, found) : undefined;
}

async function indexEntries(context: Context, hasTextPages: boolean): Promise<Entry[]> {
  const parts = await dealParts(context);
  const feeds = await feedEntries(context);
  const offers = await offerEntries(context);
  return [
    { path: sitemapPath('feeds'), changed: newest(feeds) },
    ...(hasTextPages ? [{ path: sitemapPath('pages'), changed: newestOf([...(await textChanges(context.db)).values()]) }] : []),
    ...(offers.length > 0 ? [{ path: sitemapPath('offers'), changed: newest(offers) }] : []),
    ...parts.map(({ part, changed }) => ({ path: sitemapPath(`deals-${part}`), changed })),
  ];
}

/** The names of all sitemaps there are. */
export async function sitemapNames(context: Context): Promise<string[]> {
  return ['index', 'pages', 'feeds', 'offers', ...(await dealParts(context)).map(({ part }) => `deals-${part}`)];
}

const PART = sql<number>`(thread_id / ${sql.lit(DEALS_A_SITEMAP)})::int`;

const dealParts = ({ db }: Context) =>
  db
    .selectFrom('deals')
    .select((eb) => [PART.as('part'), eb.fn.max('modified_at').as('changed')])
    .where('status', '<>', 'scheduled')
    .groupBy('part')
    .orderBy('part')
    .execute();

async function dealEntries({ db }: Context, part: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('deals')
    .select(['thread_id', 'title', 'modified_at'])
    .where('status', '<>', 'scheduled')
    .where('thread_id', '>=', part * DEALS_A_SITEMAP)
    .where('thread_id', '<', (part + 1) * DEALS_A_SITEMAP)
    .orderBy('thread_id')
    .execute();
  return rows.map((row) => ({ path: dealPath({ threadId: row.thread_id, title: row.title }), changed: row.modified_at }));
}

async function offerEntries({ db }: Context): Promise<Entry[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'modified_at'])
    .where('status', '<>', 'scheduled')
    .orderBy('id', 'desc')
    .limit(MOST_OFFERS)
    .execute();
  return rows.map(({ id, modified_at }) => ({ path: offerPath(id), changed: modified_at }));
}

/**
 * Feeds without a change are empty, and search engines are told not to list them; those that every site has are listed all the same. Directories
 * are listed once they lead to something, as of the last change there.
 */
async function feedEntries(context: Context): Promise<Entry[]> {
  const changes = await feedChanges(context);
  const feeds = await allFeeds(context);
  const entries = feeds.map((feed) => ({ feed, path: feedPath(feed), changed: changes.get(feedPath(feed)) ?? null }));
  const listed = entries.filter(({ feed, changed }) => changed || feed.slug === undefined);
  const directories = missingDirectories(feeds).map(({ path, lists }) => ({
    path,
    changed: newest(listed.filter(({ feed }) => feed.kind === lists)),
  }));
  return [...listed, ...directories.filter(({ changed }) => changed)];
}

/** The sitemap of the pages of text, with the times at which editors last changed them. */
async function textEntries({ db, config }: Context, textSitemap: string): Promise<string> {
  const changes = await textChanges(db);
  const dated = textSitemap.replaceAll(/<loc>([^<]*)<\/loc>/g, (loc: string, address: string) => {
    const changed = changes.get(address.slice(UNKNOWN_ORIGIN.length));
    return changed ? loc + lastmod(changed) : loc;
  });
  const imprint = (await loadText({ db, config }, IMPRINT)) && entryOf(config.siteUrl + IMPRINT_PAGE, changes.get(IMPRINT_PAGE));
  return dated.replaceAll(UNKNOWN_ORIGIN, () => escapeXml(config.siteUrl)).replace('</urlset>', () => `${imprint ?? ''}</urlset>`);
}

const newest = (entries: Entry[]) => newestOf(entries.flatMap(({ changed }) => changed ?? []));

const newestOf = (times: Date[]) => times.reduce<Date | null>((latest, time) => (latest && latest >= time ? latest : time), null);

/** @param address on this site, as a whole */
const entryOf = (address: string, changed: Date | null | undefined, entry = 'url') =>
  `<${entry}><loc>${escapeXml(address)}</loc>${changed ? lastmod(changed) : ''}</${entry}>`;

const lastmod = (changed: Date) => `<lastmod>${changed.toISOString()}</lastmod>`;

function xml(list: string, entry: string, { config }: Context, entries: Entry[]): string {
  const items = entries.map(({ path, changed }) => entryOf(config.siteUrl + path, changed, entry));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${NAMESPACE}">${items.join('\n')}</${list}>\n`;
}
