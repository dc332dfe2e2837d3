/** The helper in which Vite wraps every `import()` of browser code. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * A Vite plugin that leaves `import()` native. Vite's helper also loads styles, which are in one stylesheet here, and lists
 * transitive imports; on every page this would weigh more than all that the page's script does about accounts.
 */
export const plainImports = () => ({
  name: 'magpie-plain-imports',
  enforce: 'pre' as const,
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: () => [] } } }),
  load: (id: string) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
});
