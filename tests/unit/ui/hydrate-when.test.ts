import { atom } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { hydrateWhen } from '../../../src/ui/hydrate-when.ts';

const STYLED = Promise.resolve();

afterEach(() => void vi.unstubAllGlobals());

/** A page with one island, which counts how often it was woken. */
function pageWithIsland() {
  const island = Object.assign(new EventTarget(), {
    isHydrated: false,
    woken: 0,
    hasAttribute: () => !island.isHydrated,
    toggleAttribute: () => true,
    closest: () => island,
  });
  island.addEventListener('wake', () => island.woken++);
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === 'astro-island[component-export=Dialog]' ? island : null),
  });
  return island;
}

test('an island is left alone until its store holds something else than it began with, and its styles are there', async () => {
  const island = pageWithIsland();
  const $shown = atom<string[]>([]);
  const { promise: styled, resolve } = Promise.withResolvers<undefined>();
  hydrateWhen('Dialog', $shown, styled, () => undefined);
  $shown.set(['popup']);
  await Promise.resolve();
  expect(island.woken).toBe(0);
  resolve(undefined);
  await styled;
  expect(island.woken).toBe(1);
});

test('an island whose store holds what it began with is left alone', async () => {
  const island = pageWithIsland();
  hydrateWhen('Dialog', atom<string[]>([]), STYLED, () => undefined);
  await STYLED;
  expect(island.woken).toBe(0);
});

test('an island that is hydrated is not woken again', async () => {
  const island = pageWithIsland();
  const $shown = atom<string | null>(null);
  hydrateWhen('Dialog', $shown, STYLED, () => undefined);
  $shown.set('first');
  await STYLED;
  island.isHydrated = true;
  $shown.set(null);
  $shown.set('second');
  await STYLED;
  expect(island.woken).toBe(1);
});

test('without a connection nothing takes the place of an island whose script does not come', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const island = pageWithIsland();
  const $shown = atom<string | null>(null);
  const failed: unknown[] = [];
  hydrateWhen('Dialog', $shown, STYLED, (shown) => failed.push(shown));
  $shown.set('shown');
  await STYLED;
  island.dispatchEvent(new Event('astro:hydration-error'));
  expect([$shown.get(), failed]).toEqual([null, []]);
});

test('where an island’s script does not come the store is as it began, and the next time it is tried anew', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const island = pageWithIsland();
  const $shown = atom<string | null>(null);
  const failed: unknown[] = [];
  hydrateWhen('Dialog', $shown, STYLED, (shown) => failed.push(shown));
  for (const shown of ['first', 'second']) {
    $shown.set(shown);
    await STYLED;
    island.dispatchEvent(new Event('astro:hydration-error'));
    expect($shown.get()).toBeNull();
  }
  expect(failed).toEqual(['first', 'second']);
  expect(island.woken).toBe(2);
});

test('an island whose store changes while its script is loaded fails once, with the last value, and not at all once nothing is to be shown', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const island = pageWithIsland();
  const $shown = atom<string | null>(null);
  const failed: unknown[] = [];
  hydrateWhen('Dialog', $shown, STYLED, (shown) => failed.push(shown));
  $shown.set('first');
  $shown.set('second');
  await STYLED;
  island.dispatchEvent(new Event('astro:hydration-error'));
  expect([$shown.get(), failed]).toEqual([null, ['second']]);
  $shown.set('third');
  $shown.set(null);
  island.dispatchEvent(new Event('astro:hydration-error'));
  expect(failed).toEqual(['second']);
});
