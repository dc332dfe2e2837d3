import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { SUFFIX } from '../../server/http/encoding.ts';
import { IMMUTABLE, type StaticFile } from '../../server/http/static-files.ts';
import { digestOf } from '../rendering/compress.ts';
import { requestPage } from '../rendering/request-page.ts';
import { TEXT_SITEMAP } from '../rendering/text-pages.ts';
import { WORKER_FILE } from '../offline/worker-text.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { required } from '../../lib/required.ts';
import { bundleFolder, bundleOf, bundlesFolder, codeDigest, forVisitors, MANIFEST, openBundle, type Bundle } from './bundle.server.ts';
import { typeOf } from './file-types.ts';
import { InlineHashes } from './inline-hashes.ts';
import { mapVariants, smallestVariants } from './page-files.ts';
import { PROBE } from './probe.ts';
import { projectRoot } from './project-root.ts';

/** Bundles that nobody opened for so long are removed. */
const KEPT_MS = 3 * DAY_MS;
/** Assets that are compressed at a time. */
const AT_ONCE = 4;

/**
 * The bundle of the code as it stands, made now unless there is one. Several processes may do this at once: each makes
 * one of its own, and it counts from the moment its manifest is there.
 * @returns its name
 */
export async function ensureBundle(print: (line: string) => void): Promise<string> {
  const code = codeDigest();
  const found = await bundleOf(code);
  if (found) return found;
  print('Bundling the code');
  const name = `${code}-${Date.now().toString(36)}${process.pid.toString(36)}`;
  const folder = bundleFolder(name);
  await mkdir(folder, { recursive: true });
  try {
    process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
    forVisitors();
    // Imported here, because loading Astro's build takes longer than starting a site whose bundle exists already.
    const { build } = await import('astro');
    await build({ root: projectRoot, outDir: folder, logLevel: 'warn' });
    const textSitemap = await takeTextSitemap(folder);
    const worker = await takeServiceWorker(folder);
    const files = await finishAssets(folder);
    const bundle: Bundle = { code, inline: await inlineHashes(name), files, textSitemap, worker };
    await writeFile(join(folder, MANIFEST), JSON.stringify(bundle));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await removeUnused();
  return name;
}

/** The scripts and styles that are inside pages, found in a page that has every kind of them. */
async function inlineHashes(name: string) {
  const { html } = await requestPage(await openBundle(name), PROBE.path, PROBE.locals);
  const hashes = new InlineHashes();
  hashes.add(required(html, 'the HTML of the probe page').toString());
  return hashes.found();
}

/** The sitemap of the pages of text, which is not among the assets: it is another one for each site. */
async function takeTextSitemap(folder: string): Promise<string> {
  const part = (name: string) => join(folder, 'client', `${TEXT_SITEMAP}-${name}.xml`);
  const text = await readFile(part('0'), 'utf8');
  for (const name of ['0', 'index']) await rm(part(name));
  return text;
}

/** The service worker, which is not among the assets: a site may want none. */
async function takeServiceWorker(folder: string): Promise<string> {
  const path = join(folder, 'client', WORKER_FILE);
  const text = await readFile(path, 'utf8');
  await rm(path);
  return text;
}

/** Compresses every asset beside itself and lists what each address answers, in the order of the addresses. */
async function finishAssets(folder: string): Promise<Bundle['files']> {
  const client = join(folder, 'client');
  const names = (await readdir(client, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
    .toSorted();
  return pLimit(AT_ONCE).map(names, async (name): Promise<Bundle['files'][number]> => [`/${name}`, await finishAsset(client, name)]);
}

async function finishAsset(client: string, name: string): Promise<StaticFile> {
  const path = join(client, name);
  const content = await readFile(path);
  const variants = await smallestVariants(name, content);
  for (const encoding of ['br', 'gzip'] as const) if (variants[encoding]) await writeFile(path + SUFFIX[encoding], variants[encoding]);
  return {
    file: join('client', name),
    type: typeOf(name),
    digest: digestOf(content),
    cacheControl: /^(?:_astro|profile\/avatar)\//.test(name) ? IMMUTABLE : 'public, max-age=3600',
    sizes: mapVariants(variants, ({ length }) => length),
  };
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(bundlesFolder)) {
    const used = await stat(join(bundleFolder(name), MANIFEST)).catch(() => stat(bundleFolder(name)).catch(() => undefined));
    if (used && Date.now() - used.mtimeMs > KEPT_MS) await rm(bundleFolder(name), { recursive: true, force: true });
  }
}
