import { sql } from 'kysely';
import { CannotStart } from '../cannot-start.ts';
import type { Db } from './database.ts';

/** @throws CannotStart for a database whose encoding is not UTF8: it takes what is stored, and then fails in searches */
export async function requireUtf8(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string; name: string }>`
    select current_setting('server_encoding') encoding, current_database() name`.execute(db);
  for (const { encoding, name } of rows)
    if (encoding !== 'UTF8')
      throw new CannotStart(
        `The database ${name} has the encoding ${encoding}, and Magpie needs UTF8. ` +
          `Make it anew: create database "${name}" encoding 'UTF8' locale 'C.UTF-8' template template0.`,
      );
}
