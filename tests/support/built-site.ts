import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import { siteCommand, startBuild } from './site-command.ts';
import { emptyDataDir, newDataDir } from './site.ts';
import { smallCatalogue, writeRecords } from './small-catalogue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the files of this run share what they copy. */
    sharedByFiles: string;
  }
}

/** The address that the pages of `smallSite` are made for; the host of requests does not matter. */
export const SMALL_SITE_URL = 'http://deals.example';

const LONG = 120_000;

/** Before any test that starts a site of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-shared-'));
  project.provide('sharedByFiles', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * A data folder with the small catalogue, imported and built: a copy of the one that the first caller makes, which takes a twentieth of
 * the time.
 * @returns the settings of a site with it
 */
export async function smallSite(): Promise<{ DATA_DIR: string; SITE_URL: string }> {
  const made = join(inject('sharedByFiles'), 'small');
  const turn = `${made}.being-made`;
  while (!existsSync(made)) {
    if (await takes(turn)) await makeSmallSite(made).finally(() => rmdir(turn));
    else await vi.waitUntil(() => !existsSync(turn), { timeout: LONG, interval: 20 });
  }
  const dataDir = await emptyDataDir();
  await cp(made, dataDir, { recursive: true, verbatimSymlinks: true });
  return { DATA_DIR: dataDir, SITE_URL: SMALL_SITE_URL };
}

/** Creates a folder. @returns whether this call did it */
const takes = (folder: string) =>
  mkdir(folder).then(
    () => true,
    () => false,
  );

async function makeSmallSite(made: string): Promise<void> {
  if (existsSync(made)) return;
  const settings = { DATA_DIR: await newDataDir(), SITE_URL: SMALL_SITE_URL };
  const records = await writeRecords(settings.DATA_DIR, 'small.jsonl', smallCatalogue());
  const imported = await siteCommand(settings, 'import', records);
  const { code, output } = imported.code === 0 ? await startBuild(settings).done : imported;
  if (code !== 0) throw new Error(`the small site could not be made:\n${output}`);
  await rm(records);
  await rename(settings.DATA_DIR, made);
}
