import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser, type BrowserGlobals } from '../../support/browser-globals.ts';

type Queue = typeof import('../../../src/features/tracking/event-queue.ts');

let browser: BrowserGlobals;
let queue: Queue;
/** Batches that were sent, with the script running and with `sendBeacon`. */
let fetched: [address: string, events: number][];
let beacons: [address: string, events: number][];
let status: number;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  browser = stubBrowser();
  [fetched, beacons, status] = [[], [], 204];
  const sizeOf = (body: string) => (JSON.parse(body) as unknown[]).length;
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    fetched.push([address, sizeOf(body)]);
    return new Response(null, { status });
  });
  vi.stubGlobal(
    'Blob',
    class {
      readonly text: string;
      constructor([text = '']: string[]) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal('navigator', { sendBeacon: (address: string, { text }: { text: string }) => beacons.push([address, sizeOf(text)]) });
  queue = await import('../../../src/features/tracking/event-queue.ts');
  queue.startFlushing();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const [EVENTS, TAG_EVENTS] = ['/web-api/events/', '/web-api/tag-events/'];
const waiting = () => (JSON.parse(browser.storage.get('events') ?? '[]') as unknown[]).length;

test('what waits is sent every 5,000 ms, impressions apart from everything else', async () => {
  queue.queueEvent('view');
  queue.queueEvent('impression', { tid: 1, position: 1 });
  queue.queueEvent('impression', { tid: 2, position: 2 });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toEqual([
    [EVENTS, 2],
    [TAG_EVENTS, 1],
  ]);
  expect(waiting()).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toHaveLength(2);
  queue.queueEvent('open');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched.at(-1)).toEqual([TAG_EVENTS, 1]);
});

test('a batch has 100 events at most, and the rest comes with the next', async () => {
  for (let count = 0; count < 230; count += 1) queue.queueEvent('impression', { tid: 1, position: 1 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(fetched).toEqual([
    [EVENTS, 100],
    [EVENTS, 100],
    [EVENTS, 30],
  ]);
});

test('what the server could not take is kept, what it refuses is not', async () => {
  status = 503;
  queue.queueEvent('view');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([fetched.length, waiting()]).toEqual([1, 1]);
  status = 400;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([fetched.length, waiting()]).toEqual([2, 0]);
});

test('what waits is handed to the browser when the page is hidden, and when it goes', () => {
  queue.queueEvent('view');
  browser.happen('visibilitychange');
  // It is there again.
  expect(beacons).toEqual([]);
  Object.assign(document, { hidden: true });
  browser.happen('visibilitychange');
  expect(beacons).toEqual([[TAG_EVENTS, 1]]);
  queue.queueEvent('impression', { tid: 1, position: 1 });
  browser.happen('pagehide');
  expect(beacons).toEqual([
    [TAG_EVENTS, 1],
    [EVENTS, 1],
  ]);
  expect([fetched, waiting()]).toEqual([[], 0]);
});

test('nothing that waits is sent once the visitor refuses', async () => {
  queue.queueEvent('view');
  browser.cookies.set('sd_p', 'tracking=no');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([fetched, waiting()]).toEqual([[], 0]);
});

test.each(['{}', '[null]', 'null', '"text"', '{'])(
  'what another site on this host stored under the same name is written over: %s',
  (garbage) => {
    browser.storage.set('events', garbage);
    queue.queueEvent('view');
    expect(waiting()).toBe(1);
  },
);
