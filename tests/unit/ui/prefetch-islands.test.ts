import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MODULES: Record<string, string> = {
  'http://localhost/_astro/Box.js': 'import{a}from"./page.js";import{b as c}from"./react.js";import"./effects.js";export{a as Box};',
  'http://localhost/_astro/react.js': 'import{d}from"./page.js";import(`./later.js`);',
};

let fetched: string[];

beforeEach(() => {
  vi.resetModules();
  fetched = [];
  vi.stubGlobal('location', { href: 'http://localhost/f/1-lamp' });
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(new URL(address).pathname);
    return new Response(MODULES[address] ?? '');
  });
});

afterEach(() => void vi.unstubAllGlobals());

const island = {
  getAttribute: (name: string) => ({ 'component-url': '/_astro/Box.js', 'renderer-url': '/_astro/react.js' })[name] ?? null,
};

/** Prefetches the island's scripts over a connection. */
async function prefetchOver(connection: object | undefined): Promise<void> {
  vi.stubGlobal('navigator', { connection });
  const { prefetchIsland } = await import('../../../src/ui/prefetch-islands.ts');
  for (const _twice of [1, 2]) prefetchIsland(island as unknown as Element);
}

const ALL = ['Box', 'effects', 'page', 'react'].map((name) => `/_astro/${name}.js`);

test.each([
  ['that is not known', undefined, ALL],
  ['that is fast', { saveData: false, effectiveType: '4g' }, ALL],
  ['whose visitor saves data', { saveData: true, effectiveType: '4g' }, []],
  ['that is slow', { saveData: false, effectiveType: '3g' }, []],
  ['that is very slow', { saveData: false, effectiveType: 'slow-2g' }, []],
])('an island’s scripts and what they import are prefetched once over a connection %s', async (_what, connection, prefetched) => {
  await prefetchOver(connection);
  // The first ones are asked for at once, or none is.
  expect(fetched.length > 0).toBe(prefetched.length > 0);
  await expect.poll(() => fetched.toSorted()).toEqual(prefetched);
});
