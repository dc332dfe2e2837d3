import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * What took time in proportion to all that a site has gathered: a new report counts those before it on the post, and a post that is deleted takes
 * its reports along; the queue of moderators has hidden comments, of which there are few; and deals of a price are counted, by store, brand and
 * category, too, without reading each of them.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index reports_post on reports (post_id)`,
  `create index comments_hidden on comments (post_id) where status = 'hidden'`,
  // Not in the order of a list: a list by price of a category would read all cheaper deals in it.
  `create index deals_priced on deals (total_cents) include (currency, percent_off, expired_last, store_id, brand_id, category_id)
    where status <> 'scheduled'`,
];
