import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Table } from './tables.server.ts';

/**
 * Runs work on tables without their foreign keys and triggers, and restores these afterwards, which checks all references
 * at once. So rows can be inserted in any order, even where they refer to one another in circles, and no
 * rights are needed besides owning the tables.
 */
export async function withConstraintsDisabled(transaction: Db, tables: Table[], work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint as k join pg_class as c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    order by c.relname, k.conname`.execute(transaction);
  for (const { table, name } of keys) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(transaction);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(transaction);
  await work();
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(transaction);
  for (const { table, name, definition } of keys) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(transaction);
  }
}
