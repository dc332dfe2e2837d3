/** Query parameters that hold the secret of a mailed link. */
const SECRETS = ['token', 'hash', 'key'];

/** Pages with third-party sign-in buttons and captcha, which need the site's origin. */
const SIGN_IN = ['/account/log-in', '/account/sign-up'];

/**
 * Whether links from a page send no referrer, not even to this site: pages of accounts, the desk, and those whose
 * address holds a secret.
 * @param sendsOrigin whether others' sign-in buttons or captcha are configured
 */
export function hidesReferrer(path: string, query: string, sendsOrigin: boolean): boolean {
  const sent = new URLSearchParams(query);
  if (SECRETS.some((name) => sent.has(name)) || path.startsWith('/alerts/') || /^\/desk(?:\/|$)/.test(path)) return true;
  return path.startsWith('/account/') && !(sendsOrigin && SIGN_IN.includes(path.replace(/\/$/, '')));
}
