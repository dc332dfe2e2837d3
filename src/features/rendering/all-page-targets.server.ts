import type { Context } from '../../server/context.ts';
import { avatarDigests } from '../accounts/avatar-image.server.ts';
import { pictureDigests } from '../pictures/stored.server.ts';
import { missingDirectories } from '../directories/directory.ts';
import { feedPath } from '../feeds/address.ts';
import { allFeeds } from '../feeds/all-feeds.server.ts';
import { mostReadPaths } from '../tracking/most-read.server.ts';
import { BROWSER_FILLED } from './browser-filled.ts';
import { ERROR_FILES, type PageTarget } from './page-target.ts';
import { sitemapNames } from './sitemap.server.ts';
import { TEXT_PAGES } from './text-pages.ts';

/** Offers that a new release is made with; others are published when they change. */
const OFFERS_AHEAD = 2_000;

/** Pages that come first because they are read most. */
const MOST_READ = 2_000;

/** Every target that a new release is made with, the most wanted ones first: among feeds and deals those that are read most. */
export async function allPageTargets(context: Context): Promise<PageTarget[]> {
  const places = new Map((await mostReadPaths(context, MOST_READ)).map((path, place) => [path.replace(/^(\/f\/\d+)-.*/, '$1'), place]));
  const placeOf = (path: string) => places.get(path) ?? MOST_READ;
  const feeds = (await allFeeds(context)).toSorted((a, b) => placeOf(feedPath(a)) - placeOf(feedPath(b)));
  const deals = (await dealsAhead(context)).toSorted((a, b) => placeOf(`/f/${a}`) - placeOf(`/f/${b}`));
  return [
    ...feeds.map((feed): PageTarget => ({ kind: 'feed', feed })),
    ...missingDirectories(feeds).map(({ feed }): PageTarget => ({ kind: 'feed', feed })),
    { kind: 'robots' },
    { kind: 'open-search' },
    { kind: 'manifest' },
    { kind: 'look' },
    { kind: 'worker' },
    ...[...TEXT_PAGES, ...BROWSER_FILLED].map((path): PageTarget => ({ kind: 'text', path })),
    ...ERROR_FILES.map((status): PageTarget => ({ kind: 'error', status })),
    ...feeds.map((feed): PageTarget => ({ kind: 'later', feed })),
    ...deals.map((id): PageTarget => ({ kind: 'deal', id })),
    ...(await offersAhead(context)).map((id): PageTarget => ({ kind: 'offer', id })),
    ...(await avatarDigests(context.db)).map((digest): PageTarget => ({ kind: 'avatar', digest })),
    ...(await pictureDigests(context.db)).map((digest): PageTarget => ({ kind: 'picture', digest })),
    ...(await sitemapNames(context)).map((name): PageTarget => ({ kind: 'sitemap', name })),
  ];
}

async function dealsAhead({ db, config }: Context): Promise<number[]> {
  const best = (order: 'posted_at' | 'rank', most: number) =>
    db
      .selectFrom('deals')
      .select('thread_id')
      .where('status', '<>', 'scheduled')
      .orderBy(order, 'desc')
      .orderBy('thread_id', 'desc')
      .limit(most);
  const newest = Math.ceil(config.prerenderLimit / 2);
  const hottest = config.prerenderLimit - newest;
  const rows = await db
    .selectFrom('deals')
    .select('thread_id')
    .where((eb) => eb.or([eb('thread_id', 'in', best('posted_at', newest)), eb('thread_id', 'in', best('rank', hottest))]))
    .orderBy('thread_id', 'desc')
    .execute();
  return rows.map((row) => row.thread_id);
}

async function offersAhead({ db }: Context): Promise<number[]> {
  const rows = await db
    .selectFrom('offers')
    .select('id')
    .where('status', '<>', 'scheduled')
    .orderBy('id', 'desc')
    .limit(OFFERS_AHEAD)
    .execute();
  return rows.map(({ id }) => id);
}
