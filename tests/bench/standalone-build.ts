/** Builds the project into the given folder with the adapter in standalone mode; a process of its own, as any build. */
import node from '@astrojs/node';
import { build } from 'astro';
import { readConfig } from '../../src/server/config.ts';
import { provideContext } from '../../src/server/context.ts';
import { openDatabase } from '../../src/server/db/connect.ts';
import { ROOT } from './program.ts';

const config = readConfig(process.env);
const { db, close } = await openDatabase(config);
provideContext({ config, db, clock: () => new Date() });
await build({ root: ROOT, outDir: process.argv[2]!, adapter: node({ mode: 'standalone' }), logLevel: 'error' });
await close();
process.exit(0);
