import { isRecord } from '../../lib/is-record.ts';
import { decimal } from '../../lib/money.ts';
import { termsText, type PriceTerms } from '../../lib/price-terms.ts';
import { momentIn } from '../../server/read-date.ts';
import type { ChangedFields } from '../../server/db/schema/imports.ts';
import { isListing } from '../catalogue/deal-fields.ts';
import type { RecordType } from '../catalogue/record.ts';
import type { RecordLabel } from './record-line.ts';

/** A field of a record before and after, as text for editors; what is not given is null. */
export interface FieldChange {
  field: string;
  from: string | null;
  to: string | null;
}

/** What an import changes of a record. */
export interface RecordChange extends RecordLabel {
  type: RecordType;
  /** Of its row: of a deal the thread id. */
  id: number;
  fields: FieldChange[];
}

/** What a reference is called; undefined for a column that holds no reference, or whose row is gone. */
type NameOf = (column: string, id: number) => RecordLabel | undefined;

/**
 * Writes changed columns as the fields of records: moments in the site's zone, references by names, prices as amounts, places in collections by their titles.
 * A changed `updatedAt` is left out, as it only follows from the other changes.
 */
export function writtenFields(fields: ChangedFields, nameOf: NameOf, timeZone: string): FieldChange[] {
  return Object.entries(fields).flatMap(([column, [was, becomes]]) => {
    if (column === 'updated_at' || isListing(column)) return [];
    if (column === 'price_cents' && fields['price_terms']) return [];
    if (column === 'price_terms') {
      const [from, to] = fields['price_cents'] ?? [null, null];
      return [{ field: 'price', from: priceText(was, from), to: priceText(becomes, to) }];
    }
    if (column.startsWith('collections.')) {
      const id = Number(column.slice('collections.'.length));
      const title = nameOf(column, id)?.title ?? String(id);
      return [{ field: 'collections', from: was === null ? null : title, to: becomes === null ? null : title }];
    }
    if (REFERENCE.test(column)) return [{ field: fieldName(column), ...named(column, was, becomes, nameOf) }];
    return [{ field: fieldName(column), from: valueText(column, was, timeZone), to: valueText(column, becomes, timeZone) }];
  });
}

const REFERENCE = /^(?:\w+_id|posted_by)$/;

const NAMES: Record<string, string> = {
  image_url: 'image',
  price_cents: 'price',
  list_price_cents: 'listPrice',
  user_id: 'member',
  thread_id: 'deal',
};

function fieldName(column: string): string {
  if (column.startsWith('prices.')) return `price of ${column.slice('prices.'.length)}`;
  if (column === 'posted_by') return 'postedBy';
  const name = NAMES[column] ?? column.replace(/_(?:id|cents)$/, '');
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function named(column: string, was: unknown, becomes: unknown, nameOf: NameOf): Omit<FieldChange, 'field'> {
  const label = (id: unknown) => (typeof id === 'number' ? (nameOf(column, id) ?? { key: String(id), title: String(id) }) : null);
  const [from, to] = [label(was), label(becomes)];
  // Two records may have the same name: then their slugs are shown.
  const alike = from?.title === to?.title;
  const textOf = (one: RecordLabel | null) => one && (alike ? `${one.title} (${one.key})` : one.title);
  return { from: textOf(from), to: textOf(to) };
}

const isTerms = (value: unknown): value is PriceTerms => isRecord(value) && typeof value['kind'] === 'string';

const priceText = (terms: unknown, cents: unknown) =>
  isTerms(terms) ? termsText(terms, decimal) : typeof cents === 'number' ? decimal(cents) : null;

function valueText(column: string, value: unknown, timeZone: string): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return column.endsWith('_cents') || column.startsWith('prices.') ? decimal(value) : String(value);
  if (typeof value === 'string') return column.endsWith('_at') ? momentIn(new Date(value), timeZone) : value;
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null;
  return JSON.stringify(value);
}
