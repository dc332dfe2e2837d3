import { momentText } from '../../server/read-date.ts';
import { keyed } from '../../lib/keyed.ts';
import { typedMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import type { FileRecordOf } from '../catalogue/record.ts';
import { POST_FIELDS, type PostField, type PostFields } from '../posting/contracts/fields.ts';
import { normalizeFields } from '../posting/read-post.server.ts';

const DATES = new Set<PostField>(['startsAt', 'expiresAt']);

const PRICES = new Set<PostField>(['price', 'listPrice', 'shipping', 'freeShippingFrom']);

/** The plain decimals in a price, as they are typed in the region; of "2 for 5.00" the amount. */
const typedPrice = (price: string, region: Region) =>
  price.replace(/(?<!\d)\d+\.\d\d/g, (plain) => typedMoney(Math.round(Number(plain) * 100), region, 'auto'));

/** A deal's fields as they stand in the form and as the form sends them: dates and prices as they are written on the site. */
export function shownFields(record: FileRecordOf<'deal'>, region: Region): PostFields {
  const shown = keyed(POST_FIELDS, (field) => {
    const value = record[field];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (PRICES.has(field)) return typedPrice(text, region);
    return DATES.has(field) && text !== '' ? momentText(new Date(text), region.timeZone).slice(0, 16).replace(' ', 'T') : text;
  });
  // Imports bring descriptions with other ends of lines, and blanks around them.
  return normalizeFields(shown);
}

/** A field that has changed, before and after. */
export interface FieldChange {
  field: PostField;
  before: string;
  after: string;
}

/** The fields that are different. */
export const changesOf = (before: PostFields, after: PostFields): FieldChange[] =>
  POST_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({ field, before: before[field], after: after[field] }));

/** The current fields, with those that the editor changed from what they were shown: a three-way merge. */
export const mergedFields = ({ was, typed, now }: { was: PostFields; typed: PostFields; now: PostFields }): PostFields =>
  keyed(POST_FIELDS, (field) => (typed[field] === was[field] ? now[field] : typed[field]));
