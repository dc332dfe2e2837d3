/** `npm run site -- COMMAND`: the editors' command line. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { keepFilesPrivate } from '../server/private-folder.ts';

keepFilesPrivate();
// Compiling is a third of the time of a short command. If the folder cannot be written, nothing is cached.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));
// Imported dynamically, because static imports would be compiled without the cache.
const { runCommandLine } = await import('./run-command-line.ts');
const { watchOutput } = await import('./watch-output.ts');
const exitCode = watchOutput();
process.exitCode = await exitCode(await runCommandLine(process.argv.slice(2)));
