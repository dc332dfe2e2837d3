/** Carries out one command line after another, each an array of arguments that comes as a message; answers with its exit code. */
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { keepFilesPrivate } from '../../src/server/private-folder.ts';

keepFilesPrivate();
process.on('message', (args: string[]) => void runCommandLine(args).then((code) => process.send?.(code)));
