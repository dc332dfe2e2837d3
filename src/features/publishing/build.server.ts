import { rm } from 'node:fs/promises';
import type { Context } from '../../server/context.ts';
import { ensureBundle, openBundle, readBundle } from './bundle.server.ts';
import type { Position } from './journal.server.ts';
import { PageLog } from './page-log.ts';
import { Publisher } from './publisher.server.ts';
import { finishRelease, newRelease, removeOldReleases, settingsDigest, switchRelease } from './release.ts';

const EVERY_MS = 2_000;

/**
 * Makes every page anew into a release of its own, and makes it the one the data folder shows. The site that runs
 * meanwhile is not touched.
 * @param position how far the database's journal goes, where the database is a copy whose journal goes on elsewhere
 * @returns the release's folder
 * @throws when a page cannot be made; nothing is switched then
 */
export async function buildRelease(context: Context, say: (line: string) => void, position?: Position): Promise<string> {
  const { config } = context;
  const name = await ensureBundle(say);
  const { code } = (await readBundle(name))!;
  const folder = await newRelease(config.dataDir);
  try {
    await makePages(context, { bundle: name, folder, position }, say);
    await finishRelease(folder, { bundle: name, code, settings: settingsDigest(config) });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await switchRelease(config.dataDir, folder);
  await removeOldReleases(config.dataDir);
  return folder;
}

async function makePages(
  context: Context,
  { bundle, folder, position }: { bundle: string; folder: string; position: Position | undefined },
  say: (line: string) => void,
): Promise<void> {
  const log = new PageLog(folder);
  if (position) log.add({ position, due: ['everything'] });
  const failures: unknown[] = [];
  const publisher = new Publisher({
    context,
    handler: await openBundle(bundle),
    release: folder,
    log,
    onSwap: () => undefined,
    onFailure: (_place, error) => failures.push(error),
  });
  let told = Date.now();
  await publisher.open();
  while (log.due.size > 0 && failures.length === 0) {
    publisher.hurry();
    await publisher.step();
    if (Date.now() - told < EVERY_MS) continue;
    told = Date.now();
    const { done, total } = publisher.progress;
    say(`Made ${done} of ${total} places`);
  }
  log.close();
  if (failures.length > 0) throw failures[0];
}
