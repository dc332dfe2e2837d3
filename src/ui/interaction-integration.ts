import type { AstroIntegration } from 'astro';

/** Gives islands the `client:interaction` directive. */
export function interaction(): AstroIntegration {
  return {
    name: 'magpie-interaction',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({ name: 'interaction', entrypoint: './src/ui/interaction.ts' });
      },
    },
  };
}
