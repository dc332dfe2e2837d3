import { z } from 'zod';
import { parseMoney } from '../lib/money.ts';
import { parsePrice } from '../lib/price-terms.ts';
import { isCurrency } from '../lib/is-currency.ts';
import { isSlug } from '../lib/slug.ts';
import { MAX_INTEGER } from '../lib/integers.ts';
import { BIDI_CONTROLS } from '../lib/bidi-controls.ts';
import { oneSpelling } from '../lib/one-spelling.ts';

/** The kinds of value that editors write, in records and elsewhere; their messages are for editors and say what to write. */

const MOST_ADDRESS = 2_048;

/** Control characters other than tab and line breaks; they are never intended, and the database cannot store NUL. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const storable = (text: string) => text.isWellFormed() && !CONTROL.test(text);

const UNSTORABLE = 'must not contain control characters or broken Unicode';
const tooLong = (most: number) => `must have at most ${most} characters`;

/** Text of any number of lines; kept as it is written. */
export const multilineText = (least: number, most: number) =>
  z.string('must be text').min(least, `must have at least ${least} characters`).max(most, tooLong(most)).refine(storable, UNSTORABLE);

/** Characters that leave a mark: neither blanks nor those that only say how others are set. */
const SHOWN = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Text on one line, trimmed, in one spelling, and without characters that would change the direction of the text after it. */
export const singleLineText = (least: number, most: number) => lineOf(least, most, oneSpelling);

const lineOf = (least: number, most: number, spelled: (text: string) => string) =>
  z
    .string('must be text')
    // A text that is far too long is refused here, before the patterns below search it.
    .max(most * 2, { error: tooLong(most), abort: true })
    .refine(storable, UNSTORABLE)
    .overwrite((text) => spelled(text.replaceAll(BIDI_CONTROLS, '')))
    .trim()
    .min(least, least === 1 ? 'must not be empty' : `must have at least ${least} characters`)
    .max(most, tooLong(most))
    .refine((text) => !/[\r\n\u2028\u2029]/.test(text), 'must be on one line')
    .refine((text) => text.length < least || SHOWN.test(text), 'must have characters that show');

/** A name within addresses. */
export const slug = z
  .string('must be text')
  .max(80, 'must have at most 80 characters')
  .refine(isSlug, 'must be lowercase letters, digits and hyphens, such as video-games');

/** The id that the source has for the record, as it spells it. */
export const sourceId = lineOf(1, 200, (text) => text);

const NO_ADDRESS = 'must be an address that begins with http:// or https://';

/** What is wrong with the address of a page or picture; undefined for a good one. */
function addressFault(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return NO_ADDRESS;
  if (text.length > MOST_ADDRESS) return `must have at most ${MOST_ADDRESS} characters`;
  if (/\s/.test(text)) return 'must not hold blanks; write %20';
  const url = URL.parse(text);
  if (!url) return 'must be an address that a browser can open, such as https://acme.example/p/1';
  return url.username || url.password ? 'must not hold a user or password' : undefined;
}

export const webAddress = z
  .string(NO_ADDRESS)
  .refine(storable, UNSTORABLE)
  .refine((text) => addressFault(text) === undefined, { error: ({ input }) => addressFault(String(input)) });

/** An amount as text or number; becomes hundredths of its currency, yen's too. */
export const money = z.unknown().transform((value, check) => {
  const cents = typeof value === 'string' || typeof value === 'number' ? parseMoney(String(value)) : undefined;
  if (cents !== undefined) return cents;
  check.addIssue({ code: 'custom', message: 'must be an amount such as 12.99 or free' });
  return z.NEVER;
});

/** What a deal asks for: an amount, or terms such as "2 for $5"; becomes a `Price`. */
export const price = z.unknown().transform((value, check) => {
  const read = typeof value === 'string' || typeof value === 'number' ? parsePrice(String(value)) : undefined;
  if (read !== undefined) return read;
  check.addIssue({ code: 'custom', message: 'must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off"' });
  return z.NEVER;
});

export const currency = z.string('must be text').refine(isCurrency, 'must be a currency code such as USD');

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes that `Intl` has names for, but that are no countries: unions, and codes reserved for tests. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** An ISO 3166 code. */
export const country = z
  .string('must be text')
  .refine(
    (code) => /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) && COUNTRY_NAMES.of(code) !== undefined,
    'must be a country code such as US',
  );

const inRange = (date: Date) => date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999;
const instantText = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const moment = () =>
  z.unknown().transform((value, check) => {
    const text = instantText.safeParse(value);
    if (text.success && inRange(new Date(text.data))) return new Date(text.data);
    check.addIssue({ code: 'custom', message: 'must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z' });
    return z.NEVER;
  });

/** A moment; a bare day means its first moment in UTC. */
export const instant = moment();

/** A moment at which something ends: `parseFields` reads a bare day as its last moment in the site's zone. */
export const end = moment();

/** A calendar day, kept as text. */
export const day = z.iso
  .date({ error: 'must be a day such as 2026-01-31', abort: true })
  .refine((text) => inRange(new Date(text)), 'must be a day such as 2026-01-31');

export const count = z.int('must be a whole number').min(0, 'must not be negative').max(MAX_INTEGER, `must be at most ${MAX_INTEGER}`);

export const trueOrFalse = z.boolean('must be true or false');

/** A list without repetitions. */
export const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(item, 'must be a list')
    .max(most, `must have at most ${most} entries`)
    .refine((all) => new Set(all).size === all.length, 'must not name anything twice');
