import { every } from '../every.ts';
import { CHANNEL } from './changes.ts';
import { ServerClient, type Patience } from './server-client.ts';

const AGAIN_AFTER_MS = 1_000;
/** How often it asks whether the server is still there: with nothing to hear, silence means nothing. */
const ASKED_EVERY_MS = 15_000;

/**
 * Hears of changes in a PostgreSQL server's journal, on a connection of its own that is opened with the first listener
 * and again whenever it breaks or falls silent; after each new beginning the listeners are called, for something may have
 * been missed.
 * @param patience what asking whether it is still there may take, its `statement` aside
 */
export function listenForChanges(
  connectionString: string,
  patience: Patience,
  askedEveryMs = ASKED_EVERY_MS,
): { onChanges(listener: () => void): void; stop(): Promise<void> } {
  const listeners = new Set<() => void>();
  let client: ServerClient | undefined;
  let again: NodeJS.Timeout | undefined;
  let endAsking = () => {};
  let stopped = false;

  const tell = () => listeners.forEach((listener) => listener());
  const connect = async () => {
    const connecting = (client = new ServerClient({ connectionString }, { ...patience, statement: patience.connect }));
    connecting.on('notification', tell);
    connecting.once('end', () => client === connecting && retry());
    try {
      await connecting.connect();
      await connecting.query(`listen ${CHANNEL}`);
      if (stopped) return;
      // It fails when the connection ends, which is heard of anyway.
      endAsking = every(
        askedEveryMs,
        () => connecting.query('select 1'),
        () => undefined,
      );
      tell();
    } catch {
      retry();
    }
  };
  const retry = () => {
    endAsking();
    if (stopped || again) return;
    void client?.end().catch(() => undefined);
    again = setTimeout(() => {
      again = undefined;
      void connect();
    }, AGAIN_AFTER_MS);
  };

  return {
    onChanges(listener) {
      listeners.add(listener);
      if (listeners.size === 1) void connect();
    },
    async stop() {
      stopped = true;
      clearTimeout(again);
      endAsking();
      await client?.end().catch(() => undefined);
    },
  };
}
