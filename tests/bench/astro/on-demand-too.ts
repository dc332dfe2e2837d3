import type { AstroIntegration } from 'astro';

/** One page on demand: without any, the adapter makes no server. */
export const onDemandToo = (): AstroIntegration => ({
  name: 'bench-on-demand-too',
  hooks: {
    'astro:config:setup'({ injectRoute }) {
      injectRoute({ pattern: '/search', entrypoint: './src/pages/search.astro', prerender: false });
    },
  },
});
