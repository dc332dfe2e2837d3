/** Runs command lines one after the other; each arrives as a message with an array of arguments, and is answered with its exit code. */
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { keepFilesPrivate } from '../../src/server/private-folder.ts';

keepFilesPrivate();
process.on('message', (args: string[]) => void runCommandLine(args).then((code) => process.send?.(code)));
