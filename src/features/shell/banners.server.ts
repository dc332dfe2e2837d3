import { LRUCache } from 'lru-cache';
import { readCookie } from '../../lib/read-cookie.ts';
import { required } from '../../lib/required.ts';
import type { Context } from '../../server/context.ts';
import { readSetting } from '../../server/db/settings.ts';
import { deviceKind, type DeviceKind } from '../../server/device-kind.ts';
import { variantsOf } from '../ab-tests/ab-tests.server.ts';
import { BANNER_SPACE, SMALL } from './banner-space.ts';
import { mayCountAnonymously, mayTrack, objectsToTracking, VISITOR_ID } from './consent.ts';
import { readPairs } from './cookies.ts';
import type { Banner, ShellFile } from './shell-file.ts';
import { bannerTimes } from './banner-times.ts';
import { storedPhotos } from '../pictures/stored.server.ts';
import { foreignPictures, ownPictures, withOwnPictures } from './own-pictures.ts';
import { readShell, SHELL_SETTING } from './shell-settings.server.ts';

/** How long banners are cached, so that an edit is on every page within a second. */
const REMEMBERED_MS = 500;

/** A banner as a page shows it. */
export interface ShownBanner {
  banner: Banner;
  /** Name of the store that pays for it, as 'Sponsored by' says; null where it is not to be named. */
  sponsor: string | null;
  /** Address of the picture that counts it for somebody else. */
  pixel: string | null;
  /** Whether it shows collapsed. */
  collapsed: boolean;
  /**
   * Whether that is only because the page reserves space for a collapsed banner, as the visitor has collapsed another one: expanded, this
   * one would move the content. The next page reserves space for it.
   */
  hasNoRoom: boolean;
}

/** The banners of a database that may show, and the names of the stores that pay for them. */
interface Stored {
  reservation: ShellFile['header']['bannerReservation'];
  banners: Banner[];
  stores: Map<string, string>;
}

/** What decides which banner a visitor gets. */
interface Visitor {
  kind: 'guests' | 'members';
  device: DeviceKind;
  /** Variants of A/B tests, as `test:variant`; empty for a visitor who may not be counted. */
  variants: string[];
}

async function readBanners(db: Context['db']): Promise<Stored> {
  const shell = readShell(await readSetting(db, SHELL_SETTING));
  const own = ownPictures(await storedPhotos(db, foreignPictures(shell)));
  const current = shell.footer.experienceSwitcher?.currentExperience;
  const banners = shell.banners
    .filter(({ experience }) => experience === undefined || current === undefined || experience === current)
    .flatMap((banner) => withOwnPictures(banner, own) ?? []);
  const slugs = banners.flatMap(({ sponsoredStoreId }) => sponsoredStoreId ?? []);
  const stores = slugs.length > 0 ? await db.selectFrom('stores').select(['slug', 'name']).where('slug', 'in', slugs).execute() : [];
  return { reservation: shell.header.bannerReservation, banners, stores: new Map(stores.map(({ slug, name }) => [slug, name])) };
}

/** Concurrent requests share one read; a failed one is not cached. */
const remembered = new LRUCache<Context['db'], Stored>({ max: 4, ttl: REMEMBERED_MS, fetchMethod: readBanners });

/**
 * The banner of a page: the first that is on at this moment, in this section, on this path and for this visitor.
 * @param query of the call (contract.md): `section` is `frontpage` or `site`, `url` a path
 */
export async function bannerFor(context: Context, query: URLSearchParams, headers: Headers): Promise<ShownBanner | undefined> {
  const { db, config, clock } = context;
  const { reservation, banners, stores } = required(await remembered.fetch(db), 'the banners');
  const [section, path, now] = [query.get('section'), query.get('url') ?? '/', clock()];
  const onPage = banners.filter((banner) => {
    const { starts, ends } = bannerTimes(banner, config.region, now);
    return (
      (banner.section ?? section) === section &&
      (banner.paths?.some((beginning) => path.startsWith(beginning)) ?? true) &&
      (starts === undefined || starts <= now) &&
      (ends === undefined || ends > now)
    );
  });
  if (onPage.length === 0) return undefined;
  const cookies = headers.get('cookie') ?? '';
  const visitor = await visitorOf(context, headers, cookies);
  const banner = onPage.find((candidate) => isFor(candidate, visitor));
  if (!banner) return undefined;
  const pairs = readPairs(cookies, 'sd_p');
  const left = banner.type === 'megaBanner' && pairs.get(banner.cookieName) === banner.cookieValue;
  const hasNoRoom = banner.type === 'megaBanner' && !left && reservation === 'reserveMegabanner' && pairs.get(BANNER_SPACE) === SMALL;
  return {
    banner,
    sponsor: banner.hideSponsor ? null : (stores.get(banner.sponsoredStoreId ?? '') ?? null),
    pixel: mayCountAnonymously(config.tracking, headers) ? (config.bannerPixels.get(banner.thirdPartyPixelName ?? '') ?? null) : null,
    collapsed: left || hasNoRoom,
    hasNoRoom,
  };
}

async function visitorOf({ db, config }: Context, headers: Headers, cookies: string): Promise<Visitor> {
  const id = mayTrack(config.tracking, cookies, objectsToTracking(headers)) ? readPairs(cookies, 'sd_p').get(VISITOR_ID) : null;
  return {
    // The cookie is not proof of a session, but good enough for choosing a banner.
    kind: readCookie(cookies, 'signed-in') === '1' ? 'members' : 'guests',
    device: deviceKind(headers.get('user-agent')),
    variants: id ? await variantsOf({ db }, id) : [],
  };
}

const isFor = ({ visitors, devices, variant }: Banner, visitor: Visitor): boolean =>
  (visitors ?? visitor.kind) === visitor.kind &&
  (devices?.includes(visitor.device) ?? true) &&
  (variant === undefined || visitor.variants.includes(variant));
