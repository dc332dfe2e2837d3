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
  { path: '/feed.xml', answers: 200, page: 'feed.xml.astro' },
  { path: '/all/feed.xml', answers: 200, page: '[...homefeed]/feed.xml.astro' },
  { path: '/sitemap-index.xml', answers: 200, page: 'sitemap-[name].xml.ts' },
  { path: '/sitemap-feeds.xml', answers: 200, page: 'sitemap-[name].xml.ts' },
  { path: '/robots.txt', answers: 200, page: 'robots.txt.ts' },
  { path: '/share/site.png', answers: 200, page: 'share/[threadId].png.ts' },
  { path: '/click', answers: 404, message: 'Page not found', page: 'click.ts' },
  { path: '/web-api/page/', answers: 200, page: 'web-api/page/[...path].ts' },
  { path: '/web-api/forum/?id=1', answers: 200, page: 'web-api/forum.ts' },
  { path: '/web-api/search/autocomplete/?searchTerm=mon', answers: 200, page: 'web-api/search/autocomplete.ts' },
  { path: '/web-api/session/', answers: 200, page: 'web-api/session.ts' },
  { path: '/forums/sdthreadrate_ajax.php', answers: 405, page: 'forums/sdthreadrate_ajax.php.ts' },
  { path: '/forums/newreply.php', answers: 405, page: 'forums/newreply.php.ts' },
  { path: '/forums/editpost.php', answers: 405, page: 'forums/editpost.php.ts' },
  { path: '/forums/showpost.php', answers: 404, message: 'Page not found', page: 'forums/showpost.php.astro' },
  { path: '/comments/replies/0', answers: 404, page: 'comments/replies/[id].ts' },
  { path: '/comments/source/0', answers: 404, page: 'comments/source/[id].ts' },
  { path: '/forums/report.php', answers: 405, page: 'forums/report.php.ts' },
  { path: '/forums/login.php', answers: 405, page: 'forums/login.php.ts' },
  { path: '/forums/register.php', answers: 405, page: 'forums/register.php.ts' },
  { path: '/forums/changeUsername.php', answers: 405, page: 'forums/changeUsername.php.ts' },
  { path: '/forums/profile.php?do=accountsettings', answers: 303, page: 'forums/profile.php.astro' },
  { path: '/forums/member.php?u=1', answers: 200, page: 'forums/member.php.astro' },
  { path: '/forums/member.php', answers: 404, message: 'Page not found', page: 'forums/member.php.astro' },
  { path: '/ajax/usercheck.php', answers: 405, page: 'ajax/usercheck.php.ts' },
  { path: '/ajax/threadrate.php', answers: 405, page: 'ajax/threadrate.php.ts' },
  { path: '/ajax/getDeal.php', answers: 405, page: 'ajax/getDeal.php.ts' },
  { path: '/ajax/login/processAuthorization.php', answers: 405, page: 'ajax/login/processAuthorization.php.ts' },
  { path: '/profile/user/generateUsernames/', answers: 200, page: 'profile/user/generateUsernames.ts' },
  { path: '/profile/avatar/m-1.svg', answers: 200, page: 'profile/avatar/[drawing].svg.ts' },
  { path: '/profile/avatar/none.webp', answers: 404, message: 'Page not found', page: 'profile/avatar/[name].ts' },
  { path: '/auth/google/callback/', answers: 405, page: 'auth/google/callback.ts' },
  { path: '/auth/google/nonce/', answers: 404, page: 'auth/google/nonce.ts' },
  { path: '/facebook/sign-on/', answers: 405, page: 'facebook/sign-on.ts' },
  { path: '/security/recaptcha/settings/?action=login', answers: 200, page: 'security/recaptcha/settings.ts' },
  { path: '/account/log-in', answers: 200, page: 'account/log-in.astro' },
  { path: '/account/sign-up', answers: 200, page: 'account/sign-up.astro' },
  { path: '/account/reset-password', answers: 200, page: 'account/reset-password.astro' },
  { path: '/account/magic-link', answers: 200, page: 'account/magic-link.astro' },
  { path: '/account/verify', answers: 200, page: 'account/verify.astro' },
  { path: '/account/email-confirm', answers: 200, page: 'account/email-confirm.astro' },
  { path: '/account/email-restore', answers: 200, page: 'account/email-restore.astro' },
  { path: '/account/email-update', answers: 303, page: 'account/email-update.astro' },
  { path: '/account/comment', answers: 303, page: 'account/comment.astro' },
  { path: '/account/vote', answers: 303, page: 'account/vote.astro' },
  { path: '/account/report?postid=1', answers: 303, page: 'account/report.astro' },
  { path: '/account/moderation', answers: 303, page: 'account/moderation.astro' },
  { path: '/account/moderation-done', answers: 303, page: 'account/moderation-done.astro' },
  { path: '/account/moderation-votes', answers: 303, page: 'account/moderation-votes.astro' },
  { path: '/moderation', answers: 200, page: 'moderation.astro' },
  { path: '/account/goodbye', answers: 200, page: 'account/goodbye.astro' },
  { path: '/account/avatar', answers: 405, page: 'account/avatar.ts' },
  { path: '/account/theme', answers: 405, page: 'account/theme.ts' },
  { path: '/account/download', answers: 303, page: 'account/download.ts' },
  { path: '/healthz', answers: 200 },
  { path: '/readyz', answers: 200 },
  // Reserved for what comes later.
  ...later('/embed', '/syndicated', '/debug/error-reporting', '/debug/client-side-navigation'),
  ...later('/opt-in/cookie', '/opt-out/cookie', '/comments/nothing', '/account/nothing', '/web-api/feature-flag/'),
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
