import { startSite, type RunningSite } from '../support/site.ts';
import type { Table } from './table.ts';

interface Started {
  site: RunningSite;
  table: Table;
}

const FIRST_GOAL = 60;
const SECOND_GOAL = 3;

/** Starts a site on an empty folder, then again; the second one goes on running. */
export async function benchStart(): Promise<Started> {
  const first = await timedStart({});
  await first.site.stop();
  // The same address, since it stands in the pages and another one has them all built anew.
  const second = await timedStart({ DATA_DIR: first.site.dataDir, PORT: new URL(first.site.url).port });
  return {
    site: second.site,
    table: {
      title: 'Starting',
      rows: [
        { start: 'first: database, demo, whole build', 'ready after s': first.seconds, 'goal s': `< ${FIRST_GOAL}` },
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
