import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';

const EDITING = 7_205_759;

/** Waits until no other command edits this database, and keeps others waiting until the transaction ends. It may take long. */
export async function takeTurn(transaction: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${EDITING})`.execute(transaction);
}
