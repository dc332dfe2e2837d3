import { inspect } from 'node:util';
import { plainFault } from './plain-fault.ts';

/** Ends a program that could not start: with the message alone for errors that the operator can act on, else with the stack. */
export function failStart(error: unknown): never {
  process.stderr.write(`${plainFault(error) ?? inspect(error)}\n`);
  process.exit(1);
}
