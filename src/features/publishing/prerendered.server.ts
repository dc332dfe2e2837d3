import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { dealPath } from '../deals/deal.ts';
import { PRERENDERED_PAGES, type Feed, feedView } from '../feeds/address.ts';
import { feedLength } from '../feeds/feeds.server.ts';
import { feedFile } from './addresses.ts';

/** Deals that are written ahead, the newest and the hottest; the twin answers for all others. */
const DEALS_AHEAD = 10_000;
const OFFERS_AHEAD = 2_000;

/** Every feed the catalogue has. */
export async function allFeeds({ db }: Context): Promise<Feed[]> {
  const { rows } = await sql<{ kind: 'browse' | 'category' | 'store' | 'brand'; slug: string }>`
    select 'browse' as kind, slug from collections union all select 'category', slug from categories
    union all select 'store', slug from stores union all select 'brand', slug from brands order by kind, slug`.execute(db);
  return [{ kind: 'home' }, { kind: 'all' }, { kind: 'popular' }, { kind: 'for-you' }, ...rows];
}

/** Paths of the feed pages that are written ahead: the first five of each feed. */
export async function feedFiles(context: Context): Promise<string[]> {
  const files: string[] = [];
  for (const feed of await allFeeds(context)) {
    const pages = await feedLength(context, feed, feedView(feed, new URLSearchParams())!);
    for (let page = 1; page <= Math.min(pages, PRERENDERED_PAGES); page++) files.push(feedFile(feed, page));
  }
  return files;
}

/** Slugs of the deals that are written ahead. */
export async function dealSlugs({ db }: Context): Promise<string[]> {
  const best = (order: 'posted_at' | 'rank') =>
    db
      .selectFrom('deals')
      .select('thread_id')
      .where('status', '<>', 'scheduled')
      .orderBy(order, 'desc')
      .limit(DEALS_AHEAD / 2);
  const rows = await db
    .selectFrom('deals')
    .select(['thread_id', 'title'])
    .where((eb) => eb.or([eb('thread_id', 'in', best('posted_at')), eb('thread_id', 'in', best('rank'))]))
    .orderBy('thread_id')
    .execute();
  return rows.map((row) => dealPath({ threadId: row.thread_id, title: row.title }).slice('/f/'.length));
}

/** Ids of the offers that are written ahead. */
export async function offerIds({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('offers')
    .select('id')
    .where('status', '<>', 'scheduled')
    .orderBy('id', 'desc')
    .limit(OFFERS_AHEAD)
    .execute();
  return rows.map(({ id }) => String(id));
}
