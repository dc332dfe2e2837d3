import type { RawBuilder } from 'kysely';
import { required } from '../../lib/required.ts';
import type { Db } from './database.ts';

/** The row of a statement that always returns one, such as a count. */
export async function oneRow<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(db);
  return required(rows[0], 'the row of a statement that always gives one');
}
