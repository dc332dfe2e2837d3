import { inspect } from 'node:util';
import { plainFault } from './plain-fault.ts';

/** Ends a program that could not start. Errors that the operator can fix are printed without the stack. */
export function failStart(error: unknown): never {
  process.stderr.write(`${plainFault(error) ?? inspect(error)}\n`);
  process.exit(1);
}
