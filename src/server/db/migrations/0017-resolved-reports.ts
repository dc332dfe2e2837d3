import { type Kysely, sql } from 'kysely';

/** A report is resolved, as moderation tools say. Backups from before have the column's old name (src/features/backup/renamed-columns.server.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table reports rename column settled_at to resolved_at`).execute(db);
}
