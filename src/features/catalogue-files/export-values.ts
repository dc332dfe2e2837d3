import { decimal } from '../../lib/money.ts';
import { termsText, type PriceTerms } from '../../lib/price-terms.ts';
import { required } from '../../lib/required.ts';
import type { FileRecord } from '../catalogue/record.ts';

/** Which records to read: those after an id, at most so many, of one source or of all; `now` decides what has expired. */
export interface PageRequest {
  after: number;
  limit: number;
  source: string | undefined;
  now: Date;
}

/** Records with the ids of their rows, ordered by id. */
export type Page<Exported = FileRecord> = { id: number; record: Exported }[];

/* How values of columns are exported as values of records; what is absent is left out. */

export const exportValue = <T>(value: T | null) => value ?? undefined;
export const exportText = (text: string) => text || undefined;
export const exportAmount = (cents: number | null) => (cents === null ? undefined : decimal(cents));

/** A price as `parsePrice` reads it back. */
export const exportPrice = (row: { price_cents: number | null; price_terms: PriceTerms | null }) =>
  row.price_terms ? termsText(row.price_terms, decimal) : decimal(required(row.price_cents, 'the amount of a price without terms'));

export const exportDate = (date: Date | null) => date?.toISOString();

/** Whether a deal or offer counts as expired: its status says so, or its date has passed and the job has not updated the status yet. */
export const hasExpired = (row: { status: string; expires_at: Date | null }, now: Date) =>
  row.status === 'expired' || (row.expires_at !== null && row.expires_at <= now);

/** The source of what a record refers to, where it is not the record's own. */
export const foreignSource = (source: string | null, own: string) => (source === own ? undefined : exportValue(source));
