import { mkdtemp, rm } from 'node:fs/promises';
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

/** Has `work` done on a data folder of so many deals, which is removed then. */
export async function withCatalogue<T>(deals: number, work: (imported: Imported) => Promise<T>): Promise<T> {
  const imported = await importCatalogue(deals);
  try {
    return await work(imported);
  } finally {
    await removeSite(imported.dataDir);
  }
}

/**
 * Makes a data folder of so many deals.
 * @param settings of the site that it is for; with DATABASE_URL the deals go there
 */
export async function importCatalogue(deals: number, settings: Record<string, string> = {}): Promise<Imported> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const dataDir = await newDataDir();
  const env = siteEnvironment({ SITE_URL: 'http://localhost', ...settings, DATA_DIR: dataDir });
  try {
    const catalogue = join(folder, 'catalogue.jsonl');
    await writeCatalogue(catalogue, deals);
    const began = performance.now();
    await runNode('src/features/editing/site.ts', ['import', catalogue], env);
    return { dataDir, env, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    await removeSite(dataDir);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
