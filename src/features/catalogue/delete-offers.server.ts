import type { Db } from '../../server/db/database.ts';

/** Deletes all offers of a source, in a transaction. @returns how many there were */
export async function deleteOffersOf(transaction: Db, source: string): Promise<number> {
  const { numDeletedRows } = await transaction.deleteFrom('offers').where('source', '=', source).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
