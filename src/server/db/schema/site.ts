import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, OptionalTimestamp } from './columns.ts';

/** Settings, journal, outbox, texts and limits of the site. */
export interface SiteTables {
  settings: { key: string; value: string };
  changes: ChangeTable;
  outbox: OutboxTable;
  text_versions: TextVersionTable;
  rate_limits: { key: string; points: number; expire: number | null };
}

/** Versions of pages of text; rows are never updated. */
interface TextVersionTable {
  name: string;
  /** Starts at 1 for each name. */
  version: number;
  /** Null for the default text. */
  markdown: string | null;
  saved_at: Date;
}

/** Mails that wait to be sent, and those that failed for good. */
interface OutboxTable {
  id: Generated<number>;
  kind: string;
  data: ColumnType<Record<string, unknown>, string, string>;
  created_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  attempts: Defaulted<number>;
  /** 0 for mails that somebody is waiting for, which are sent first; 1 for others. */
  priority: Defaulted<number>;
  last_error: string | null;
  /** When sending began, for kinds that must not be sent twice. */
  begun_at: OptionalTimestamp;
  /** When sending failed for good; null while it waits. */
  failed_at: OptionalTimestamp;
}

/** The journal, written by triggers (migrations/0002-changes.ts). */
interface ChangeTable {
  seq: GeneratedAlways<number>;
  tx: GeneratedAlways<string>;
  noted_at: GeneratedAlways<Date>;
  subject: string;
  id: number | null;
  before: ColumnType<unknown, never, never>;
  after: ColumnType<unknown, never, never>;
  quiet: Defaulted<boolean>;
}
