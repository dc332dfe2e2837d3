import { every } from '../every.ts';
import { CHANNEL } from './changes.ts';
import type { Database } from './database.ts';
import { ServerClient, type Timeouts } from './server-client.ts';

const AGAIN_AFTER_MS = 1_000;
/** How often the connection is checked: without changes the server sends nothing, and a broken one would go unnoticed. */
const PING_EVERY_MS = 15_000;

/**
 * Listens for changes in a PostgreSQL server's journal, on a connection of its own that is opened with the first listener, and
 * reopened when it breaks or does not answer; after each opening the listeners are called, for notifications may have been
 * missed.
 * `onChanges` may be given what is called with the error of every opening that fails.
 * @param timeouts time limits of the connection and its checks, its `statement` aside
 */
export function listenForChanges(
  connectionString: string,
  timeouts: Timeouts,
  pingEveryMs = PING_EVERY_MS,
): { onChanges: Database['onChanges']; stop(): Promise<void> } {
  const listeners = new Set<() => void>();
  const onErrors = new Set<(error: unknown) => void>();
  let client: ServerClient | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let stopPings = () => {};
  let stopped = false;

  const notifyListeners = () => listeners.forEach((listener) => listener());
  const connect = async () => {
    const connecting = (client = new ServerClient({ connectionString }, { ...timeouts, statement: timeouts.connect }));
    connecting.on('notification', notifyListeners);
    connecting.once('end', () => client === connecting && retry());
    try {
      await connecting.connect();
      await connecting.query(`listen ${CHANNEL}`);
      if (stopped) return;
      // A failure is ignored, because the end of the connection emits `end` anyway.
      stopPings = every(
        pingEveryMs,
        () => connecting.query('select 1'),
        () => undefined,
      );
      notifyListeners();
    } catch (error) {
      if (!stopped) onErrors.forEach((onError) => onError(error));
      retry();
    }
  };
  const retry = () => {
    stopPings();
    if (stopped || retryTimer) return;
    void client?.end().catch(() => undefined);
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      void connect();
    }, AGAIN_AFTER_MS);
  };

  return {
    onChanges(listener, onError) {
      listeners.add(listener);
      if (onError) onErrors.add(onError);
      if (listeners.size === 1) void connect();
    },
    async stop() {
      stopped = true;
      clearTimeout(retryTimer);
      stopPings();
      await client?.end().catch(() => undefined);
    },
  };
}
