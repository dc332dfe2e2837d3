import { isRunning } from '../../src/server/lock.ts';
import { removeSite, startSite, untilReady, type SiteAddress } from './site.ts';

/**
 * The one site with the demo catalogue that http and browser tests look at. Building it takes longest of all, so a run
 * of everything (`npm test`) starts it first and names it in the environment, for both.
 */
const NAMED_IN = { url: 'TEST_SITE_URL', dataDir: 'TEST_SITE_DATA', output: 'TEST_SITE_OUTPUT', pid: 'TEST_SITE_PID' } as const;

/** Starts the shared site without waiting for it, and names it to every process that is started from here on. */
export async function offerSite(): Promise<{ end(): Promise<void> }> {
  // A test that is somebody of its own names the address it comes from.
  const site = await startSite({ TRUST_PROXY: '1' });
  for (const key of ['url', 'dataDir', 'output'] as const) process.env[NAMED_IN[key]] = site[key];
  process.env[NAMED_IN.pid] = String(site.process.pid);
  return {
    async end() {
      await site.stop();
      await removeSite(site.dataDir);
    },
  };
}

/** The shared site, once it answers. */
export async function sharedSite(): Promise<SiteAddress> {
  const [url, dataDir, output] = [process.env[NAMED_IN.url], process.env[NAMED_IN.dataDir], process.env[NAMED_IN.output]];
  if (!url || !dataDir || !output) throw new Error('no site was started for the tests');
  const site = { url, dataDir, output };
  await untilReady(site, () => !isRunning({ pid: Number(process.env[NAMED_IN.pid]), started: undefined }));
  return site;
}

/** Before any http or browser test: starts a site of this runner's own where nobody has started one for it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[NAMED_IN.url]) return async () => undefined;
  const { end } = await offerSite();
  return end;
}
