import { OFFLINE_PAGE } from './caches.ts';
import { ICONS } from './icons.ts';

/** Colours of a browser around the page, by theme. */
export const THEME_COLOURS = { light: '#f3f5f9', midnight: '#0d1322' };

export const MANIFEST_TYPE = 'application/manifest+json';
export const MANIFEST_CACHE = 'public, max-age=3600';

/** The web app manifest (W3C, Web Application Manifest) of a site with this name. */
export const manifestText = (siteName: string): string =>
  JSON.stringify({
    id: '/',
    name: siteName,
    // What phones show below an icon.
    short_name: siteName.length > 12 ? [...siteName].slice(0, 11).join('').trimEnd() + '…' : siteName,
    description: 'Deals, coupons and cashback.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOURS.light,
    background_color: THEME_COLOURS.light,
    color_scheme_dark: { theme_color: THEME_COLOURS.midnight, background_color: THEME_COLOURS.midnight },
    categories: ['shopping'],
    icons: ICONS.filter(({ purpose }) => purpose).map(({ name, size, purpose }) => ({
      src: `/icons/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
    shortcuts: [
      { name: 'Popular deals', short_name: 'Popular', url: '/popular' },
      { name: 'Search deals', short_name: 'Search', url: '/search' },
      { name: 'Copied coupons and kept pages', short_name: 'Coupons', url: OFFLINE_PAGE },
    ],
  });

/** Answers `/manifest.webmanifest` until it is published. */
export const manifest = (siteName: string): Response =>
  new Response(manifestText(siteName), { headers: { 'Content-Type': MANIFEST_TYPE, 'Cache-Control': MANIFEST_CACHE } });
