import { setImmediate as turnPasses } from 'node:timers/promises';
import { errorCode } from '../lib/error-code.ts';
import { writeRefusal } from '../lib/write-refusal.ts';

/**
 * Keeps this process alive when what it prints cannot be written; its command goes on. Called before anything is printed.
 * @returns a function that takes the exit code of the command, says so where standard output is not whole, and returns the exit code of the process:
 * a closed pipe changes nothing, since whoever read it has read enough
 */
export function watchOutput(): (code: number) => Promise<number> {
  let fault: Error | undefined;
  process.stdout.on('error', (error: Error) => {
    fault ??= error;
  });
  // There is nowhere to say it.
  process.stderr.on('error', () => undefined);
  return async (code) => {
    // A stream tells of an error in the turn after.
    await turnPasses();
    if (code !== 0 || fault === undefined || errorCode(fault) === 'EPIPE') return code;
    console.error((writeRefusal(fault, 'Standard output', 'you') ?? fault).message);
    return 1;
  };
}
