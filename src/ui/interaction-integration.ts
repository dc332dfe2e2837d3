import type { AstroIntegration } from 'astro';

/** What React's fast refresh wants before any component loads; Astro gives it to islands alone, and dialogs come without one. */
const FAST_REFRESH = `
  import { injectIntoGlobalHook } from '/@react-refresh';
  injectIntoGlobalHook(window);
  window.$RefreshReg$ ??= () => {};
  window.$RefreshSig$ ??= () => (type) => type;`;

/** Gives islands the `client:interaction` directive, and in development every page what React's components want there. */
export function interaction(): AstroIntegration {
  return {
    name: 'magpie-interaction',
    hooks: {
      'astro:config:setup'({ addClientDirective, command, injectScript }) {
        addClientDirective({ name: 'interaction', entrypoint: './src/ui/interaction.ts' });
        if (command === 'dev') injectScript('page', FAST_REFRESH);
      },
    },
  };
}
