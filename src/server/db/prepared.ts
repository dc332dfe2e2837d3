import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Ends a statement that a connection to a PostgreSQL server plans once and not at each execution, for statements that run often, take about
 * as long to plan as to run, and are run alike whatever their parameters are. The embedded database prepares every query.
 */
export const PREPARED = sql.raw(MARK);

/** The name under which a statement is prepared; undefined for one that is planned each time. */
export const preparedName = (text: string): string | undefined =>
  text.endsWith(MARK) ? `prepared_${createHash('sha1').update(text).digest('hex')}` : undefined;
