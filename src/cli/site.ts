/** `npm run site -- COMMAND`: the editors' command line. */
import { keepFilesPrivate } from '../server/private-folder.ts';
import { runCommandLine } from './run-command-line.ts';

keepFilesPrivate();
process.exitCode = await runCommandLine(process.argv.slice(2));
