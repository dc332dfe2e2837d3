import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const BUNDLES = resolve(import.meta.dirname, '../../dist');

/** An asset that only a bundle of `becomesEarlier` has. */
export const EARLIER_ASSET = '/_astro/earlier.C0ffee12.css';

/** The bundle that made the release which a data folder shows. */
export async function shownBundle(dataDir: string): Promise<string> {
  return (JSON.parse(await readFile(manifestOf(dataDir), 'utf8')) as { bundle: string }).bundle;
}

const manifestOf = (dataDir: string) => join(dataDir, 'public/release/release.json');

/**
 * Makes the release that a stopped site shows one of another bundle, as if the code had changed since.
 * @returns a function that removes that bundle
 */
export async function becomesEarlier(dataDir: string): Promise<() => Promise<void>> {
  const made = await shownBundle(dataDir);
  const earlier = `earlier-${process.pid}-${made}`;
  const folder = join(BUNDLES, earlier);
  await cp(join(BUNDLES, made), folder, { recursive: true });
  const bundle = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as { files: [string, object][] };
  const [, styles] = bundle.files.find(([address]) => /^\/_astro\/.*\.css$/.test(address))!;
  bundle.files.push([EARLIER_ASSET, styles]);
  await writeFile(join(folder, 'bundle.json'), JSON.stringify(bundle));
  const manifest = manifestOf(dataDir);
  await writeFile(manifest, JSON.stringify({ ...(JSON.parse(await readFile(manifest, 'utf8')) as object), bundle: earlier }));
  return () => rm(folder, { recursive: true, force: true });
}
