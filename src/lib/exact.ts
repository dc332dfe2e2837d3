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

/** The largest number that an integer column holds. */
const MOST_INTEGER = 2_147_483_647;

/** The id of a store, brand, category or forum: what deals are filed under has smaller ids than deals themselves. */
export const readFiledId = (text: string) => readWhole(text, 1, MOST_INTEGER);

/** What an address says under a name; null when it says nothing, or two things. */
export function onceIn(query: URLSearchParams, name: string): string | null {
  const [text = null, ...more] = query.getAll(name);
  return more.length === 0 ? text : null;
}

/** The id that an address names; undefined when it names none, or several. */
export const idIn = (query: URLSearchParams, name: string) => readId(onceIn(query, name) ?? '');

export const readPage = (text: string) => readWhole(text, 1, MOST_PAGES);

/** Which page an address asks for, the first by itself; undefined when `page` is no page number (contract.md, Browse). */
export function pageIn(query: URLSearchParams): number | undefined {
  const [text = '1', ...more] = query.getAll('page');
  return more.length === 0 ? readPage(text) : undefined;
}

/** Whether an address sets a flag, which it does with 1 and does not with 0 or by leaving it out; undefined for anything else. */
export function flagIn(query: URLSearchParams, name: string): boolean | undefined {
  const [text = '0', ...more] = query.getAll(name);
  return more.length === 0 && (text === '1' || text === '0') ? text === '1' : undefined;
}
