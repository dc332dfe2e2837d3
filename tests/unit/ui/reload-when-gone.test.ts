import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadWhenGone } from '../../../src/ui/reload-when-gone.ts';

const GONE = new TypeError('Failed to fetch dynamically imported module: https://deals.example/_astro/a.js?astro-retry=1');
const field = { value: 'a', defaultValue: 'a' };

let reload: ReturnType<typeof vi.fn>;
let asked: string[];
let stored: Map<string, string>;
let leave: () => void;

/** A page at `/popular`, and a server that answers every script with a status; without one there is no network. */
function page({
  status = 404,
  fields = [field],
  path = '/popular',
}: {
  status?: number | undefined;
  fields?: object[];
  path?: string;
}): void {
  vi.stubGlobal('location', { pathname: path, reload });
  vi.stubGlobal('document', { querySelectorAll: () => fields });
  vi.stubGlobal('fetch', async (address: string, { method, signal }: RequestInit) => {
    await Promise.resolve();
    signal?.throwIfAborted();
    asked.push(`${method} ${address}`);
    if (status === 0) throw new TypeError('no network');
    return new Response(null, { status });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  reload = vi.fn();
  asked = [];
  stored = new Map();
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => (leave = listener));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page whose script is gone is reloaded', async () => {
  page({});
  await reloadWhenGone(GONE);
  expect(asked).toEqual(['HEAD https://deals.example/_astro/a.js']);
  expect(reload).toHaveBeenCalledOnce();
});

test('not again for ten seconds, but another page is', async () => {
  page({});
  await reloadWhenGone(GONE);
  vi.advanceTimersByTime(9_999);
  await reloadWhenGone(GONE);
  expect(reload).toHaveBeenCalledTimes(1);
  page({ path: '/all' });
  await reloadWhenGone(GONE);
  expect(reload).toHaveBeenCalledTimes(2);
  page({});
  vi.advanceTimersByTime(1);
  await reloadWhenGone(GONE);
  expect(reload).toHaveBeenCalledTimes(3);
});

test.each([200, 304, 500, 503, 0])('not when the server says %i of the script', async (status) => {
  page({ status });
  await reloadWhenGone(GONE);
  expect(reload).not.toHaveBeenCalled();
});

test('not when something was typed', async () => {
  page({ fields: [field, { ...field, value: 'typed' }] });
  await reloadWhenGone(GONE);
  expect(reload).not.toHaveBeenCalled();
});

test('not when the visitor is being led elsewhere', async () => {
  page({});
  const done = reloadWhenGone(GONE);
  leave();
  await done;
  expect(reload).not.toHaveBeenCalled();
});

test('not where the browser keeps nothing, because it would not end', async () => {
  page({});
  vi.stubGlobal('sessionStorage', undefined);
  await reloadWhenGone(GONE);
  expect(reload).not.toHaveBeenCalled();
});

test('where the browser does not say which script it was, the page’s own is looked for', async () => {
  page({});
  await reloadWhenGone(new TypeError('Importing a module script failed.'));
  expect(asked).toEqual([expect.stringContaining('reload-when-gone')]);
  expect(reload).toHaveBeenCalledOnce();
});
