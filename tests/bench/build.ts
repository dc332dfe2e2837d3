import { join } from 'node:path';
import { currentRelease } from '../../src/features/publishing/shown-release.ts';
import type { Imported, WithCatalogue } from './imported.ts';
import { measuredRun, toMib, toTenths } from './measured-run.ts';
import { pagesAmong, publishedIn } from './published.ts';
import type { Table } from './table.ts';

/** `npm run build` over catalogues of several sizes. */
export async function benchBuild(withCatalogue: WithCatalogue, dealCounts: number[]): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const deals of dealCounts) rows.push(await withCatalogue(deals, (imported) => buildOf(deals, imported)));
  return {
    title: 'Building',
    rows,
    notes: [
      'the newest and hottest deals up to 100,000 are written ahead, with five pages of each feed; the first row’s build also bundles the code, unless that was done before',
      'memory is the build process’s largest resident size, the database in it',
    ],
  };
}

async function buildOf(deals: number, { dataDir, env, seconds: importing }: Imported): Promise<Table['rows'][number]> {
  const { seconds, peak } = await measuredRun('src/features/publishing/build.ts', [], env);
  const { folder } = (await currentRelease(join(dataDir, 'public')))!;
  const pages = pagesAmong(publishedIn(folder)).length;
  return {
    deals,
    'import s': toTenths(importing),
    pages,
    'build s': toTenths(seconds),
    'pages/s': Math.round(pages / seconds),
    'peak MiB': toMib(peak),
  };
}
