import type { Channel, Frequency } from '../../../lib/alert-delivery.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Cents, Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** Deal alerts (migrations 0021 and 0026). */
export interface AlertsTables {
  criteria: CriteriaTable;
  /** `query` is that of the criteria; null means that it has to be read there. */
  criteria_anchors: { anchor: string; criteria: number; query: string | null };
  alerts: AlertTable;
  matches: { thread_id: number; criteria: number };
  /** Deals that were compared with all criteria up to one, and the least they cost whenever somebody looked. */
  matched_deals: { thread_id: number; through: number; lowest_cents: Cents | null };
  alert_due: AlertDueTable;
}

interface CriteriaTable {
  id: GeneratedAlways<number>;
  /** Canonical text of what is looked for. */
  criteria_id: string;
  /** Words and filters, in the language of `tsquery`. */
  query: string;
  min_cents: Cents | null;
  max_cents: Cents | null;
  min_percent: number | null;
  created_at: Defaulted<Date>;
}

interface AlertTable {
  alert_id: GeneratedAlways<number>;
  user_id: number;
  criteria: number;
  title: string;
  source: Defaulted<string>;
  frequency: Defaulted<Frequency>;
  channels: Defaulted<Channel[]>;
  vote_level: Defaulted<number>;
  /** Ids of forums; empty for all. */
  forums: Defaulted<number[]>;
  /** Only at a price that the deal never had before. */
  new_low: Defaulted<boolean>;
  created_at: Timestamp;
  /** What happened before does not count: when it was made, resumed, or its limits changed. */
  since: Defaulted<Date>;
  paused_at: OptionalTimestamp;
}

/** A deal that is to be looked at. */
interface AlertDueTable {
  thread_id: number;
  noted_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  /** Whether its words or filters may have changed. */
  words: boolean;
  /** What it was when somebody last looked; null for one that was not live. */
  before: ColumnType<{ price: Cents; percent: number; score: number } | null, string | null | undefined, string | null>;
}
