import type { FileRecord } from '../../src/features/catalogue/record.ts';
import { commandSite } from './running-site.ts';
import { freePort, newDataDir, removeSite, startBriefSite, type RunningSite } from './site.ts';
import { writeRecords } from './small-catalogue.ts';

/** A site of one file of browser tests, which may stop it, and start it again with other settings. */
export interface OwnSite {
  current: RunningSite;
  restart(changed: Record<string, string>): Promise<void>;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/**
 * Starts an empty site and has it import records, which takes half of what importing, building and starting one after the other take.
 * @param shell header, footer and banners, where they are not the default
 */
export async function startOwnSite(records: FileRecord[], given: Record<string, string>, shell?: object): Promise<OwnSite> {
  const port = String(await freePort());
  const settings = { DATA_DIR: await newDataDir(), PORT: port, SITE_URL: `http://localhost:${port}`, ...given };
  const start = async (changed: Record<string, string> = {}) => {
    const site = await startBriefSite({ ...settings, ...changed }, [], ['--empty']);
    await site.ready();
    return site;
  };
  const own: OwnSite = {
    current: await start(),
    async restart(changed) {
      await own.current.stop();
      own.current = await start(changed);
    },
    async end() {
      await own.current.stop();
      await removeSite(settings.DATA_DIR);
    },
  };
  if (shell) await commandSite(own.current, 'shell', { shell: JSON.stringify(shell), dryRun: false });
  const files = [await writeRecords(settings.DATA_DIR, 'records.jsonl', records)];
  await commandSite(own.current, 'import', { files, dryRun: false });
  return own;
}
