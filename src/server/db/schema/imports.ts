import type { ColumnType } from 'kysely';
import type { Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** Log of imports, and what editors protect from later ones. */
export interface ImportsTables {
  imports: ImportTable;
  import_changes: ImportChangeTable;
  edited_fields: { thread_id: number; field: string; edited_at: Defaulted<Date> };
  /** Deals that their own source does not list any more: expired, but for those of which another source lists a merged duplicate. */
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
  /** Operating system user who ran the command; null for imports by the site itself. */
  imported_by: string | null;
  files: string[];
  /** Default source of records without one. */
  source: string | null;
  counts: ColumnType<ImportCounts, string | undefined, string>;
  undone_at: OptionalTimestamp;
}

/** Values of changed fields before and after an import. Keys are columns, `prices.DAY`, `collections.ID`, `unlisted`, and `listed.ID` of a merged deal. */
export type ChangedFields = Record<string, [was: unknown, becomes: unknown]>;

/** A row that an import added or changed; written by triggers (migration 0033). */
interface ImportChangeTable {
  import_id: number;
  /** Record type. */
  subject: string;
  id: number;
  /** Null for an added row. */
  fields: ColumnType<ChangedFields | null, never, never>;
}
