import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig, passthroughImageService } from 'astro/config';
import { LARGEST_UPLOAD } from './src/server/http/body.ts';
import { interaction } from './src/ui/interaction-integration.ts';
import { plainImports } from './src/ui/plain-imports.ts';

export default defineConfig({
  output: 'server',
  // The middleware reads every page whole, so streaming would only take it apart first.
  adapter: node({ mode: 'middleware', bodySizeLimit: LARGEST_UPLOAD, experimentalDisableStreaming: true }),
  // Islands are small: a stream for each takes longer than what it carries, and nothing is read before the page is whole.
  integrations: [react({ experimentalDisableStreaming: true }), interaction()],
  trailingSlash: 'ignore',
  // The server checks origins itself, JSON calls too (contract.md, Rules for every call).
  security: { checkOrigin: false },
  image: { service: passthroughImageService() },
  build: { format: 'directory', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  vite: { plugins: [plainImports()], build: { assetsInlineLimit: 0 } },
});
