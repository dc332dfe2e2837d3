import { sql } from 'kysely';
import { constants, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './database.ts';

/**
 * Copies the embedded database into `folder`, an empty data folder. A transaction keeps all
 * other clients out meanwhile, so nothing changes during the copy.
 * @param atThatMoment reads or writes what belongs to exactly the copied state
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
