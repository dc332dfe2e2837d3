import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { siteEnvironment } from '../support/site.ts';
import { freePort, ROOT, runNode, startServer, type Server } from './program.ts';

/**
 * `@astrojs/node` in standalone mode: this very project built by that mode over an empty catalogue, which takes seconds,
 * with the release's client folder put in the place of its own, so that both serve the same files.
 */
export async function startStandalone(client: string, folder: string, path: string): Promise<Server> {
  // Below the project, where a bundle finds its packages.
  const out = join(ROOT, 'dist', `bench-${process.pid}`);
  await mkdir(out, { recursive: true });
  const remove = () => rm(out, { recursive: true, force: true });
  try {
    await runNode(
      join(import.meta.dirname, 'standalone-build.ts'),
      [out],
      siteEnvironment({ DATA_DIR: join(folder, 'empty'), SITE_URL: 'http://localhost' }),
    );
    await rm(join(out, 'client'), { recursive: true });
    await symlink(client, join(out, 'client'));
    const port = await freePort();
    const settings = siteEnvironment({
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'empty'),
      ASTRO_NODE_LOGGING: 'disabled',
    });
    const server = await startServer(process.execPath, [join(out, 'server/entry.mjs')], port, path, settings);
    return { ...server, end: () => server.end().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
