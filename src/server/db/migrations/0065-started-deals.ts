import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deals that were scheduled and have begun are found by when. They were looked for among those that had changed since, which after a large
 * import are most of the catalogue, so that the job that reveals scores read all of it every few seconds. Only deals with a start are in it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`create index deals_started on deals (starts_at) where status <> 'scheduled' and starts_at is not null`).execute(db);
}
