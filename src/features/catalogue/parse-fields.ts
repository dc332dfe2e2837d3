import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Region } from '../../lib/region.ts';
import { country, day, end, instant, money, price, sourceId } from '../../server/editor-fields.ts';
import { orderOf } from '../../lib/date-words.ts';
import { isCurrency } from '../../lib/is-currency.ts';
import { keyed } from '../../lib/keyed.ts';
import { decimal, parseMoney } from '../../lib/money.ts';
import { priceExamples } from '../../lib/price-examples.ts';
import { parsePrice, termsText } from '../../lib/price-terms.ts';
import { NO_AMOUNT, readAmount } from '../../lib/read-amount.ts';
import { readDayText, readMoment, type DayBoundary } from '../../server/read-date.ts';
import { condition, RECORD_TYPES, SHAPES, type RecordType } from './record.ts';

/** What decides how written prices and dates are read: the region of the site, and now. */
export interface ParseContext extends Region {
  now: Date;
}

export const parseContextOf = ({ config, clock }: Pick<Context, 'config' | 'clock'>): ParseContext => ({ ...config.region, now: clock() });

/** The fields of a record, with prices, dates and codes as its schema takes them. */
export interface ParsedFields {
  value: Record<string, unknown>;
  /** What cannot be read: fields by their paths, with the reasons. */
  faults: Map<string, string>;
  /** Amounts and moments that could be read, by their paths; days as text. */
  amounts: Map<string, number>;
  moments: Map<string, Date>;
  days: Map<string, string>;
}

interface Work extends ParsedFields {
  parseContext: ParseContext;
  currency: string | undefined;
}

type Read = (written: unknown, path: string, work: Work) => unknown;

/**
 * Reads prices, dates and codes of a record as people write them, by the site's region. A sign of a currency sets the record's, or must agree
 * with it; a deal or offer without either is in the site's.
 */
export function parseFields(type: RecordType, written: Record<string, unknown>, parseContext: ParseContext): ParsedFields {
  const { currency } = written;
  const work: Work = {
    value: { ...written },
    faults: new Map(),
    amounts: new Map(),
    moments: new Map(),
    days: new Map(),
    parseContext,
    currency: typeof currency === 'string' && isCurrency(currency) ? currency : undefined,
  };
  for (const [field, read] of READERS[type]) if (written[field] !== undefined) work.value[field] = read(written[field], field, work);
  if (currency === undefined && 'currency' in SHAPES[type]) work.value['currency'] = work.currency ?? parseContext.currency;
  return work;
}

const amount: Read = (written, path, work) => {
  const read =
    typeof written === 'string'
      ? readAmount(written, { locale: work.parseContext.locale, currency: work.currency, home: work.parseContext.currency })
      : { cents: typeof written === 'number' ? parseMoney(String(written)) : undefined, currency: undefined };
  if ('fault' in read) work.faults.set(path, read.fault === NO_AMOUNT ? noAmount(work) : read.fault);
  if ('fault' in read || read.cents === undefined) return written;
  work.currency ??= read.currency;
  work.amounts.set(path, read.cents);
  return decimal(read.cents);
};

/** Like `amount`, but also reads prices that are not one amount, such as "2 for $5". */
const dealPrice: Read = (written, path, work) => {
  if (typeof written !== 'string') return amount(written, path, work);
  const { locale, currency: home } = work.parseContext;
  let named = work.currency;
  let fault: string | undefined;
  const read = parsePrice(written, (text) => {
    const part = readAmount(text, { locale, currency: named, home });
    if (!('fault' in part)) named ??= part.currency;
    else if (part.fault !== NO_AMOUNT) fault ??= part.fault;
    return 'fault' in part ? undefined : part.cents;
  });
  if (!read) {
    work.faults.set(path, fault ?? noPrice(work));
    return written;
  }
  work.currency = named;
  if (read.cents !== null) work.amounts.set(path, read.cents);
  return read.terms ? termsText(read.terms, decimal) : decimal(read.cents ?? 0);
};

/** Examples in the currency of the record, because an amount in another would be refused. */
const examplesFor = ({ currency, parseContext }: Work) => priceExamples({ ...parseContext, currency: currency ?? parseContext.currency });
const noAmount = (work: Work) => `must be an amount such as ${examplesFor(work).amount} or free`;
const noPrice = (work: Work) => `${noAmount(work)}, or words such as "${examplesFor(work).several}" or "30% off"`;

const moment =
  (edge: DayBoundary): Read =>
  (written, path, work) => {
    const read = typeof written === 'string' || typeof written === 'number' ? readMoment(written, work.parseContext, edge) : undefined;
    if (read) work.moments.set(path, read);
    else work.faults.set(path, dateFault(work.parseContext.locale, written));
    return read?.toISOString() ?? written;
  };

const dayText: Read = (written, path, work) => {
  const plain = typeof written === 'string' && /^\d{4}-\d\d-\d\d$/.test(written) ? written : undefined;
  const read = plain ?? (typeof written === 'string' || typeof written === 'number' ? readDayText(written, work.parseContext) : undefined);
  if (read !== undefined) work.days.set(path, read);
  return read ?? written;
};

/** The message for a date that cannot be read, with the order of day and month of the language, and with words where it has some beside a number. */
export const dateFault = (locale: string, written: unknown) =>
  `must be a date such as 2026-01-31, ${orderOf(locale) === 'day month' ? '31/01/2026' : '01/31/2026'} or 2026-01-31T12:00:00Z${
    typeof written === 'string' && /\d/.test(written) && /\p{L}{3}/u.test(written) ? '; in words one day, such as Jan 31, 2026 8:00 PM' : ''
  }`;

/** Larger numbers are rounded when JSON is read, so that several ids would be one. */
const idText: Read = (written) => (Number.isSafeInteger(written) ? String(written) : written);
const inCapitals: Read = (written) => (typeof written === 'string' ? written.toUpperCase() : written);
const inSmallLetters: Read = (written) => (typeof written === 'string' ? written.toLowerCase() : written);

const LEAVES = new Map<z.core.$ZodType, Read>([
  [money, amount],
  [price, dealPrice],
  [instant, moment('start')],
  [end, moment('end')],
  [day, dayText],
  [sourceId, idText],
  [country, inCapitals],
  [condition, inSmallLetters],
]);

/** How the values of a schema are read, when there are prices, dates or codes among them. */
function readerOf(schema: z.core.$ZodType): Read | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return readerOf(schema.unwrap());
  if (schema instanceof z.ZodArray) {
    const each = readerOf(schema.element);
    return each && ((written, path, work) => listed(written, (one, index) => each(one, `${path}.${index}`, work)));
  }
  if (schema instanceof z.ZodTuple) {
    const items = schema.def.items.map(readerOf);
    return (written, path, work) => listed(written, (one, index) => items[index]?.(one, `${path}.${index}`, work) ?? one);
  }
  return LEAVES.get(schema);
}

const listed = (written: unknown, read: (one: unknown, index: number) => unknown) => (Array.isArray(written) ? written.map(read) : written);

const READERS = keyed(RECORD_TYPES, (type) =>
  Object.entries(SHAPES[type]).flatMap(([field, schema]) => {
    const read = readerOf(schema);
    return read ? [[field, read] as const] : [];
  }),
);
