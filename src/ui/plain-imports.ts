/** What Vite puts around every `import()` of a browser's code. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * A Vite plugin that leaves `import()` as browsers have it. Vite's own way brings styles along, which are in one
 * stylesheet here, and weighs as much on every page as all that the page's script does about accounts.
 */
export const plainImports = () => ({
  name: 'magpie-plain-imports',
  enforce: 'pre' as const,
  load: (id: string) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : null),
});
