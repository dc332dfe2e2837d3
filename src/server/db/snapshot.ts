import { sql } from 'kysely';
import { constants, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './connect.ts';

/**
 * Copies the embedded database into `folder`, a data folder of its own, between two statements: the only connection is
 * held meanwhile, so nothing changes under the copy.
 */
export async function snapshotEmbedded(db: Db, dataDir: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await db.connection().execute(async (connection) => {
    await sql`checkpoint`.execute(connection);
    await cp(join(dataDir, 'database'), join(folder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  });
}
