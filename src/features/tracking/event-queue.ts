import { inStorage } from '../../ui/in-storage.ts';
import { mayBeTracked } from './consent-here.ts';
import { EVENTS_ADDRESS, MOST_EVENTS, TAG_EVENTS_ADDRESS } from './contracts/addresses.ts';
import type { TrackedEvent } from './contracts/events.ts';
import { randomId } from './random-id.ts';

/** Key of waiting events in the browser's storage; if a page is killed, the next one sends them. */
const KEY = 'events';
/** Beyond this number, the oldest waiting events are dropped. */
const MOST_KEPT = 500;
const FLUSHED_EVERY_MS = 5000;
/** Statuses after which a batch is not sent again, because the server will never accept it. */
const REFUSED = [400, 413, 415];

/** Used where the browser's storage is not available. */
let memory: TrackedEvent[] = [];

/** What waits. What another site on the same host (`localhost`) stored under this name is no list of events, and throws here. */
const read = () =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- all of it is checked by the server, and every byte here is on each page
  inStorage(() => (JSON.parse(localStorage.getItem(KEY) ?? '[]') as TrackedEvent[]).filter(({ id }) => id)) ?? memory;

function write(events: TrackedEvent[]): void {
  memory = events;
  inStorage(() => localStorage.setItem(KEY, JSON.stringify(events)));
}

const remove = (sent: TrackedEvent[]) => write(read().filter(({ id }) => !sent.some((event) => event.id === id)));

/** Queues an event on this page for the next batch. @returns its id */
export function queueEvent(type: string, fields?: Partial<TrackedEvent>): string {
  const id = randomId();
  write([...read(), { id, type, path: location.pathname, ...fields }].slice(-MOST_KEPT));
  return id;
}

/**
 * Each address with its next waiting batch; impressions have an address of their own (spec §7). When the visitor may no longer be counted,
 * waiting events are deleted.
 */
function batches(): [string, TrackedEvent[]][] {
  if (!mayBeTracked()) write([]);
  return [EVENTS_ADDRESS, TAG_EVENTS_ADDRESS].map((address, isTag) => [
    address,
    read()
      .filter(({ type }) => (type !== 'impression') === Boolean(isTag))
      .slice(0, MOST_EVENTS),
  ]);
}

async function flush(): Promise<void> {
  for (const [address, batch] of batches()) {
    if (!batch[0]) continue;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', body: JSON.stringify(batch), headers, keepalive: true }).catch(() => undefined);
    // Events that do not get through are kept for the next time.
    if (response?.ok || REFUSED.includes(response?.status ?? 0)) remove(batch);
  }
}

/** Hands everything to the browser, which sends it even when the page is gone. */
function flushWithBeacon(): void {
  for (const [address, batch] of batches())
    if (batch[0] && navigator.sendBeacon(address, new Blob([JSON.stringify(batch)], { type: 'application/json' }))) remove(batch);
}

/** Sends what waits every 5,000 ms, when the page becomes hidden, and on pagehide (spec §7). */
export function startFlushing(): void {
  setInterval(() => void flush(), FLUSHED_EVERY_MS);
  addEventListener('visibilitychange', () => document.hidden && flushWithBeacon());
  addEventListener('pagehide', flushWithBeacon);
}
