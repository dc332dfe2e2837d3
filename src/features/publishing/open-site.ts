import { join } from 'node:path';
import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/db/database.ts';
import type { Site } from '../../server/http/handle.ts';
import { contentSecurityPolicy, securityHeaders } from '../../server/http/security-headers.ts';
import { StaticFiles, type StaticFile } from '../../server/http/static-files.ts';
import { publishedName } from '../rendering/addresses.ts';
import { bundleFolder, codeDigest, markBundleUsed, openBundle, readBundle } from './bundle.server.ts';
import { FreshPages } from './fresh-pages.ts';
import { writeWebServerHeaders } from './web-server-headers.ts';
import { startPublisher, type PublisherThread } from './publisher-thread.ts';
import { SITE } from './page-files.ts';
import { isStillRight, releasesOf, settingsDigest } from './release.ts';
import { currentRelease, retiredBundles } from './shown-release.ts';

/** A release that is shown: what answers requests, and what keeps it fresh. */
export interface OpenSite extends Site {
  publisher: PublisherThread;
  /** Folder of the release. */
  release: string;
}

/** Whether there is a release of this code and these settings. The one it shows may be another, when somebody went back to it. */
export async function hasRelease({ config }: Pick<Context, 'config'>): Promise<boolean> {
  const current = await currentRelease(config.publishDir);
  if (!current || !(await readBundle(current.release.bundle))) return false;
  return isStillRight(current, await releasesOf(config.publishDir), { code: codeDigest(), settings: settingsDigest(config) });
}

/**
 * Opens the release that is to be shown. What has changed since it was made is answered on demand until it is
 * published.
 * @param stopping ends it when it is stopped before that is done
 * @throws when there is none, and when it is stopped
 */
export async function openSite(
  context: Context,
  database: Pick<Database, 'openPort'>,
  onError: (message: string, error?: Error) => void,
  stopping: AbortSignal,
): Promise<OpenSite> {
  const { config } = context;
  const current = await currentRelease(config.publishDir);
  const bundle = current && (await readBundle(current.release.bundle));
  if (!current || !bundle) throw new Error('there is no release to show; run npm run build');
  const { folder, release } = current;
  await markBundleUsed(release.bundle);
  const onDemand = await openBundle(release.bundle);
  const headers = securityHeaders(config, contentSecurityPolicy(bundle.inline, config));
  writeWebServerHeaders(folder, headers);
  const files = new StaticFiles(await assets(config.publishDir, release.bundle), headers);
  const placed = <File extends StaticFile>(file: File): File => ({ ...file, file: join(folder, SITE, file.file) });
  stopping.throwIfAborted();
  const fresh = new FreshPages();
  const publisher = startPublisher({
    config,
    release: folder,
    bundle: release.bundle,
    database,
    onOpened: (published) => published.forEach(([address, file]) => files.put(address, placed(file))),
    onSwap: (swap) => swap.forEach(([address, file]) => files.put(address, file && placed(file))),
    onPublished: (until) => fresh.publishedUntil(until),
    onError,
  });
  const stop = () => void publisher.stop();
  stopping.addEventListener('abort', stop);
  await publisher.opened.finally(() => stopping.removeEventListener('abort', stop));
  return {
    files,
    publisher,
    release: folder,
    onDemand,
    headers,
    locals: { context, textSitemap: bundle.textSitemap, worker: bundle.worker },
    host: new URL(config.siteUrl).host,
    publishedName,
    takeFresh: (path, cookies, ip) => fresh.takeFresh(path, cookies, ip),
    sendsOrigin: config.google !== undefined || config.captcha !== undefined,
  };
}

/** The files of a bundle, and those of earlier ones that pages in browsers and caches still name. */
async function assets(publishDir: string, current: string): Promise<[string, StaticFile][]> {
  const all = new Map<string, StaticFile>();
  for (const { bundle } of [...(await retiredBundles(publishDir)), { bundle: current }])
    for (const [address, file] of (await readBundle(bundle))?.files ?? [])
      if (bundle === current || address.startsWith('/_astro/')) all.set(address, { ...file, file: join(bundleFolder(bundle), file.file) });
  return [...all];
}
