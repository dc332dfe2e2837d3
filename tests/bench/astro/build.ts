/**
 * `build.ts OUT ADDRESSES`: has `astro build` write the pages of some addresses ahead, a JSON list in a file, from the
 * database that the environment names. A process of its own, as any build. With `--standalone` it also makes the server.
 * Prints after how many seconds the code was bundled.
 */
import node from '@astrojs/node';
import react from '@astrojs/react';
import { build } from 'astro';
import { passthroughImageService } from 'astro/config';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openContext } from '../../../src/server/dev-context.ts';
import { islandDirectives } from '../../../src/ui/island-directives.ts';
import { ROOT } from '../program.ts';
import { handOver } from './ahead.ts';
import { onDemandToo } from './on-demand-too.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { standalone: { type: 'boolean' } } });
const [outDir, addresses] = positionals;
process.env['NODE_ENV'] = 'production';
handOver({
  addresses: addresses!,
  pages: join(outDir!, values.standalone ? 'client' : ''),
  onBegun: () => console.log(performance.now() / 1000),
});
// The bundle's own copy would not find the database's worker beside itself.
const { db } = await openContext();
await build({
  root: ROOT,
  configFile: false,
  srcDir: join(ROOT, 'tests/bench/astro'),
  outDir: outDir!,
  output: 'static',
  integrations: [react(), islandDirectives(), ...(values.standalone ? [onDemandToo()] : [])],
  ...(values.standalone && { adapter: node({ mode: 'standalone' }) }),
  trailingSlash: 'ignore',
  image: { service: passthroughImageService() },
  // A page waits for the database most of the time; several at once keep both cores busy.
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 4 },
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 } },
  logLevel: 'error',
});
await db.destroy();
process.exit(0);
