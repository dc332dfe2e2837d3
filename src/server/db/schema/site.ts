import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, OptionalTimestamp } from './columns.ts';

/** What the site keeps for itself. */
export interface SiteTables {
  settings: { key: string; value: string };
  changes: ChangeTable;
  outbox: OutboxTable;
  text_versions: TextVersionTable;
  rate_limits: { key: string; points: number; expire: number | null };
}

/** Versions of pages of text, never changed. */
interface TextVersionTable {
  name: string;
  /** From 1 on for each name. */
  version: number;
  /** Null goes back to the text that the program brings. */
  markdown: string | null;
  saved_at: Date;
}

/** Mails that wait to be sent, and those that were given up. */
interface OutboxTable {
  id: Generated<number>;
  kind: string;
  data: ColumnType<Record<string, unknown>, string, string>;
  created_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  attempts: Defaulted<number>;
  /** What somebody waits for is 0 and comes first; what nobody waits for is 1. */
  priority: Defaulted<number>;
  last_error: string | null;
  /** When its mail was about to go over, for kinds that are not sent twice. */
  begun_at: OptionalTimestamp;
  /** When it was given up; null while it waits. */
  failed_at: OptionalTimestamp;
}

/** The journal that triggers write (migrations/0002-changes.ts). */
interface ChangeTable {
  seq: GeneratedAlways<number>;
  /** The transaction of the change. */
  tx: GeneratedAlways<string>;
  noted_at: GeneratedAlways<Date>;
  subject: string;
  id: number | null;
  before: ColumnType<unknown, never, never>;
  after: ColumnType<unknown, never, never>;
  quiet: Defaulted<boolean>;
}
