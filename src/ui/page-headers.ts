import { attributionIn } from '../lib/attribution-query.ts';

/**
 * What calls below `/web-api/` say of the page that makes them (spec §7): where it is, and who led there. Its query is left out except that, because it may
 * hold what only the page is to know, such as the key of a mailed link.
 */
export function pageHeaders(path: string, page: Pick<Location, 'pathname' | 'search'> | undefined): Record<string, string> {
  if (!path.startsWith('/web-api/') || !page) return {};
  const attribution = attributionIn(new URLSearchParams(page.search));
  return { 'x-page-uri': page.pathname, ...(attribution && { 'x-attribution': ascii(JSON.stringify(attribution)) }) };
}

/** Headers are of ASCII; JSON can say everything else in it. */
const ascii = (json: string) =>
  json.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
