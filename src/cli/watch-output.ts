import { setImmediate as turnPasses } from 'node:timers/promises';
import { errorCode } from '../lib/error-code.ts';
import { writeRefusal } from '../lib/write-refusal.ts';

/**
 * Keeps this process alive when its output cannot be written, so that the command goes on. Called before anything is printed.
 * @returns a function that takes the exit code of the command, reports when standard output is incomplete, and returns the exit code of the
 * process; a closed pipe does not change it, because its reader has read enough
 */
export function watchOutput(): (code: number) => Promise<number> {
  let fault: Error | undefined;
  process.stdout.on('error', (error: Error) => {
    fault ??= error;
  });
  // There is no other place to report it.
  process.stderr.on('error', () => undefined);
  return async (code) => {
    // A stream emits errors in the next turn of the event loop.
    await turnPasses();
    if (code !== 0 || fault === undefined || errorCode(fault) === 'EPIPE') return code;
    console.error(writeRefusal(fault, 'Standard output', 'you').message);
    return 1;
  };
}
