import type { ColumnType } from 'kysely';
import type { Day, Defaulted } from './columns.ts';

/** What visitors saw and did, and counts of it by day. */
export interface TrackingTables {
  events: EventTable;
  event_days: EventDayTable;
}

interface EventTable {
  /** Made by the browser. */
  id: string;
  received_at: ColumnType<Date, Date | string, never>;
  kind: string;
  /** Keyed hash of the visitor's id; null where there is none. */
  visitor: string | null;
  /** Path of the page that it happened on. */
  path: string;
  thread_id: number | null;
  offer_id: number | null;
  store_id: number | null;
  /** Place in the list, from 1. */
  position: number | null;
  /** Variants of A/B tests that the visitor has, as `test:variant`. */
  variants: Defaulted<string[]>;
  details: ColumnType<unknown, string | null | undefined, never>;
}

/** One row a day for each kind, path, store (0: none) and position (0: none). */
interface EventDayTable {
  day: Day;
  kind: string;
  path: string;
  store_id: number;
  position: number;
  events: number;
  visitors: number;
}
