import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askRunningSite } from '../../src/server/control.ts';
import type { RunningSite } from '../support/site.ts';
import { siteEnvironment } from '../support/site.ts';
import { freePort, ROOT, runNode, startServer, type Server } from './program.ts';

/**
 * `@astrojs/node` in standalone mode, with the pages of a running site written ahead by `astro build` from a copy of its
 * database.
 * @param addresses of the pages
 * @param path a page that it must answer
 */
export async function startStandalone(site: RunningSite, addresses: string[], folder: string, path: string): Promise<Server> {
  // Below the project, where a bundle finds its packages.
  const out = join(ROOT, 'dist', `bench-${process.pid}`);
  await mkdir(out, { recursive: true });
  const remove = () => rm(out, { recursive: true, force: true });
  try {
    await buildPages(site, addresses, folder, out);
    const port = await freePort();
    const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'empty'), ASTRO_NODE_LOGGING: 'disabled' };
    const server = await startServer(process.execPath, [join(out, 'server/entry.mjs')], port, path, siteEnvironment(settings));
    return { ...server, end: () => server.end().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function buildPages(site: RunningSite, addresses: string[], folder: string, out: string): Promise<void> {
  const list = join(folder, 'addresses.json');
  await writeFile(list, JSON.stringify(addresses));
  let snapshot: string | undefined;
  await askRunningSite(site.dataDir, 'snapshot', {}, (event) => {
    snapshot = (event as { folder: string }).folder;
  });
  try {
    const env = siteEnvironment({ DATA_DIR: snapshot!, SITE_URL: site.url, NODE_ENV: 'production' });
    await runNode(join(import.meta.dirname, 'astro/build.ts'), [out, list, '--standalone'], env);
  } finally {
    await rm(snapshot!, { recursive: true, force: true });
  }
}
