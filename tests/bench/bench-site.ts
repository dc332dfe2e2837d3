import { removeSite, startSite, type RunningSite } from '../support/site.ts';
import { importCatalogue } from './imported.ts';

/** Settings of every site that parts measure: visitors name the network they come from. */
const SETTINGS = { TRUST_PROXY: '1' };

/**
 * Starts a site of its own and waits until it answers.
 * @param deals how many it has; undefined means the demo
 */
export async function startBenchSite(deals: number | undefined, settings: Record<string, string> = {}): Promise<RunningSite> {
  const filled: Record<string, string> = deals === undefined ? {} : { DATA_DIR: (await importCatalogue(deals, settings)).dataDir };
  const site = await startSite({ ...SETTINGS, ...settings, ...filled });
  await site.ready();
  return site;
}

/** Starts a site again, at the same address: what making its first release took of the memory is not what it takes afterwards. */
export async function restartBenchSite(site: RunningSite, settings: Record<string, string>): Promise<RunningSite> {
  await site.stop();
  const again = await startSite({ ...SETTINGS, ...settings, DATA_DIR: site.dataDir, PORT: new URL(site.url).port });
  await again.ready();
  return again;
}

/** Has work done on a running site of so many deals; undefined means the demo. */
export type OnSite = <T>(deals: number | undefined, work: (site: RunningSite) => Promise<T>) => Promise<T>;

/** Stops a site and removes all that it wrote. */
export async function endBenchSite(site: RunningSite): Promise<void> {
  await site.stop();
  await removeSite(site.dataDir);
}
