import { MAX_INTEGER } from './integers.ts';

/** A number of a page; more digits name no page there is. */
const MOST_PAGES = 9_999_999;

/**
 * A whole number as addresses and forms write it: digits alone, without a sign, a blank, a leading zero or an exponent.
 * @returns undefined for anything else, and outside of these bounds
 */
export function readWhole(text: string, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
}

/** An id as it is written. */
export const readId = (text: string) => readWhole(text, 1);

/** The id of a member, store, brand, category or forum, whose columns hold smaller ids than those of deals. */
export const readTaxonomyId = (text: string) => readWhole(text, 1, MAX_INTEGER);

/** The value of a parameter of an address; null when it is absent, or given twice. */
export function singleParam(query: URLSearchParams, name: string): string | null {
  const [text = null, ...more] = query.getAll(name);
  return more.length === 0 ? text : null;
}

/** The id in a parameter; undefined when it is absent, given twice or no id. */
export const idParam = (query: URLSearchParams, name: string) => readId(singleParam(query, name) ?? '');

export const readPage = (text: string) => readWhole(text, 1, MOST_PAGES);

/** The page number in the parameter `page`, 1 where it is absent; undefined when it is no page number (contract.md, Browse). */
export function pageParam(query: URLSearchParams): number | undefined {
  const [text = '1', ...more] = query.getAll('page');
  return more.length === 0 ? readPage(text) : undefined;
}

/** Whether a parameter is 1; false for 0 or where it is absent, undefined for anything else. */
export function flagParam(query: URLSearchParams, name: string): boolean | undefined {
  const [text = '0', ...more] = query.getAll(name);
  return more.length === 0 && (text === '1' || text === '0') ? text === '1' : undefined;
}
