import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { openDatabase } from './connect.ts';
import type { Database } from './database.ts';
import { isUnavailable } from './unavailable.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** Longer than a database server takes to start. Afterwards the process ends, and its supervisor restarts it. */
const DEFAULT_WAIT_MS = 60_000;

/**
 * Opens the database of the settings. One that does not answer is tried again for a minute, because machines and
 * containers start at the same time and in any order; one that refuses the connection is not.
 * @param log called with a line that says why it waits
 * @throws DatabaseUnavailable
 */
export async function awaitDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  { onError, patienceMs = DEFAULT_WAIT_MS }: { onError?: (message: string) => void; patienceMs?: number } = {},
): Promise<Database> {
  const late = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await openDatabase(config, onError);
    } catch (error) {
      if (!isUnavailable(error) || !error.mayPass || performance.now() + pause > late) throw error;
      log(`${error.message}; trying again in ${pause / 1_000} s`);
      await delay(pause);
    }
  }
}
