import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * What a deal is compared with is read from the index of anchors alone: the rows of a deal's anchors lie all over the table, and fetching each
 * of them took most of the time. An index has no place for the longest queries, which are read where they stand.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** In bytes, at least, of what an entry of an index may be (a third of a page). */
const LONGEST = 2_000;
/** Of a query in bytes: 12 for each lexeme and operator, and the lexemes, which its text has too. */
const SIZE = '12 * numnode(query) + octet_length(query::text)';

const STATEMENTS = [
  `alter table criteria_anchors add column short_query tsquery
    generated always as (case when octet_length(anchor) + ${SIZE} <= ${LONGEST} then query end) stored`,
  `alter table criteria_anchors drop constraint criteria_anchors_pkey, add primary key (anchor, criteria) include (short_query)`,
];
