import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Header } from './format.ts';

/** Columns that a migration renamed: older backups have them under their old names. */
const RENAMED = [
  // 0017
  { table: 'reports', from: 'settled_at', to: 'resolved_at' },
];

/**
 * Runs work while columns have the names that they had when a backup was made, so that its rows are loaded and compared as they
 * were written. It happens within the transaction of the restore, so nobody else sees it.
 */
export async function withColumnNamesOf<T>({ tables }: Header, transaction: Db, work: () => Promise<T>): Promise<T> {
  const renamed = RENAMED.filter(({ table, from }) => tables[table]?.includes(from));
  for (const { table, from, to } of renamed) await renameColumn(transaction, table, to, from);
  const result = await work();
  for (const { table, from, to } of renamed) await renameColumn(transaction, table, from, to);
  return result;
}

const renameColumn = (db: Db, table: string, from: string, to: string) =>
  sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
