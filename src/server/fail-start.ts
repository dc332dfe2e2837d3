import { inspect } from 'node:util';
import { CannotStart } from './cannot-start.ts';
import { ConfigError } from './config.ts';
import { isUnavailable } from './db/unavailable.ts';

/** Ends a program that could not start: with the reason alone where whoever runs it can do something about it, else with all that is known. */
export function failStart(error: unknown): never {
  const isExpected = error instanceof ConfigError || error instanceof CannotStart || isUnavailable(error);
  process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
  process.exit(1);
}
