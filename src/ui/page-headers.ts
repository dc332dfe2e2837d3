import { attributionIn } from '../lib/attribution-query.ts';

/**
 * Headers with which calls below `/web-api/` describe the calling page (spec §7): its path, and the attribution in its query. The rest of
 * the query is left out, because it may contain secrets, such as the key of a mailed link.
 */
export function pageHeaders(path: string, page: Pick<Location, 'pathname' | 'search'> | undefined): Record<string, string> {
  if (!path.startsWith('/web-api/') || !page) return {};
  const attribution = attributionIn(new URLSearchParams(page.search));
  return { 'x-page-uri': page.pathname, ...(attribution && { 'x-attribution': ascii(JSON.stringify(attribution)) }) };
}

/** Escapes JSON to ASCII, because headers are ASCII. */
const ascii = (json: string) =>
  json.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
