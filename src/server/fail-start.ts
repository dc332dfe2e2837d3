import { inspect } from 'node:util';
import { plainFault } from './plain-fault.ts';

/** Ends a program that could not start: with the reason alone where whoever runs it can do something about it, else with all that is known. */
export function failStart(error: unknown): never {
  process.stderr.write(`${plainFault(error) ?? inspect(error)}\n`);
  process.exit(1);
}
