import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, globSync, readFileSync } from 'node:fs';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnDemand } from '../../server/http/handle.ts';
import { ENCODINGS, SUFFIX } from '../../server/http/encoding.ts';
import type { Inline } from '../../server/http/security-headers.ts';
import type { StaticFile } from '../../server/http/static-files.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { required } from '../../lib/required.ts';
import { fileModesOf, makeFolder, SITE } from './page-files.ts';
import { projectRoot } from './project-root.ts';

/** What Astro makes of the code: a handler that renders every page, and the files that pages load. */
export interface Bundle {
  /** Digest of the code it was made from. */
  code: string;
  /** Hashes of the scripts and styles that are inside pages. */
  inline: Inline;
  /** By the address they answer; paths are below the bundle's folder. */
  files: [address: string, file: StaticFile][];
  /** The sitemap of the pages of text, with `UNKNOWN_ORIGIN` for the address of the site; bundles of earlier versions have none. */
  textSitemap?: string | undefined;
  /** The service worker, which is published or replaced as the settings say; bundles of earlier versions have none. */
  worker?: string | undefined;
}

const CODE = ['src/**/*.{ts,tsx,astro,scss,js,json,md,woff2}', 'public/**/*.*', 'astro.config.mjs', 'package-lock.json'];
/** File of a bundle that is written last. */
export const MANIFEST = 'bundle.json';

/** Bundles lie in the project, so that they find its packages. */
export const bundlesFolder = join(projectRoot, 'dist');
export const bundleFolder = (name: string) => join(bundlesFolder, name);

/** Digest of everything that goes into a bundle. Files are read synchronously: 1,800 small files take 50 ms so, and 350 ms when each is awaited. */
export function codeDigest(): string {
  const digest = createHash('sha256').update(process.version);
  for (const file of globSync(CODE, { cwd: projectRoot }).toSorted()) digest.update(file).update(readFileSync(join(projectRoot, file)));
  return digest.digest('hex').slice(0, 12);
}

/** The name of a finished bundle of this code; undefined when there is none. */
export async function bundleOf(code: string): Promise<string | undefined> {
  const names = await readdir(bundlesFolder).catch(() => []);
  for (const name of names) if (name.startsWith(`${code}-`) && (await readBundle(name))) return name;
  return undefined;
}

/** Whether there is a bundle of the code as it stands. */
export const hasBundle = async (): Promise<boolean> => (await bundleOf(codeDigest())) !== undefined;

/** Only this file writes manifests, of whatever version. */
const isBundle = (json: unknown): json is Bundle => isRecord(json) && typeof json['code'] === 'string';

/** @returns undefined when the bundle is not there, or was not finished */
export async function readBundle(name: string): Promise<Bundle | undefined> {
  const path = join(bundleFolder(name), MANIFEST);
  try {
    return parseStored(await readFile(path, 'utf8'), isBundle);
  } catch {
    return undefined;
  }
}

/** What a publisher makes pages with. */
export interface PublisherBundle {
  handler: OnDemand;
  /** Paths of the files, below a release's `site` folder, that a bundle and not the publisher makes. */
  assets: ReadonlySet<string>;
  textSitemap: string | undefined;
  worker: string | undefined;
}

export async function openPublisherBundle(name: string): Promise<PublisherBundle> {
  const bundle = required(await readBundle(name), `the bundle ${name}`);
  const assets = new Set(bundle.files.map(([address]) => address.slice(1)));
  return { handler: await openBundle(name), assets, textSitemap: bundle.textSitemap, worker: bundle.worker };
}

/** Puts a bundle's files, with their compressed forms, at their addresses in a release. */
export async function copyAssets(name: string, release: string): Promise<void> {
  const access = fileModesOf(release);
  const { files } = required(await readBundle(name), `the bundle ${name}`);
  for (const [address, { file, sizes }] of files) {
    const path = join(release, SITE, address);
    makeFolder(dirname(path), access);
    for (const encoding of ENCODINGS) {
      if (sizes[encoding] === undefined) continue;
      // As in `writeVariants`: asking a thread pool takes longer than what it is asked for.
      copyFileSync(join(bundleFolder(name), file) + SUFFIX[encoding], path + SUFFIX[encoding]);
      chmodSync(path + SUFFIX[encoding], access.file);
    }
  }
}

/** Marks a bundle as used, so that it is not removed. */
export async function markBundleUsed(name: string): Promise<void> {
  const now = new Date();
  await utimes(join(bundleFolder(name), MANIFEST), now, now);
}

/** By this Vite and React choose their production code, which is several times as fast as the code that checks for mistakes. */
export function forVisitors(): void {
  process.env['NODE_ENV'] = 'production';
}

/**
 * Astro's handler of a bundle. A bundle is imported once, however often this is called. Each bundle adds a listener for unhandled rejections,
 * which logs less than the server's own, or nothing: it is removed where another listener exists.
 */
export async function openBundle(name: string): Promise<OnDemand> {
  forVisitors();
  const before = process.listeners('unhandledRejection');
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what a bundle exports is known once it is built
  const { handler } = (await import(pathToFileURL(join(bundleFolder(name), 'server/entry.mjs')).href)) as { handler: OnDemand };
  if (before.length > 0)
    for (const listener of process.listeners('unhandledRejection'))
      if (!before.includes(listener)) process.off('unhandledRejection', listener);
  return handler;
}
