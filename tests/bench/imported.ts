import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDataDir, removeSite, siteEnvironment } from '../support/site.ts';
import { writeCatalogue } from './catalogue.ts';
import { runNode } from './program.ts';

/** A data folder with a catalogue in its database, and nothing published yet. */
export interface Imported {
  dataDir: string;
  /** For the programs that work on it. */
  env: NodeJS.ProcessEnv;
  /** How long the import took, in seconds. */
  seconds: number;
}

/** Has work done on a data folder of so many deals. */
export type WithCatalogue = <T>(deals: number, work: (imported: Imported) => Promise<T>) => Promise<T>;

/** Catalogues on the embedded database, by their deals, as they were imported: each is imported once, and copied for every part. */
const kept = new Map<number, { folder: string; seconds: number }>();
process.once('exit', () => {
  for (const { folder } of kept.values()) rmSync(folder, { recursive: true, force: true });
});

/**
 * Makes a data folder of so many deals.
 * @param settings of the site that it is for; with DATABASE_URL the deals go there
 */
export async function importCatalogue(deals: number, settings: Record<string, string> = {}): Promise<Imported> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const dataDir = await newDataDir();
  const env = siteEnvironment({ SITE_URL: 'http://localhost', ...settings, DATA_DIR: dataDir });
  const onServer = settings['DATABASE_URL'] !== undefined;
  try {
    const before = onServer ? undefined : kept.get(deals);
    if (before) {
      await cp(before.folder, dataDir, { recursive: true });
      return { dataDir, env, seconds: before.seconds };
    }
    const catalogue = join(folder, 'catalogue.jsonl');
    await writeCatalogue(catalogue, deals);
    const began = performance.now();
    await runNode('src/cli/site.ts', ['import', catalogue], env);
    const seconds = (performance.now() - began) / 1000;
    if (!onServer) {
      const copy = await newDataDir();
      kept.set(deals, { folder: copy, seconds });
      await cp(dataDir, copy, { recursive: true });
    }
    return { dataDir, env, seconds };
  } catch (error) {
    await removeSite(dataDir);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
