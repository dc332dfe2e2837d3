import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../server/context.ts';
import { snapshotEmbedded } from '../../server/db/snapshot.ts';
import { makeTemporary } from '../../server/temporary-folders.ts';
import { positionNow } from './journal.server.ts';

/** File of a snapshot that says how far the journal went when it was taken. */
export const SNAPSHOT_POSITION = 'position.json';

/**
 * Copies the embedded database for a build to work from.
 * @param pid the process that asked for it
 * @returns the folder, which whoever asked removes
 */
export async function takeSnapshot({ config, db }: Pick<Context, 'config' | 'db'>, pid?: number): Promise<string> {
  const folder = await makeTemporary(config.dataDir, 'snapshot', pid);
  try {
    await snapshotEmbedded(db, config.dataDir, folder, async (connection) => {
      await writeFile(join(folder, SNAPSHOT_POSITION), JSON.stringify(await positionNow(connection)));
    });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
