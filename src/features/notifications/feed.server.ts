import { singleParam } from '../../lib/exact-params.ts';
import { htmlLang } from '../../lib/region.ts';
import { RSS_TYPE, rssDocument } from '../../lib/rss.ts';
import type { Context } from '../../server/context.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { findCards } from '../deals/find-card.server.ts';
import { pictureFile } from '../deals/pictures.ts';
import { dealDescription } from '../deals/words.ts';
import { feedKey, isFeedKey, memberOfFeedKey } from './keys.server.ts';
import { ALERTS_PAGE, FEEDS } from './pages.ts';
import { settingsOf } from './settings.server.ts';

const MOST = 50;
const HEADERS = { 'Cache-Control': 'private, max-age=300', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };

type Reading = Pick<Call, 'context' | 'query'>;

/** A deal that an alert found, as the private feed has it. */
interface Entry {
  id: number;
  title: string;
  url: string;
  summary: string;
  why: string;
  at: Date;
  picture: ReturnType<typeof pictureFile>;
}

/** RSS 2.0 of what a member's alerts found; undefined for a key that is not, or no longer, a member's. */
export async function alertsRss({ context, query }: Reading): Promise<Response | undefined> {
  const entries = await entriesOf(context, query);
  if (!entries) return undefined;
  const { siteName, siteUrl, region } = context.config;
  const channel = { title: titleOf(siteName), link: siteUrl + ALERTS_PAGE, description: ABOUT, region };
  const rss = rssDocument(
    channel,
    entries.map(({ id, title, url, summary, why, at, picture }) => ({
      title,
      link: url,
      guid: `alert-${id}`,
      published: at,
      description: `${summary} (${why})`,
      picture,
    })),
  );
  return new Response(rss, { headers: { ...HEADERS, 'Content-Type': RSS_TYPE } });
}

/** As `alertsRss`, as JSON Feed 1.1. */
export async function alertsJsonFeed({ context, query }: Reading): Promise<Response | undefined> {
  const entries = await entriesOf(context, query);
  if (!entries) return undefined;
  const { siteName, siteUrl, region } = context.config;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(siteName),
    home_page_url: siteUrl + ALERTS_PAGE,
    description: ABOUT,
    language: htmlLang(region),
    items: entries.map(({ id, title, url, summary, why, at, picture }) => ({
      id: `alert-${id}`,
      url,
      title,
      content_text: summary,
      summary: why,
      date_published: at.toISOString(),
      ...(picture && { image: picture.url }),
    })),
  };
  return new Response(JSON.stringify(feed), { headers: { ...HEADERS, 'Content-Type': 'application/feed+json; charset=utf-8' } });
}

/** The whole addresses of a member's private feeds. */
export function feedAddresses(context: Context, userId: number, epoch: number): { rss: string; json: string } {
  const query = `?key=${feedKey(context, userId, epoch)}`;
  const { siteUrl } = context.config;
  return { rss: siteUrl + FEEDS.rss + query, json: siteUrl + FEEDS.json + query };
}

const titleOf = (siteName: string) => `Your deal alerts | ${siteName}`;
const ABOUT = 'Deals that your alerts found';

async function entriesOf(context: Context, query: URLSearchParams): Promise<Entry[] | undefined> {
  const { db, config } = context;
  const key = singleParam(query, 'key') ?? '';
  const userId = memberOfFeedKey(key);
  if (userId === undefined) return undefined;
  const account = await db.selectFrom('accounts').select('suspended_until').where('user_id', '=', userId).executeTakeFirst();
  if (!account || !isFeedKey(context, key, userId, (await settingsOf(context, userId)).feedEpoch)) return undefined;
  // Suspended members get nothing.
  if (account.suspended_until && account.suspended_until > context.clock()) return [];
  const rows = await db
    .selectFrom('notifications as n')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.notification_id', '=', 'n.id').on('d.channel', '=', 'feed').on('d.state', '=', 'sent'),
    )
    .leftJoin('alerts as a', 'a.alert_id', 'n.alert_id')
    .select(['n.id', 'n.thread_id', 'n.created_at', 'a.title'])
    .where('n.user_id', '=', userId)
    .where('n.kind', '=', 'deal-alert')
    .orderBy('n.id', 'desc')
    .limit(MOST)
    .execute();
  const ids = rows.flatMap(({ thread_id }) => thread_id ?? []);
  const cards = new Map((ids.length > 0 ? await findCards(context, ids) : []).map((card) => [card.threadId, card]));
  return rows.flatMap(({ id, thread_id, created_at, title }) => {
    const card = thread_id === null ? undefined : cards.get(thread_id);
    if (!card) return [];
    const why = title === null ? 'Found by an alert that you deleted' : `Your alert “${title}”`;
    const { dealTitle, path } = card;
    const picture = pictureFile(card.picture, config.siteUrl);
    return [{ id, title: dealTitle, url: config.siteUrl + path, summary: dealDescription(card), why, at: created_at, picture }];
  });
}
