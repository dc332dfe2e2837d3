import type { ColumnType } from 'kysely';
import type { Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** What imports did, and what editors keep from them. */
export interface ImportsTables {
  imports: ImportTable;
  import_changes: ImportChangeTable;
  edited_fields: { thread_id: number; field: string; edited_at: Defaulted<Date> };
  unlisted_deals: { thread_id: number };
}

/** How many records of each type an import added and changed; types with none are left out. */
export interface ImportCounts {
  added?: Record<string, number>;
  changed?: Record<string, number>;
  expired?: Record<string, number>;
}

/** An import that changed something. */
interface ImportTable {
  id: number;
  imported_at: Timestamp;
  /** Who gave the command: the user's name on the machine; null for what the site imports by itself. */
  imported_by: string | null;
  files: string[];
  /** The source of records that name none. */
  source: string | null;
  counts: ColumnType<ImportCounts, string | undefined, string>;
  undone_at: OptionalTimestamp;
}

/** A field of a row as it was before an import, and as the import left it; columns, `prices.DAY`, `collections.ID` and `unlisted`. */
export type ChangedFields = Record<string, [was: unknown, becomes: unknown]>;

/** A row that an import added, or fields that it changed; triggers write it (migration 0033). */
interface ImportChangeTable {
  import_id: number;
  /** A type of records. */
  subject: string;
  id: number;
  /** Null for a row that was added. */
  fields: ColumnType<ChangedFields | null, never, never>;
}
