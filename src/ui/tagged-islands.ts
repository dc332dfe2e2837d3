/** A module of React components. */
const COMPONENTS = /\/src\/.*\.tsx$/;
/** The components that it exports. */
const EXPORTED = /^export (?:async )?function (?<name>[A-Z]\w*)/gm;

/**
 * A Vite plugin that tags components as React's. Otherwise Astro would call each of them to find its renderer, whenever
 * it renders one, so that each would be rendered twice.
 */
export const taggedIslands = () => ({
  name: 'magpie-tagged-islands',
  enforce: 'pre' as const,
  applyToEnvironment: ({ name }: { name: string }) => name !== 'client',
  transform(code: string, id: string) {
    const names = COMPONENTS.test(id) ? [...code.matchAll(EXPORTED)].flatMap(({ groups }) => groups?.['name'] ?? []) : [];
    if (names.length === 0) return null;
    const tags = names.map((name) => `__astro_tag_component__(${name}, '@astrojs/react');`);
    return { code: `import { __astro_tag_component__ } from 'astro/runtime/server/index.js';${code}\n${tags.join('\n')}\n`, map: null };
  },
});
