import { startSite, type RunningSite } from '../support/site.ts';
import { importCatalogue } from './imported.ts';
import type { Table } from './table.ts';

interface Started {
  site: RunningSite;
  table: Table;
}

const FIRST_GOAL = 20;
const SECOND_GOAL = 3;

/**
 * Starts a site on an empty folder, then again; the second one goes on running.
 * @param deals how many the folder has already; undefined means that the first start loads the demo
 */
export async function benchStart(deals: number | undefined): Promise<Started> {
  const filled: Record<string, string> = deals === undefined ? {} : { DATA_DIR: (await importCatalogue(deals)).dataDir };
  const first = await timedStart({ TRUST_PROXY: '1', ...filled });
  await first.site.stop();
  // The same address, since it stands in the pages and another one has them all built anew.
  const second = await timedStart({ TRUST_PROXY: '1', DATA_DIR: first.site.dataDir, PORT: new URL(first.site.url).port });
  return {
    site: second.site,
    table: {
      title: 'Starting',
      rows: [
        {
          start: `first: database, ${deals ?? 'the demo’s'} deals, whole build`,
          'ready after s': first.seconds,
          'goal s': `< ${FIRST_GOAL}`,
        },
        { start: 'second', 'ready after s': second.seconds, 'goal s': `< ${SECOND_GOAL}` },
      ],
      notes: ['from the process’s start until /readyz answers 200, looked at every 100 ms; npm itself and the install are left out'],
    },
  };
}

async function timedStart(settings: Record<string, string>): Promise<{ site: RunningSite; seconds: number }> {
  const began = performance.now();
  const site = await startSite(settings);
  await site.ready();
  return { site, seconds: Math.round(performance.now() - began) / 1000 };
}
