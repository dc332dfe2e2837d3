import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentRelease } from '../../src/features/publishing/release.ts';
import { newDataDir, removeSite, siteEnvironment } from '../support/site.ts';
import { writeCatalogue } from './catalogue.ts';
import { publishedIn } from './published.ts';
import { peakMemory } from './processor.ts';
import { runNode } from './program.ts';
import type { Table } from './table.ts';

export const DEAL_COUNTS = [2_000, 10_000, 50_000];
const BETWEEN_LOOKS = 200;
const MIB = 1024 * 1024;

/** `npm run build` over catalogues of several sizes. */
export async function benchBuild(dealCounts: number[]): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const deals of dealCounts) rows.push(await buildOf(deals));
  return {
    title: 'Building',
    rows,
    notes: [
      'the newest and hottest deals up to 10,000 are written ahead, with five pages of each feed; memory is the build process’s largest resident size, the database in it',
    ],
  };
}

async function buildOf(deals: number): Promise<Table['rows'][number]> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const dataDir = await newDataDir();
  const env = siteEnvironment({ DATA_DIR: dataDir, SITE_URL: 'http://localhost' });
  try {
    const catalogue = join(folder, 'catalogue.jsonl');
    await writeCatalogue(catalogue, deals);
    const imported = await timed(() => runNode('src/features/editing/site.ts', ['import', catalogue], env));
    let peak = 0;
    let watching: NodeJS.Timeout | undefined;
    const built = await timed(() =>
      runNode('src/features/publishing/build.ts', [], env, ({ pid }) => {
        watching = setInterval(() => void peakMemory(pid!).then((bytes = 0) => (peak = Math.max(peak, bytes))), BETWEEN_LOOKS);
      }).finally(() => clearInterval(watching)),
    );
    const { folder: release } = (await currentRelease(dataDir))!;
    const pages = publishedIn(release).filter(([, { type }]) => type.startsWith('text/html')).length;
    return {
      deals,
      'import s': imported,
      pages,
      'build s': built,
      'pages/s': Math.round(pages / built),
      'peak MiB': Math.round(peak / MIB),
    };
  } finally {
    await removeSite(dataDir);
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round((performance.now() - began) / 100) / 10;
}
