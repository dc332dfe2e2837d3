/** Where a request goes: the pathname and the query as they were sent. */
export interface Target {
  path: string;
  query: string;
}

const LONGEST = 8_192;

/**
 * The path and query of a request target that is a whole address, as a server has to take it too (RFC 9112, 3.2.2). One of another host
 * stays as it is, and so is malformed: the site is nobody's proxy.
 */
export function originForm(url: string, host: string | undefined): string {
  if (url.startsWith('/')) return url;
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
  if (!origin || URL.parse(origin)?.host !== host) return url;
  const rest = url.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Splits a request target by hand, since `new URL('//x', base)` would take x for a host.
 * @returns undefined for an address that no page can have, which is answered 400
 */
export function parseTarget(url: string | undefined): Target | undefined {
  if (!url?.startsWith('/') || url.length > LONGEST) return undefined;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  // PostgreSQL cannot look up a text with NUL.
  if (url.includes('%00')) return undefined;
  if (path.includes('%') || path.includes('\\')) {
    try {
      if (/[\r\n\\]/.test(decodeURIComponent(path))) return undefined;
    } catch {
      return undefined;
    }
  }
  return { path, query: mark === -1 ? '' : url.slice(mark + 1) };
}
