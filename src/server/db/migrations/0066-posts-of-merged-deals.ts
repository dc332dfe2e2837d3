import { type QueryExecutorProvider, sql } from 'kysely';

/** The post id that a merged deal had: pages that were opened before the merge vote on it. It is unknown of deals merged before. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table merged_deals add column post_id bigint`.execute(db);
  await sql`create unique index merged_deals_by_post on merged_deals (post_id)`.execute(db);
}
