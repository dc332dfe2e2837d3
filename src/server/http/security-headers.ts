import type { Config } from '../config.ts';

/** Headers of every answer that do not depend on settings, as names and values in turn. */
export const FIXED_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy',
  'same-origin-allow-popups',
];

/**
 * Headers of every answer, as names and values in turn.
 * @param csp the release's Content-Security-Policy, the same on every page
 */
export function securityHeaders(
  { siteUrl, hstsIncludeSubDomains }: Pick<Config, 'siteUrl' | 'hstsIncludeSubDomains'>,
  csp: string,
): string[] {
  const hsts = `max-age=31536000${hstsIncludeSubDomains ? '; includeSubDomains' : ''}`;
  return ['Content-Security-Policy', csp, ...FIXED_HEADERS, ...(siteUrl.startsWith('https:') ? ['Strict-Transport-Security', hsts] : [])];
}

/** Hashes of the scripts and styles that are inside pages. */
export interface Inline {
  scripts: string[];
  styles: string[];
}

export type ThirdParties = Pick<Config, 'google' | 'facebook' | 'captcha' | 'search' | 'bannerPixels'>;

/**
 * The policy for every page except embeddable ones: scripts and styles come from the site and from configured third parties, and the few
 * inline ones are allowed by their hashes.
 */
export function contentSecurityPolicy(inline: Inline, configured: ThirdParties): string {
  const theirs = thirdParties(configured);
  const directive = (name: string, ...sources: string[]) => [name, `'self'`, ...sources].join(' ');
  return [
    `default-src 'self'`,
    directive('script-src', ...inline.scripts, ...theirs.scripts),
    directive('style-src', ...inline.styles, ...theirs.styles),
    ...(theirs.frames.length > 0 ? [directive('frame-src', ...theirs.frames), directive('connect-src', ...theirs.frames)] : []),
    directive('img-src', 'data:', ...theirs.pictures),
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    directive('form-action', ...theirs.forms),
    `frame-ancestors 'self'`,
  ].join('; ');
}

/** Whether other sites may show a page in their frames. */
export const isEmbeddable = (path: string) => /^\/embed\/?$/.test(path);

/** The policy of embeddable pages, in place of the one of every page: they load styles and pictures alone, and run no script. */
export const EMBED_POLICY = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  'frame-ancestors *',
].join('; ');

/** Third-party hosts that pages may contact, by purpose: the policy of every page allows them, and the privacy page lists them. */
export function contactedHosts(configured: ThirdParties): { signIn: string[]; banners: string[]; search: string[] } {
  const { scripts, styles, frames, pictures, forms } = thirdParties(configured);
  const hosts = (sources: string[]) => [...new Set(sources.map((source) => new URL(source).host))];
  return { signIn: hosts([...scripts, ...styles, ...frames]), banners: hosts(pictures), search: hosts(forms) };
}

/**
 * Sources that the sign-in buttons and the captcha need by their documentation, an external search's address, and pixels that count
 * banners.
 */
function thirdParties({ google, facebook, captcha, search, bannerPixels }: ThirdParties) {
  const gsi = google ? [`${google.issuer}/gsi/`] : [];
  const recaptcha = captcha ? [`${captcha.url}/recaptcha/`] : [];
  // The widget's own code, and its frame where the script comes from elsewhere.
  const recaptchaCode = captcha?.url === 'https://www.google.com' ? ['https://www.gstatic.com/recaptcha/'] : [];
  return {
    scripts: [...gsi, ...(facebook ? [`${facebook.scriptUrl}/`] : []), ...recaptcha, ...recaptchaCode],
    styles: gsi,
    pictures: [...new Set([...bannerPixels.values()].map((address) => new URL(address).origin))],
    forms: search.action.startsWith('/') ? [] : [new URL(search.action).origin],
    frames: [...gsi, ...(facebook ? ['https://www.facebook.com/', `${facebook.apiUrl}/`] : []), ...recaptcha],
  };
}
