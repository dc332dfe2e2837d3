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
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const dataDir = await newDataDir();
  const env = siteEnvironment({ DATA_DIR: dataDir, SITE_URL: 'http://localhost' });
  try {
    const catalogue = join(folder, 'catalogue.jsonl');
    await writeCatalogue(catalogue, deals);
    const began = performance.now();
    await runNode('src/features/editing/site.ts', ['import', catalogue], env);
    return await work({ dataDir, env, seconds: (performance.now() - began) / 1000 });
  } finally {
    await removeSite(dataDir);
    await rm(folder, { recursive: true, force: true });
  }
}
