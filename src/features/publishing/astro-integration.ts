import type { AstroIntegration } from 'astro';

const TWIN = './src/pages/_twin.astro';

/**
 * Gives every prerendered address its on-demand twin, and islands the `client:interaction` directive. The twins are
 * injected because Astro takes no two files for one address. Under `astro dev` nothing is prerendered, so that every
 * address, with any query, shows the catalogue as it is.
 */
export function publishing(): AstroIntegration {
  let developing = false;
  return {
    name: 'magpie-publishing',
    hooks: {
      'astro:config:setup'({ command, injectRoute, addClientDirective }) {
        developing = command === 'dev';
        injectRoute({ pattern: '/f/[...slug]', entrypoint: TWIN, prerender: false });
        injectRoute({ pattern: '/pco/[...path]', entrypoint: TWIN, prerender: false });
        if (!developing) injectRoute({ pattern: '/[...path]', entrypoint: TWIN, prerender: false });
        addClientDirective({ name: 'interaction', entrypoint: './src/ui/interaction.ts' });
      },
      'astro:route:setup'({ route }) {
        if (developing) route.prerender = false;
      },
    },
  };
}
