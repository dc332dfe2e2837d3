import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../server/context.ts';
import { snapshotEmbedded } from '../../server/db/snapshot.ts';
import { makeTemporary } from '../../server/temporary-folders.ts';
import { hasBundle } from './bundle.server.ts';
import { positionNow } from './journal.server.ts';
import { runChildProcess } from './run-child-process.ts';

const BUILD = join(import.meta.dirname, 'build.ts');
const BUNDLE = join(import.meta.dirname, 'bundle.ts');
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

/**
 * Makes the bundle that a build needs, in a process of its own, so that a site's database can be opened meanwhile.
 * @throws when it fails; what it printed has been passed to `print`
 */
export async function bundleInChildProcess(print: (line: string) => void): Promise<void> {
  if (!(await hasBundle())) await runChildProcess([BUNDLE], print);
}

/**
 * Builds a release in a process of its own, from a snapshot where the database is embedded, so that the site goes on.
 * @throws when the build fails; what it printed has been passed to `print`
 */
export async function buildInChildProcess(context: Context, print: (line: string) => void): Promise<void> {
  const snapshot = context.config.databaseUrl === undefined ? await takeSnapshot(context) : undefined;
  try {
    await runChildProcess([BUILD, ...(snapshot ? ['--catalogue', snapshot] : [])], print);
  } finally {
    if (snapshot) await rm(snapshot, { recursive: true, force: true });
  }
}
