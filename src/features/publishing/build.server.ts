import { build } from 'astro';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentSecurityPolicy } from '../../server/http/security-headers.ts';
import { provideContext, type Context } from '../../server/context.ts';
import { basisOf } from './basis.ts';
import { catalogueState } from './catalogue-state.server.ts';
import { finishFiles } from './finish.ts';
import { projectRoot } from './project-root.ts';
import { currentRelease, manifestFile, switchRelease, type Release } from './release.ts';

/** Releases of one data folder that are kept: the one shown and the one before it. */
const KEPT = 2;

/**
 * Builds the whole site into a release folder of its own and makes it the one the data folder shows. The site that runs
 * meanwhile is not touched.
 * @returns the release's folder
 */
export async function buildRelease(context: Context, say: (line: string) => void): Promise<string> {
  const { config } = context;
  const catalogue = await catalogueState(context.db);
  const basis = await basisOf(projectRoot, config);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  const folder = join(projectRoot, 'dist', catalogue.catalogueId, stamp);
  await mkdir(folder, { recursive: true });
  try {
    const pages = await render(context, folder, say);
    say(`Compressing ${pages} pages`);
    const { files, hashes } = await finishFiles(join(folder, 'client'), () => undefined);
    const release: Release = { basis, catalogue, csp: contentSecurityPolicy(hashes), files };
    await writeFile(manifestFile(folder), JSON.stringify(release));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const before = await currentRelease(config.dataDir);
  await switchRelease(config.dataDir, folder);
  await removeOld(join(projectRoot, 'dist', catalogue.catalogueId), [folder, before?.folder]);
  return folder;
}

async function render(context: Context, folder: string, say: (line: string) => void): Promise<number> {
  let pages = 0;
  provideContext({
    ...context,
    /** Every page's payload lies beside it: the very data it was made from (spec §7, Prerendered pages). */
    async onPrerendered(path, page) {
      pages++;
      if (pages % 500 === 0) say(`Built ${pages} pages`);
      const beside = join(folder, 'client', path);
      await mkdir(beside, { recursive: true });
      await writeFile(join(beside, '_payload.json'), JSON.stringify(page));
    },
  });
  process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
  await build({ root: projectRoot, outDir: folder, logLevel: 'warn' });
  return pages;
}

async function removeOld(folder: string, keep: (string | undefined)[]): Promise<void> {
  const names = (await readdir(folder)).toSorted().reverse();
  const spare = names.filter((name) => !keep.includes(join(folder, name))).slice(Math.max(0, KEPT - 1));
  for (const name of spare)
    if ((await stat(join(folder, name))).isDirectory()) await rm(join(folder, name), { recursive: true, force: true });
}
