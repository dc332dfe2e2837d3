import type { AstroIntegration } from 'astro';

/** Gives islands the directives `client:interaction` and `client:wanted`. */
export function islandDirectives(): AstroIntegration {
  return {
    name: 'magpie-island-directives',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        for (const name of ['interaction', 'wanted']) addClientDirective({ name, entrypoint: `./src/ui/${name}.ts` });
      },
    },
  };
}
