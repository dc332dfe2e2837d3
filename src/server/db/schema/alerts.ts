import type { Channel, Frequency } from '../../../lib/alert-delivery.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Cents, Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** Deal alerts (migrations 0021, 0026 and 0051). */
export interface AlertsTables {
  criteria: CriteriaTable;
  criteria_anchors: AnchorTable;
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

/** A lexeme that criteria are found by. */
interface AnchorTable {
  anchor: string;
  criteria: number;
  /** That of the criteria. */
  query: string | null;
  /** The same, in the index; null means that it has to be read in `criteria`. */
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
