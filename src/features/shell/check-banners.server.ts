import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { momentText } from '../../server/read-date.ts';
import { bannerTimes } from './banner-times.ts';
import type { ShellFile } from './shell-file.ts';

/** The problems of banners that end before they start. */
export function reversedBanners({ banners }: ShellFile, { config, clock }: Pick<Context, 'config' | 'clock'>): string[] {
  return banners.flatMap((banner, index) => {
    const { starts, ends } = bannerTimes(banner, config.region, clock());
    return starts && ends && ends <= starts ? [`banners[${index}].endsAt must be after startsAt: the banner would never show`] : [];
  });
}

/** Warns of stores that are not there: they may come later, and until then the banner names nobody. */
export async function unknownSponsors(db: Db, { banners }: ShellFile): Promise<string[]> {
  const named = banners.flatMap(({ sponsoredStoreId }, index) => (sponsoredStoreId === undefined ? [] : [{ sponsoredStoreId, index }]));
  if (named.length === 0) return [];
  const slugs = named.map(({ sponsoredStoreId }) => sponsoredStoreId);
  const known = new Set((await db.selectFrom('stores').select('slug').where('slug', 'in', slugs).execute()).map(({ slug }) => slug));
  return named.flatMap(({ sponsoredStoreId, index }) =>
    known.has(sponsoredStoreId)
      ? []
      : [
          `Warning: banners[${index}].sponsoredStoreId: no store has "${sponsoredStoreId}" in its address, so the banner names no sponsor; write what stands behind /store/`,
        ],
  );
}

/** Says which of the banners are on by now. */
export function savedBanners({ banners }: ShellFile, { config, clock }: Pick<Context, 'config' | 'clock'>): string {
  const now = clock();
  const later = banners.flatMap((banner) => {
    const { starts } = bannerTimes(banner, config.region, now);
    return starts && starts > now ? [`"${banner.heading}" starts ${momentText(starts, config.region.timeZone)}`] : [];
  });
  return later.length === 0
    ? 'The banners are saved, and on all pages now.'
    : `The banners are saved. ${later.join(', ')}${later.length < banners.length ? '; the others are on all pages now' : ''}.`;
}
