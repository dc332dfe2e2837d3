import { makeContext } from '../../server/context.ts';
import type { Config } from '../../server/config.ts';
import type { Database } from '../../server/db/database.ts';
import { copyAssets, readBundle } from './bundle.server.ts';
import { failedBuild } from './failed-build.ts';
import { ensureBundle } from './make-bundle.server.ts';
import type { Position } from './journal.server.ts';
import { contentSecurityPolicy, securityHeaders } from '../../server/http/security-headers.ts';
import { writeWebServerHeaders } from './web-server-headers.ts';
import { removeOldReleases } from './old-releases.ts';
import { discardRelease, finishRelease, newRelease, settingsDigest } from './release.ts';
import { siteFolder, switchRelease } from './shown-release.ts';
import { startPageMakers } from './page-makers.ts';
import { publishInto } from './publish-release.server.ts';
import { required } from '../../lib/required.ts';

const EVERY_MS = 2_000;

/**
 * Makes every page again into a release of its own, and makes it the one that is shown. The site that runs
 * meanwhile is not touched.
 * @param position how far the database's journal goes, where the database is a copy whose journal goes on elsewhere
 * @returns the release's folder
 * @throws when a page cannot be made; nothing is switched then
 */
export async function buildRelease(
  config: Config,
  database: Database,
  print: (line: string) => void,
  position?: Position,
): Promise<string> {
  const began = performance.now();
  const name = await ensureBundle(print);
  const { code, inline } = required(await readBundle(name), `the bundle ${name}`);
  const folder = await newRelease(config);
  try {
    // What killed builds have left may fill the disk.
    await removeOldReleases(config.publishDir);
    await copyAssets(name, folder);
    writeWebServerHeaders(folder, securityHeaders(config, contentSecurityPolicy(inline, config)));
    const makers = startPageMakers({ config, release: folder, bundle: name }, database);
    const { failed } = await publishInto(
      makeContext({ config, db: database.db }),
      { bundle: name, release: folder, makePages: makers.makePages },
      async (publisher, log) => {
        if (position) log.add({ position, due: ['everything'] });
        await publisher.open();
      },
      progressPrinter(print),
    ).finally(() => makers.stop());
    if (failed.length > 0) throw failedBuild(failed);
    await finishRelease(folder, { bundle: name, code, settings: settingsDigest(config) });
  } catch (error) {
    discardRelease(folder);
    throw error;
  }
  const shownBefore = await switchRelease(config.publishDir, folder);
  await removeOldReleases(config.publishDir, shownBefore);
  print(
    `The new release is ready after ${((performance.now() - began) / 1000).toFixed(1)} s. Its files are in ${siteFolder(config.publishDir)}`,
  );
  return folder;
}

/** Prints the progress at intervals. */
function progressPrinter(print: (line: string) => void) {
  let lastPrint = Date.now();
  return (done: number, total: number) => {
    if (Date.now() - lastPrint < EVERY_MS) return;
    lastPrint = Date.now();
    print(`Made ${done} of ${total} targets`);
  };
}
