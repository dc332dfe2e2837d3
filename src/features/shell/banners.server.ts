import { LRUCache } from 'lru-cache';
import { required } from '../../lib/required.ts';
import type { Context } from '../../server/context.ts';
import { readSetting } from '../../server/db/settings.ts';
import { instant } from '../../server/editor-fields.ts';
import { mayTrack, objectsToTracking } from './consent.ts';
import { readPairs } from './cookies.ts';
import type { Banner } from './shell-file.ts';
import { storedPhotos } from '../pictures/stored.server.ts';
import { foreignPictures, ownPictures, withOwnPicture } from './own-pictures.ts';
import { readShell, SHELL_SETTING } from './shell-settings.server.ts';

/** How long banners are remembered: an edit is on every page within a second. */
const REMEMBERED_MS = 500;

/** A banner as a page shows it. */
export interface ShownBanner {
  banner: Banner;
  /** Name of the store that pays for it, as 'Sponsored by' says; null where it is not to be named. */
  sponsor: string | null;
  /** Address of the picture that counts it for somebody else. */
  pixel: string | null;
  /** Whether the visitor has collapsed it. */
  collapsed: boolean;
}

/** The banners of a database, and the names of the stores that pay for them. */
interface Stored {
  banners: Banner[];
  stores: Map<string, string>;
}

async function readBanners(db: Context['db']): Promise<Stored> {
  const shell = readShell(await readSetting(db, SHELL_SETTING));
  const own = ownPictures(await storedPhotos(db, foreignPictures(shell)));
  const banners = shell.banners.flatMap((banner) => withOwnPicture(banner, own) ?? []);
  const slugs = banners.flatMap(({ sponsoredStoreId }) => sponsoredStoreId ?? []);
  const stores = slugs.length > 0 ? await db.selectFrom('stores').select(['slug', 'name']).where('slug', 'in', slugs).execute() : [];
  return { banners, stores: new Map(stores.map(({ slug, name }) => [slug, name])) };
}

/** Those who ask at once share a reading, and one that failed is not remembered. */
const remembered = new LRUCache<Context['db'], Stored>({ max: 4, ttl: REMEMBERED_MS, fetchMethod: readBanners });

/**
 * The banner of a page: the first that is on at this moment, in this section and on this path.
 * @param query of the call (contract.md): `section` is `frontpage` or `site`, `url` a path
 */
export async function bannerFor(
  { db, config, clock }: Context,
  query: URLSearchParams,
  headers: Headers,
): Promise<ShownBanner | undefined> {
  const { banners, stores } = required(await remembered.fetch(db), 'the banners');
  const [section, path, now] = [query.get('section'), query.get('url') ?? '/', clock()];
  const banner = banners.find(
    ({ section: wanted, paths, startsAt, endsAt }) =>
      (wanted ?? section) === section &&
      (paths?.some((beginning) => path.startsWith(beginning)) ?? true) &&
      (startsAt === undefined || instant.parse(startsAt) <= now) &&
      (endsAt === undefined || instant.parse(endsAt) > now),
  );
  if (!banner) return undefined;
  const cookies = headers.get('cookie') ?? '';
  const pairs = readPairs(cookies, 'sd_p');
  // TRACKING says whether the site itself counts visits, which pixels of others do without.
  const isCountable = mayTrack(config.tracking === 'ask' ? 'ask' : 'on', cookies, objectsToTracking(headers));
  return {
    banner,
    sponsor: banner.hideSponsor ? null : (stores.get(banner.sponsoredStoreId ?? '') ?? null),
    pixel: isCountable ? (config.bannerPixels.get(banner.thirdPartyPixelName ?? '') ?? null) : null,
    collapsed: banner.type === 'megaBanner' && pairs.get(banner.cookieName) === banner.cookieValue,
  };
}
