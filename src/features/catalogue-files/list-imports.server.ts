import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { ImportCounts } from '../../server/db/schema/imports.ts';

/** An import that changed something. */
export interface ListedImport extends Required<ImportCounts> {
  id: number;
  /** ISO dates; the command `imports` sends both as people in the site's zone read them, `undoneAt` as a day. */
  at: string;
  undoneAt: string | null;
  /** Who gave the command; null for what the site imported by itself. */
  by: string | null;
  files: string[];
  source: string | null;
  /** Whether what undoing it needs is still kept. */
  undoable: boolean;
}

/** All imports that changed something, the newest first; or one. */
export async function listImports(db: Db, { id }: { id?: number } = {}): Promise<ListedImport[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .select(sql<boolean>`exists (select from import_changes where import_id = imports.id)`.as('undoable'))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ counts: { added = {}, changed = {}, expired = {} }, ...row }) => ({
    id: row.id,
    at: row.imported_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    by: row.imported_by,
    files: row.files,
    source: row.source,
    added,
    changed,
    expired,
    undoable: row.undoable,
  }));
}
