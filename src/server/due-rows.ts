import { sql, type RawBuilder } from 'kysely';
import { MINUTE_MS } from '../lib/durations.ts';
import type { Db } from './db/database.ts';

/** How long a row belongs to the process that took it: longer than sending may take. */
const LEASE_MS = 5 * MINUTE_MS;

/**
 * Takes the next rows of a queue that are due: a table with `id`, `due_at` and `attempts`. Until its lease ends, a row is this process's alone;
 * after that it is due again. It is one statement, so that no transaction is open while rows are sent: the embedded database has one connection.
 * @param most how many at most
 * @param where which rows, besides being due
 * @param order the columns that say which come first
 * @param set what else is written to each row, such as `last_error = null`
 * @param columns what is returned of each row besides its id
 */
export async function takeDueRows<Row>(
  db: Db,
  queue: string,
  now: Date,
  {
    most,
    where = sql`true`,
    order,
    set,
    columns,
  }: { most: number; where?: RawBuilder<unknown>; order: RawBuilder<unknown>; set?: RawBuilder<unknown>; columns: RawBuilder<Row> },
): Promise<Row[]> {
  const table = sql.table(queue);
  const { rows } = await sql<Row>`
    with due as materialized (
      select id from ${table} where due_at <= ${now} and ${where} order by ${order} limit ${most} for update skip locked)
    update ${table} as q set due_at = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1 ${set ? sql`, ${set}` : sql``}
    from due where q.id = due.id
    returning q.id, ${columns}`.execute(db);
  return rows;
}

/**
 * How long a row waits after a failed attempt, in milliseconds: a minute, twice as long after each further one, and up to a fifth more, so that
 * a server that was away is not asked for all rows in the same moment.
 * @param attempts how many there were, from 1 on
 */
export const backOff = (attempts: number): number => MINUTE_MS * 2 ** (attempts - 1) * (1 + Math.random() / 5);
