import { decodeHTMLStrict } from 'entities';
import { mendMojibake } from './mojibake.ts';

/** What was wrong with a text and is put right. */
export type Mended = 'HTML entities' | 'HTML tags' | 'mojibake';

/** A field that was mended, and of what. */
export interface MendedField {
  field: string;
  what: Mended;
}

/** Texts that people read, and names of what deals are filed under. */
const TEXTS = ['name', 'store', 'brand', 'category', 'maker', 'membersOnly', 'variants'];
const ADDRESSES = ['url', 'image'];

const MENDERS = [
  { field: 'title', mend: (text: string) => mendMarkup(text, ' ') },
  ...['description', 'terms'].map((field) => ({ field, mend: (text: string) => mendMarkup(text, '\n') })),
  ...TEXTS.map((field) => ({ field, mend: mendText })),
  ...ADDRESSES.map((field) => ({ field, mend: mendAddress })),
];

/** Mends the texts and addresses of a record. @returns it, and which fields were mended of what */
export function mendRecord(value: Record<string, unknown>): { value: Record<string, unknown>; mended: MendedField[] } {
  const changed: Record<string, unknown> = {};
  const mended: MendedField[] = [];
  for (const { field, mend } of MENDERS) {
    const written = value[field];
    const found = new Set<Mended>();
    const mendOne = (one: unknown): unknown => {
      if (typeof one !== 'string') return one;
      const result = mend(one);
      for (const what of result.mended) found.add(what);
      return result.text;
    };
    const mendedValue: unknown = Array.isArray(written) ? written.map(mendOne) : mendOne(written);
    if (found.size === 0) continue;
    changed[field] = mendedValue;
    for (const what of found) mended.push({ field, what });
  }
  return { value: mended.length > 0 ? { ...value, ...changed } : value, mended };
}

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);/i;
/** Feeds that pass through two programs have them twice: `&amp;amp;`. */
const MOST_TIMES = 2;

/** Decodes HTML entities, and what was read as Windows-1252 and is UTF-8: `donâ€™t` is `don’t`. */
export function mendText(text: string): { text: string; mended: Mended[] } {
  let decoded = text;
  for (let times = 0; times < MOST_TIMES && ENTITY.test(decoded); times++) decoded = decodeHTMLStrict(decoded).replaceAll('\u00a0', ' ');
  const mended = mendMojibake(decoded);
  return {
    text: mended,
    mended: [...(decoded === text ? [] : ['HTML entities' as const]), ...(mended === decoded ? [] : ['mojibake' as const])],
  };
}

const TAG = String.raw`(?:p|br|b|i|strong|em|[uo]l|li|span|div|a|h[1-6]|sup|sub|u|font)`;
const ATTRIBUTES = String.raw`(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))*\s*`;
const TAGS = new RegExp(`</?${TAG}${ATTRIBUTES}/?>`, 'gi');
const BREAKS = new RegExp(`</?(?:br|p|li|div|[uo]l|h[1-6])${ATTRIBUTES}/?>`, 'gi');
/** A lone `<b>` may be meant as it stands; a tag that closes, and a line break or a paragraph, is of HTML. */
const MARKUP = new RegExp(String.raw`</${TAG}\s*>|<(?:br|p)\s*/?>`, 'i');

/** As `mendText`, and takes tags of HTML out, but leaves `<3` and `a < b`. @param between what stands between lines and paragraphs */
export function mendMarkup(text: string, between: ' ' | '\n'): { text: string; mended: Mended[] } {
  const { text: decoded, mended } = mendText(text);
  if (!MARKUP.test(decoded)) return { text: decoded, mended };
  const plain = decoded
    .replaceAll(BREAKS, between)
    .replaceAll(TAGS, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, between)
    .trim();
  return { text: plain, mended: [...mended, 'HTML tags'] };
}

/** What stands for an ampersand or another sign in an address: names of other entities may be names of its parameters. */
const ADDRESS_ENTITY = /&(?:amp|#\d+|#x[\da-f]+);/gi;

/** As `mendText`, of an address: `?a=1&amp;b=2` is `?a=1&b=2`. */
function mendAddress(address: string): { text: string; mended: Mended[] } {
  let text = address;
  for (let times = 0; times < MOST_TIMES; times++) text = text.replace(ADDRESS_ENTITY, (entity) => decodeHTMLStrict(entity));
  return { text, mended: text === address ? [] : ['HTML entities'] };
}
