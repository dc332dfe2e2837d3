/** `npm run build`: builds a release of its own and makes it the one the data folder shows. */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, type Config } from '../../server/config.ts';
import { askRunningSite } from '../../server/control.ts';
import { openDatabase } from '../../server/db/connect.ts';
import { takeLock } from '../../server/lock.ts';
import { buildRelease } from './build.server.ts';

const say = (line: string) => console.log(line);

try {
  const { values } = parseArgs({ options: { catalogue: { type: 'string' } } });
  const config = readConfig(process.env);
  await buildFrom(config, values.catalogue);
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

/** @param catalogue a data folder that holds a snapshot of the database; whoever gave it removes it */
async function buildFrom(config: Config, catalogue: string | undefined): Promise<void> {
  if (catalogue ?? config.databaseUrl) return run(config, { ...config, dataDir: catalogue ?? config.dataDir });
  let snapshot: string | undefined;
  const running = await askRunningSite(config.dataDir, 'snapshot', {}, (event) => {
    snapshot = (event as { folder: string }).folder;
  });
  if (running && snapshot) {
    await run(config, { ...config, dataDir: snapshot }).finally(() => rm(snapshot!, { recursive: true, force: true }));
    await askRunningSite(config.dataDir, 'switch', {}, () => undefined);
    return;
  }
  const release = takeLock(config.dataDir, { url: 'npm run build' });
  await run(config, config).finally(release);
}

async function run(config: Config, from: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const { db, close } = await openDatabase(from);
  try {
    say('Building the site');
    await buildRelease({ config, db, clock: () => new Date() }, say);
    say('The new release is ready');
  } finally {
    await close();
  }
}
