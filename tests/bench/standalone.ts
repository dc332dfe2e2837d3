import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendCommand } from '../../src/server/control.ts';
import { freePort, siteEnvironment, type RunningSite } from '../support/site.ts';
import { ROOT, runNode, startServer, type Server } from './program.ts';

/**
 * `@astrojs/node` in standalone mode, with a page of a running site written ahead by `astro build` from a copy of its
 * database.
 */
export async function startStandalone(site: RunningSite, path: string, folder: string): Promise<Server> {
  // Below the project, where a bundle finds its packages.
  const out = join(ROOT, 'dist', `bench-${process.pid}`);
  await mkdir(out, { recursive: true });
  const remove = () => rm(out, { recursive: true, force: true });
  try {
    await buildPage(site, path, folder, out);
    const port = await freePort();
    const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'empty'), ASTRO_NODE_LOGGING: 'disabled' };
    const server = await startServer(process.execPath, [join(out, 'server/entry.mjs')], port, path, siteEnvironment(settings));
    return { ...server, end: () => server.end().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function buildPage(site: RunningSite, path: string, folder: string, out: string): Promise<void> {
  const list = join(folder, 'addresses.json');
  await writeFile(list, JSON.stringify([path]));
  let snapshot: string | undefined;
  await sendCommand(site.dataDir, 'snapshot', {}, (event) => {
    snapshot = (event as { folder: string }).folder;
  });
  try {
    const env = siteEnvironment({ DATA_DIR: snapshot!, SITE_URL: site.url, NODE_ENV: 'production' });
    await runNode(join(import.meta.dirname, 'astro/build.ts'), [out, list, '--standalone'], env);
  } finally {
    await rm(snapshot!, { recursive: true, force: true });
  }
}
