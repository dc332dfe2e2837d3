import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Context } from '../../server/context.ts';
import { snapshotEmbedded } from '../../server/db/snapshot.ts';

const BUILD = join(import.meta.dirname, 'build.ts');

/** Where the snapshot of an embedded database lies while it is built from. */
export const snapshotFolder = (dataDir: string) => join(dataDir, `snapshot-${process.pid}`);

/**
 * Builds a release in a process of its own, from a snapshot where the database is embedded, so that the site goes on.
 * @throws when the build fails; what it printed has been passed to `say`
 */
export async function buildAside({ config, db }: Context, say: (line: string) => void): Promise<void> {
  const snapshot = config.databaseUrl === undefined ? snapshotFolder(config.dataDir) : undefined;
  try {
    if (snapshot) await snapshotEmbedded(db, config.dataDir, snapshot);
    const child = spawn(process.execPath, [BUILD, ...(snapshot ? ['--catalogue', snapshot] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stop = () => child.kill();
    process.once('exit', stop);
    for await (const line of createInterface({ input: child.stdout })) say(line);
    if (child.exitCode === null) await once(child, 'exit');
    process.off('exit', stop);
    if (child.exitCode !== 0) throw new Error(`the site could not be built (exit code ${child.exitCode}); the lines above say why`);
  } finally {
    if (snapshot) await rm(snapshot, { recursive: true, force: true });
  }
}
