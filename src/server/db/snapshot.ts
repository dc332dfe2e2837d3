import { sql } from 'kysely';
import { constants, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './database.ts';

/**
 * Copies the embedded database into `folder`, an empty data folder, between two statements: a transaction keeps all
 * others out meanwhile, so nothing changes under the copy.
 * @param atThatMoment reads or notes what belongs to the very state that is copied
 */
export async function snapshotEmbedded(
  db: Db,
  dataDir: string,
  folder: string,
  atThatMoment: (connection: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await db.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection);
    await sql`begin`.execute(connection);
    await atThatMoment(connection);
    await cp(join(dataDir, 'database'), join(folder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    await sql`commit`.execute(connection);
  });
}
