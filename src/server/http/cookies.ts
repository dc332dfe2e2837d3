import type { AstroCookieSetOptions } from 'astro';
import type { Context } from '../context.ts';

/** Whether the site is on https, where its cookies go nowhere else. */
export const isSecure = ({ config }: Pick<Context, 'config'>) => config.siteUrl.startsWith('https:');

/** What every cookie of the site is set with. */
export const ownCookie = (context: Pick<Context, 'config'>): AstroCookieSetOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: isSecure(context),
});
