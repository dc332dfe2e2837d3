/** Builds the project into the given folder with the adapter in standalone mode; a process of its own, as any build. */
import node from '@astrojs/node';
import { build } from 'astro';
import { ROOT } from './program.ts';

await build({ root: ROOT, outDir: process.argv[2]!, adapter: node({ mode: 'standalone' }), logLevel: 'error' });
process.exit(0);
