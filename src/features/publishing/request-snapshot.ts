import { z } from 'zod';
import { sendCommand } from '../../server/control.ts';

/** What a site answers that was asked for a snapshot. */
const snapshotEvent = z.object({ folder: z.string() });

/**
 * Asks the site that runs on a data folder for a copy of its embedded database.
 * @returns a data folder that holds the copy and that the caller removes; undefined when no site runs
 */
export async function requestSnapshot(dataDir: string): Promise<string | undefined> {
  let folder: string | undefined;
  await sendCommand(dataDir, 'snapshot', { pid: process.pid }, (event) => {
    ({ folder } = snapshotEvent.parse(event));
  });
  return folder;
}
