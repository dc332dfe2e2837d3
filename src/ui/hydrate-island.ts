/** Hydrates the island that an element is, or is in, without a click (`client:interaction`, `client:wanted`). */
export function hydrateIsland(element: Element): void {
  const island = element.closest('astro-island');
  // If the directive runs later, as in development, it finds this attribute.
  island?.toggleAttribute('data-awake', true);
  island?.dispatchEvent(new Event('wake'));
}
