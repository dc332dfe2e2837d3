/** `npm run build`: makes every page again into a release of its own and makes it the one that is shown. */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atExit } from '../../server/at-exit.ts';
import { readConfig, type Config } from '../../server/config.ts';
import { sendCommand } from '../../server/control.ts';
import { openDatabase } from '../../server/db/connect.ts';
import { failStart } from '../../server/fail-start.ts';
import { takeLock, TRY_AGAIN } from '../../server/lock.ts';
import { keepFilesPrivate, makePrivate } from '../../server/private-folder.ts';
import { holdTemporary } from '../../server/temporary-folders.ts';
import { requestSnapshot } from './request-snapshot.ts';
import { buildRelease } from './build.server.ts';
import { positionFile, type Position } from './journal.server.ts';
import { claimPublishFolder } from './publish-folder.ts';
import { showFiles } from './shown-release.ts';
import { SNAPSHOT_POSITION } from './take-snapshot.server.ts';

const print = (line: string) => console.log(line);

keepFilesPrivate();
try {
  const { values } = parseArgs({ options: { catalogue: { type: 'string' } } });
  const config = readConfig(process.env);
  await buildFrom(config, values.catalogue);
  process.exit(0);
} catch (error) {
  failStart(error);
}

/** @param catalogue a data folder that holds a snapshot of the database; whoever gave it removes it */
async function buildFrom(config: Config, catalogue: string | undefined): Promise<void> {
  if (catalogue !== undefined) {
    await runFromSnapshot(config, catalogue);
    return;
  }
  // Web servers show the new files once the running site has added to them what changed during the build.
  const show = async (folder: string) => {
    if (!(await sendCommand(config.dataDir, 'switch', {}, () => undefined))) await showFiles(config.publishDir, folder);
  };
  if (config.databaseUrl) {
    makePrivate(config.dataDir);
    return show(await run(config, config));
  }
  const snapshot = await requestSnapshot(config.dataDir);
  if (snapshot !== undefined) {
    atExit(() => rmSync(snapshot, { recursive: true, force: true }));
    return show(await runFromSnapshot(config, snapshot));
  }
  const release = takeLock(config.dataDir, { url: 'npm run build' }, TRY_AGAIN);
  await showFiles(config.publishDir, await run(config, config).finally(release));
}

async function runFromSnapshot(config: Config, snapshot: string): Promise<string> {
  // The process that made the snapshot may have ended before the build is done.
  holdTemporary(snapshot);
  const position = positionFile.parse(JSON.parse(await readFile(join(snapshot, SNAPSHOT_POSITION), 'utf8')));
  return run(config, { ...config, dataDir: snapshot }, position);
}

/** @returns the folder of the new release */
async function run(config: Config, from: Pick<Config, 'databaseUrl' | 'dataDir'>, position?: Position): Promise<string> {
  claimPublishFolder(config);
  const database = await openDatabase(from);
  try {
    return await buildRelease(config, database, print, position);
  } finally {
    await database.close();
  }
}
