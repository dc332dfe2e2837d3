import { htmlLang } from '../../lib/region.ts';
import type { Config } from '../../server/config.ts';
import { lookOf, type OwnLook } from '../../server/look/look.ts';
import { OFFLINE_PAGE } from './caches.ts';
import { ICONS } from './icons.ts';

/** Colours of a browser around the page, by theme. */
export const THEME_COLOURS = { light: '#f3f5f9', midnight: '#0d1322' };

export const MANIFEST_TYPE = 'application/manifest+json';

type Named = Pick<Config, 'siteName' | 'siteDescription' | 'region'> & OwnLook;

/** The web app manifest (W3C, Web Application Manifest) of a site. */
export function manifestText(site: Named): string {
  const { siteName, siteDescription, region } = site;
  const own = lookOf(site)?.icons;
  const icons = ICONS.flatMap(({ name, size, purpose }) => {
    const src = own ? own[name] : `/icons/${name}.png`;
    return purpose && src ? [{ src, sizes: `${size}x${size}`, type: 'image/png', purpose }] : [];
  });
  return JSON.stringify({
    id: '/',
    name: siteName,
    // What phones show below an icon.
    short_name: siteName.length > 12 ? [...siteName].slice(0, 11).join('').trimEnd() + '…' : siteName,
    description: siteDescription ?? 'Deals, coupons and cashback.',
    lang: htmlLang(region),
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOURS.light,
    background_color: THEME_COLOURS.light,
    color_scheme_dark: { theme_color: THEME_COLOURS.midnight, background_color: THEME_COLOURS.midnight },
    categories: ['shopping'],
    icons,
    shortcuts: [
      { name: 'Popular deals', short_name: 'Popular', url: '/popular' },
      { name: 'Search deals', short_name: 'Search', url: '/search' },
      { name: 'Copied coupons and kept pages', short_name: 'Coupons', url: OFFLINE_PAGE },
    ],
  });
}
