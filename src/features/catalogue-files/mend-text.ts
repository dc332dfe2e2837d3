import { isUtf8 } from 'node:buffer';
import { decodeHTMLStrict } from 'entities';

/** What was wrong with a text and is put right. */
export type Mended = 'HTML entities' | 'mojibake';

/** Texts that people read, and names of what deals are filed under. */
const MENDED_FIELDS = ['title', 'name', 'description', 'terms', 'store', 'brand', 'category', 'maker'] as const;

/** Mends the texts of a record. @returns it, and which fields were mended of what */
export function mendRecord(value: Record<string, unknown>): { value: Record<string, unknown>; mended: { field: string; what: Mended }[] } {
  const changed: Record<string, string> = {};
  const mended: { field: string; what: Mended }[] = [];
  for (const field of MENDED_FIELDS) {
    const text = value[field];
    if (typeof text !== 'string') continue;
    const result = mendText(text);
    if (result.mended.length === 0) continue;
    changed[field] = result.text;
    mended.push(...result.mended.map((what) => ({ field, what })));
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
  const mended = decoded.replace(HIGH_RUN, readAgain);
  return {
    text: mended,
    mended: [...(decoded === text ? [] : ['HTML entities' as const]), ...(mended === decoded ? [] : ['mojibake' as const])],
  };
}

const FIRST_HIGH = 0x80;
const HIGH = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x100 - FIRST_HIGH }, (_, index) => FIRST_HIGH + index));
const BYTES = new Map([...HIGH].map((character, index) => [character, FIRST_HIGH + index]));
const HIGH_RUN = new RegExp(`[${HIGH}]{2,}`, 'g');

/** A run of characters as what its bytes are in UTF-8, when they are that. */
function readAgain(run: string): string {
  const bytes = Buffer.from([...run].map((character) => BYTES.get(character) ?? 0));
  return isUtf8(bytes) ? bytes.toString('utf8') : run;
}
