/** The helper in which Vite wraps every `import()` of browser code. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** A call of the helper for an expression that begins with an import. */
const PRELOADED = /__vitePreload\(\(\) => (import\((?:(?!__vitePreload)[^])*?), __VITE_PRELOAD__\)/g;

/**
 * A Vite plugin that leaves `import()` native. Vite's helper also loads styles, which are in one stylesheet here, and lists
 * transitive imports; on every page this would weigh more than all that the page's script does about accounts.
 */
export const plainImports = () => ({
  name: 'magpie-plain-imports',
  enforce: 'pre' as const,
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: () => [] } } }),
  // Before chunks are minified. What is left of the helper's calls goes without the list that it ignores.
  renderChunk: (code: string) => code.replace(PRELOADED, '$1').replaceAll(', __VITE_PRELOAD__)', ')'),
  load: (id: string) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
});
