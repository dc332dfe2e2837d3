import node from '@astrojs/node';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, passthroughImageService } from 'astro/config';
import { bundledWorker } from './src/features/offline/bundle-worker.ts';
import { IMPRINT_PAGE, TEXT_PAGES, TEXT_SITEMAP, UNKNOWN_ORIGIN } from './src/features/rendering/text-pages.ts';
import { MOST_RECEIVED } from './src/server/http/body.ts';
import { islandDirectives } from './src/ui/island-directives.ts';
import { minifiedAssets } from './src/ui/minified-assets.ts';
import { plainImports } from './src/ui/plain-imports.ts';
import { taggedIslands } from './src/ui/tagged-islands.ts';

/**
 * Entries that are bundled into one file with all their imports. Otherwise each part that two scripts share would be a file, and the first
 * interaction with a page would load thirty. Every page runs `page`; for known visitors, pages also run `returning` and `member` without an
 * interaction. Scripts that an interaction loads share `react` and `shared`.
 */
const CHUNKS = [
  { name: 'page', test: /\/src\/layouts\/page-script\.ts$/, priority: 4 },
  { name: 'returning', test: /\/src\/(layouts\/returning-script|ui\/request|lib\/(page-calls|parse-stored))\.ts$/, priority: 3 },
  {
    name: 'member',
    test: /\/src\/features\/(accounts\/user-button|comments\/start|saved\/own-saved|votes\/show-own-votes)\.ts$/,
    priority: 2,
  },
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react|@astrojs\/react)\//, priority: 1 },
  { name: 'shared', test: /\/(src\/[^?]+\.ts|node_modules\/(nanostores|zod)\/[^?]+)$/, minShareCount: 2 },
];

/** Sitemaps list addresses as they answer: without a slash at the end. */
const pathOf = (url) => url.slice(UNKNOWN_ORIGIN.length).replace(/\/$/, '');
const textSitemap = sitemap({
  filenameBase: TEXT_SITEMAP,
  filter: (url) => TEXT_PAGES.includes(pathOf(url)) && pathOf(url) !== IMPRINT_PAGE,
  serialize: (item) => ({ ...item, url: UNKNOWN_ORIGIN + pathOf(item.url) }),
  namespaces: { news: false, xhtml: false, image: false, video: false },
});

export default defineConfig({
  // A bundle is made before its site is known; each site replaces this by its own address.
  site: UNKNOWN_ORIGIN,
  // Prerendered files depend only on the code; every other page declares that it is made on demand.
  output: 'static',
  // The middleware reads every page as a whole, so streaming has no benefit.
  adapter: node({ mode: 'middleware', bodySizeLimit: MOST_RECEIVED, experimentalDisableStreaming: true }),
  // Islands are small: a stream for each would cost more than its content, and nothing is read before the page is complete.
  integrations: [react({ experimentalDisableStreaming: true }), islandDirectives(), textSitemap],
  trailingSlash: 'ignore',
  // The server checks origins itself, JSON calls too (contract.md, Rules for every call).
  security: { checkOrigin: false },
  image: { service: passthroughImageService() },
  build: { format: 'directory', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  vite: {
    plugins: [taggedIslands(), plainImports(), minifiedAssets(), bundledWorker()],
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  },
});
