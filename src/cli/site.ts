/** `npm run site -- COMMAND`: the editors' command line. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { keepFilesPrivate } from '../server/private-folder.ts';

keepFilesPrivate();
// A third of the time of a short command is compiling. Where the folder cannot be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));
// Imported here, because what is imported before is compiled without it.
const { runCommandLine } = await import('./run-command-line.ts');
const { watchOutput } = await import('./watch-output.ts');
const exitCode = watchOutput();
process.exitCode = await exitCode(await runCommandLine(process.argv.slice(2)));
