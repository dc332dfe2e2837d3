import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Titles and names that were stored before imports put marks into their letters (NFC): `が` may be `か` and a mark, and searches for the one
 * did not find the other.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const [table, column] of NAMES) {
    const name = sql.ref(column);
    await sql`update ${sql.table(table)} set ${name} = normalize(${name}, NFC) where ${name} is not nfc normalized`.execute(db);
  }
}

const NAMES = [
  ['forums', 'title'],
  ['categories', 'name'],
  ['stores', 'name'],
  ['brands', 'name'],
  ['collections', 'title'],
  ['deals', 'title'],
  ['offers', 'title'],
] as const;
