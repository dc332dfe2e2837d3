import type { Channel, Frequency } from '../../../lib/alert-delivery.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Cents, Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** Deal alerts (migrations 0021, 0026 and 0051). */
export interface AlertsTables {
  criteria: CriteriaTable;
  criteria_anchors: AnchorTable;
  alerts: AlertTable;
  matches: { thread_id: number; criteria: number };
  /** Deals that were compared with all criteria whose id is at most `through`, and the lowest price seen at any comparison. */
  matched_deals: { thread_id: number; through: number; lowest_cents: Cents | null };
  alert_due: AlertDueTable;
}

interface CriteriaTable {
  id: GeneratedAlways<number>;
  /** Canonical text of words and filters; unique. */
  criteria_id: string;
  /** Words and filters as a `tsquery`. */
  query: string;
  min_cents: Cents | null;
  max_cents: Cents | null;
  min_percent: number | null;
  created_at: Defaulted<Date>;
}

/** A lexeme under which criteria are indexed. */
interface AnchorTable {
  anchor: string;
  criteria: number;
  /** Copy of `criteria.query`. */
  query: string | null;
  /** `query` where it is short enough for the covering index; null means that it must be read from `criteria`. */
  short_query: GeneratedAlways<string | null>;
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
  /** Whether only a new lowest price of the deal counts. */
  new_low: Defaulted<boolean>;
  created_at: Timestamp;
  /** Earlier events do not count: when the alert was created, resumed, or its limits were changed. */
  since: Defaulted<Date>;
  paused_at: OptionalTimestamp;
}

/** A deal that has to be compared with the criteria. */
interface AlertDueTable {
  thread_id: number;
  noted_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  /** Whether its words or filters may have changed. */
  words: boolean;
  /** Its state at the last comparison; null when it was not live. */
  before: ColumnType<{ price: Cents; percent: number; score: number } | null, string | null | undefined, string | null>;
}
