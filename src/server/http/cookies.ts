import type { AstroCookieSetOptions } from 'astro';
import type { Context } from '../context.ts';

/** Whether the site is on https, so that its cookies are only sent over https. */
export const isSecure = ({ config }: Pick<Context, 'config'>) => config.siteUrl.startsWith('https:');

/** The attributes of every cookie of the site. */
export const ownCookie = (context: Pick<Context, 'config'>): AstroCookieSetOptions => ({
  path: '/',
  sameSite: 'lax',
  secure: isSecure(context),
});
