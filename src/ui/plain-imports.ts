/** What Vite puts around every `import()` of a browser's code. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * A Vite plugin that leaves `import()` as browsers have it. Vite's own way brings styles along, which are in one stylesheet here, and the names
 * of what is imported in turn; together they weigh more on every page than all that the page's script does about accounts.
 */
export const plainImports = () => ({
  name: 'magpie-plain-imports',
  enforce: 'pre' as const,
  config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: () => [] } } }),
  load: (id: string) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
});
