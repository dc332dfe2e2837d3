import { whenIdle } from './when-idle.ts';

const prefetched = new Set<string>();

/** Prefetches the scripts of the page's islands once the browser is idle, without running them. */
export function prefetchIslands(): void {
  const prefetchAll = () => document.querySelectorAll('astro-island[client=interaction]').forEach(prefetchIsland);
  addEventListener('load', () => whenIdle(prefetchAll));
}

/** Prefetches an island's scripts; not if the visitor saves data or the connection is slow. */
export function prefetchIsland(island: Element): void {
  const { connection } = navigator;
  if (connection?.saveData || connection?.effectiveType.match(/[23]g/)) return;
  for (const name of ['component-url', 'renderer-url']) void prefetch(island.getAttribute(name) ?? '', location.href);
}

/**
 * Prefetches a module and its imports, which browsers do not follow themselves. A `link` hint in the head would do the same, but each one
 * makes the browser recompute the styles of the whole page.
 */
async function prefetch(address: string, from: string): Promise<void> {
  const { href } = new URL(address, from);
  if (prefetched.has(href)) return;
  prefetched.add(href);
  const source = await fetch(href, { priority: 'low' }).then(
    (response) => response.text(),
    () => '',
  );
  for (const [, imported] of source.matchAll(/(?:from|import)\s*"(\.\/[^"]+)"/g)) void prefetch(imported ?? '', href);
}
