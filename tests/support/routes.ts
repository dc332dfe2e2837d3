/**
 * The addresses of the specification's route table (§2) and calls (§7), what contract.md reserves, and the site's own.
 * What this version leaves out is answered as an unknown path of its kind.
 */
export interface Route {
  path: string;
  answers: number;
  /** The 404's exact message, less the path. */
  message?: 'Page Not Found' | 'Page not found';
  /** File of `src/pages` that answers; none for what the server answers by itself or nobody yet. */
  page?: string;
}

const later = (...paths: string[]): Route[] => paths.map((path) => ({ path, answers: 404, message: 'Page not found' }));

export const ROUTES: Route[] = [
  { path: '/', answers: 200, page: '[...homefeed].astro' },
  { path: '/all', answers: 200, page: '[...homefeed].astro' },
  { path: '/for-you', answers: 200, page: '[...homefeed].astro' },
  { path: '/popular', answers: 200, page: '[...homefeed].astro' },
  { path: '/browse/coupons', answers: 200, page: '[...homefeed].astro' },
  { path: '/category/computers', answers: 200, page: '[...homefeed].astro' },
  { path: '/search', answers: 200, page: 'search.astro' },
  { path: '/pco/1', answers: 200, page: 'pco/[...id].astro' },
  { path: '/f/0', answers: 404, message: 'Page not found', page: 'f/[...dealSlug].astro' },
  { path: '/about', answers: 200, page: 'about.astro' },
  { path: '/help', answers: 200, page: 'help.astro' },
  { path: '/terms', answers: 200, page: 'terms.astro' },
  { path: '/privacy', answers: 200, page: 'privacy.astro' },
  { path: '/credits', answers: 200, page: 'credits.astro' },
  { path: '/feed.xml', answers: 200, page: 'feed.xml.ts' },
  { path: '/all/feed.xml', answers: 200, page: '[...homefeed]/feed.xml.ts' },
  { path: '/sitemap-index.xml', answers: 200, page: 'sitemap-[name].xml.ts' },
  { path: '/sitemap-feeds.xml', answers: 200, page: 'sitemap-[name].xml.ts' },
  { path: '/robots.txt', answers: 200, page: 'robots.txt.ts' },
  { path: '/share/site.png', answers: 200, page: 'share/[threadId].png.ts' },
  { path: '/click', answers: 404, page: 'click.ts' },
  { path: '/web-api/page/', answers: 200, page: 'web-api/page/[...path].ts' },
  { path: '/web-api/forum/?id=1', answers: 200, page: 'web-api/forum.ts' },
  { path: '/web-api/session/', answers: 200, page: 'web-api/session.ts' },
  { path: '/forums/sdthreadrate_ajax.php', answers: 405, page: 'forums/sdthreadrate_ajax.php.ts' },
  { path: '/healthz', answers: 200 },
  { path: '/readyz', answers: 200 },
  // Reserved for what comes later.
  ...later('/embed', '/syndicated', '/debug/error-reporting', '/debug/client-side-navigation'),
  ...later('/opt-in/cookie', '/opt-out/cookie', '/account/email-update', '/auth/google/callback/', '/facebook/sign-on/'),
  ...later('/comments/replies/1', '/security/recaptcha/settings/', '/profile/user/generateUsernames/'),
  ...later('/forums/login.php', '/forums/register.php', '/ajax/usercheck.php', '/web-api/feature-flag/'),
  ...later('/f', '/f/', '/pco', '/pco/', '/pco/0', '/f/a/b'),
  // Anything else is the catch-all's.
  { path: '/anything', answers: 404, message: 'Page Not Found' },
  { path: '/anything/else/at/all/', answers: 404, message: 'Page Not Found' },
  { path: '/all/more', answers: 404, message: 'Page Not Found' },
  { path: '/browse', answers: 404, message: 'Page Not Found' },
  { path: '/category/UPPER', answers: 404, message: 'Page Not Found' },
  { path: '/category/there-is-none', answers: 404, message: 'Page Not Found' },
  { path: '/fun', answers: 404, message: 'Page Not Found' },
];
