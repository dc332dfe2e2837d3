import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig, passthroughImageService } from 'astro/config';
import { publishing } from './src/features/publishing/astro-integration.ts';

export default defineConfig({
  output: 'static',
  adapter: node({ mode: 'middleware', bodySizeLimit: 256 * 1024 }),
  integrations: [react(), publishing()],
  trailingSlash: 'ignore',
  // The server checks origins itself, JSON calls too (contract.md, Rules for every call).
  security: { checkOrigin: false },
  image: { service: passthroughImageService() },
  // A page waits for the database most of the time; several at once keep both cores busy.
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 4 },
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 } },
});
