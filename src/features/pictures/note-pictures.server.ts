import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Marks pictures of deals, or others, as wanted, unless they are known; in the transaction that writes their addresses.
 * @param addresses a query with one column; nulls are ignored
 * @returns how many are new
 */
export async function notePictures(db: Db, addresses: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into pictures (address)
    select distinct given.address from (${addresses}) as given (address)
    where given.address is not null and not exists (select from pictures as known where known.address = given.address)
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}

/** Notes addresses, as `notePictures`. */
export const noteAddresses = (db: Db, addresses: string[]): Promise<number> => notePictures(db, sql`select unnest(${addresses}::text[])`);
