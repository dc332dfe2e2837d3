import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Marks a statement, at its end, to be planned once per connection to a PostgreSQL server. For frequent statements that take about
 * as long to plan as to run, and whose best plan does not depend on parameters. The embedded database prepares every query.
 */
export const PREPARED = sql.raw(MARK);

/** The name under which a statement is prepared; undefined for one that is planned each time. */
export const preparedName = (text: string): string | undefined =>
  text.endsWith(MARK) ? `prepared_${createHash('sha1').update(text).digest('hex')}` : undefined;
