/**
 * Headers of every answer, as names and values in turn.
 * @param csp the release's Content-Security-Policy, the same on every page
 */
export function securityHeaders(siteUrl: string, csp: string): string[] {
  return [
    ...['Content-Security-Policy', csp],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ...['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ...['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ...(siteUrl.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] : []),
  ];
}

/**
 * One policy for every page: scripts and styles come from the site, and the few that stand inside pages are named by
 * their hashes.
 */
export function contentSecurityPolicy(hashes: { scripts: string[]; styles: string[] }): string {
  return [
    `default-src 'self'`,
    `script-src 'self' ${hashes.scripts.join(' ')}`.trim(),
    `style-src 'self' ${hashes.styles.join(' ')}`.trim(),
    `img-src 'self' data: https:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; ');
}
