import pg from 'pg';
import { CHANNEL } from './changes.ts';

const AGAIN_AFTER_MS = 1_000;

/**
 * Hears of changes in a PostgreSQL server's journal, on a connection of its own that is opened with the first listener
 * and again whenever it breaks; after each new beginning the listeners are called, for something may have been missed.
 */
export function listenForChanges(connectionString: string): { onChanges(listener: () => void): void; stop(): Promise<void> } {
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  const tell = () => listeners.forEach((listener) => listener());
  const connect = async () => {
    client = new pg.Client({ connectionString, keepAlive: true });
    client.on('error', () => undefined);
    client.on('notification', tell);
    client.once('end', retry);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      tell();
    } catch {
      retry();
    }
  };
  const retry = () => {
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
      await client?.end().catch(() => undefined);
    },
  };
}
