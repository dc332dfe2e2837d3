import { decodeHTMLStrict } from 'entities';
import { repairMojibake } from './mojibake.ts';

/** What was wrong with a field and was repaired. */
export type Repair =
  | 'HTML entities'
  | 'HTML tags'
  | 'mojibake'
  | 'line breaks'
  | 'several addresses, of which the first is taken'
  | 'words for no code, left out'
  | 'words for nothing, left out'
  | 'characters that nobody sees, left out'
  | '0 or the price itself, left out'
  | 'none, the list price taken';

/** A field that was repaired, and what was wrong with it. */
export interface RepairedField {
  field: string;
  what: Repair;
}

/** Texts that people read, and names of what deals are filed under. */
const TEXTS = ['name', 'store', 'brand', 'category', 'maker', 'membersOnly', 'variants'];
const CODES = ['couponCode', 'code'];
const VALUES = ['listPrice', 'listPriceSeen', 'startsAt', 'expiresAt', 'checkedAt', 'condition', 'percent', 'amount', 'minimum'];
/**
 * Fields that a record can go without. What a delivery costs is not one of them: there "none" may be nothing or unknown; nor is a currency,
 * without which an amount would be in that of the site.
 */
const OPTIONAL = new Set([...VALUES, 'description', 'terms', 'brand', 'maker', 'membersOnly', 'image']);
/** What programs and partners write into cells that have nothing. */
const NOTHING = /^(?:[-–—]+|n\/?a|n\.a\.|none|null|nan|not applicable)$/i;
/** What records are known by, and refer to one another by. */
const IDS = ['sourceId', 'deal', 'parent', 'member', 'postedBy'];

const REPAIRS: { field: string; repair: (text: string) => Repaired }[] = [
  { field: 'title', repair: repairTitle },
  ...['description', 'terms'].map((field) => ({ field, repair: (text: string) => repairMarkup(text, '\n') })),
  ...TEXTS.map((field) => ({ field, repair: repairText })),
  { field: 'url', repair: repairAddress },
  { field: 'image', repair: repairPicture },
  ...CODES.map((field) => ({ field, repair: repairCode })),
  ...IDS.map((field) => ({ field, repair: repairId })),
  ...VALUES.map((field) => ({ field, repair: (text: string) => ({ text, repaired: [] }) })),
];

/** What a repair makes of a text, and what was wrong with it; undefined for a text that says that there is none. */
interface Repaired {
  text: string | undefined;
  repaired: Repair[];
}

/** Repairs the texts, addresses and codes of a record. @returns the record, and which fields were repaired */
export function repairRecord(value: Record<string, unknown>): { value: Record<string, unknown>; repaired: RepairedField[] } {
  const changed: Record<string, unknown> = {};
  const repaired: RepairedField[] = [];
  for (const { field, repair } of REPAIRS) {
    const written = value[field];
    const found = new Set<Repair>();
    const repairOne = (one: unknown): unknown => {
      if (typeof one !== 'string') return one;
      const isNothing = OPTIONAL.has(field) && NOTHING.test(one.trim());
      const result: Repaired = isNothing ? { text: undefined, repaired: ['words for nothing, left out'] } : repair(one);
      for (const what of result.repaired) found.add(what);
      return result.text;
    };
    const repairedValue: unknown = Array.isArray(written) ? written.map(repairOne) : repairOne(written);
    if (found.size === 0) continue;
    changed[field] = repairedValue;
    for (const what of found) repaired.push({ field, what });
  }
  return { value: repaired.length > 0 ? { ...value, ...changed } : value, repaired };
}

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);/i;
/** Feeds that pass through two programs have them twice: `&amp;amp;`. */
const MOST_TIMES = 2;

/** Decodes HTML entities, and repairs UTF-8 that was decoded as Windows-1252: `donâ€™t` is `don’t`. */
export function repairText(text: string): { text: string; repaired: Repair[] } {
  let decoded = text;
  for (let times = 0; times < MOST_TIMES && ENTITY.test(decoded); times++) decoded = decodeHTMLStrict(decoded).replaceAll('\u00a0', ' ');
  const repaired = repairMojibake(decoded);
  return {
    text: repaired,
    repaired: [...(decoded === text ? [] : ['HTML entities' as const]), ...(repaired === decoded ? [] : ['mojibake' as const])],
  };
}

const TAG = String.raw`(?:p|br|b|i|strong|em|[uo]l|li|span|div|a|h[1-6]|sup|sub|u|font)`;
const ATTRIBUTES = String.raw`(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))*\s*`;
const TAGS = new RegExp(`</?${TAG}${ATTRIBUTES}/?>`, 'gi');
const BREAKS = new RegExp(`</?(?:br|p|li|div|[uo]l|h[1-6])${ATTRIBUTES}/?>`, 'gi');
/** A lone `<b>` may be meant literally; a closing tag, a line break or a paragraph is HTML. */
const MARKUP = new RegExp(String.raw`</${TAG}\s*>|<(?:br|p)\s*/?>`, 'i');

/** Like `repairText`, and also removes HTML tags, but leaves `<3` and `a < b`. @param between separates lines and paragraphs */
export function repairMarkup(text: string, between: ' ' | '\n'): { text: string; repaired: Repair[] } {
  const { text: decoded, repaired } = repairText(text);
  if (!MARKUP.test(decoded)) return { text: decoded, repaired };
  const plain = decoded
    .replaceAll(BREAKS, between)
    .replaceAll(TAGS, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, between)
    .trim();
  return { text: plain, repaired: [...repaired, 'HTML tags'] };
}

const LINE_BREAKS = /(?<!\s)\s*[\r\n\u2028\u2029]\s*/g;

/** Like `repairMarkup`, and also on one line: cells of spreadsheets have line breaks. */
function repairTitle(title: string): { text: string; repaired: Repair[] } {
  const { text, repaired } = repairMarkup(title, ' ');
  const joined = text.trim().replaceAll(LINE_BREAKS, ' ');
  return joined === text.trim() ? { text, repaired } : { text: joined, repaired: [...repaired, 'line breaks'] };
}

/** Entities that are decoded in addresses. Names of other entities may be names of parameters. */
const ADDRESS_ENTITY = /&(?:amp|#\d+|#x[\da-f]+);/gi;

/** As `repairText`, of an address: `?a=1&amp;b=2` is `?a=1&b=2`. */
function repairAddress(address: string): { text: string; repaired: Repair[] } {
  let text = address;
  for (let times = 0; times < MOST_TIMES; times++) text = text.replace(ADDRESS_ENTITY, (entity) => decodeHTMLStrict(entity));
  return { text, repaired: text === address ? [] : ['HTML entities'] };
}

/** The beginning of each address but the first. In an address itself nothing of what is before it is usual, and a blank is refused. */
const NEXT_ADDRESS = /(?<=[\s,;|])https?:\/\//i;

/** As `repairAddress`; of several addresses in one cell, as shops export the pictures of a product, the first. */
function repairPicture(written: string): Repaired {
  const { text, repaired } = repairAddress(written);
  const trimmed = text.trim();
  const next = NEXT_ADDRESS.exec(trimmed)?.index;
  if (next === undefined) return { text, repaired };
  const first = trimmed
    .slice(0, next)
    .trimEnd()
    .replace(/[,;|]$/, '')
    .trimEnd();
  return { text: first, repaired: [...repaired, 'several addresses, of which the first is taken'] };
}

/** What partners write where a deal needs no code. */
const NO_CODE =
  /^(?:[-–—]+|n\/?a|n\.a\.|none|null|no (?:coupon |promo |voucher |discount )?code(?: (?:is )?(?:needed|required|necessary))?|no (?:coupon|code|voucher)(?: (?:is )?(?:needed|required|necessary))?|(?:not|none) (?:applicable|needed|required|necessary))[.!]?$/i;

/** The code of a coupon; none where the cell says that none is needed. */
function repairCode(code: string): Repaired {
  return NO_CODE.test(code.trim()) ? { text: undefined, repaired: ['words for no code, left out'] } : { text: code, repaired: [] };
}

/** The soft hyphen, blanks and joiners without a width, marks of a direction, and the byte order mark: copies of web pages and joined files have them. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;

/** An id without what nobody sees, so that it does not make another record of the same. */
function repairId(id: string): Repaired {
  const text = id.replaceAll(UNSEEN, '');
  return { text, repaired: text === id ? [] : ['characters that nobody sees, left out'] };
}
