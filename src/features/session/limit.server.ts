import type { Context } from '../../server/context.ts';
import { Fault } from '../../server/http/fault.ts';
import type { LimitName } from '../../server/limits.ts';
import { TOO_MANY } from './messages.ts';

/** Counts an action against a limit. @throws Fault 429 with `Retry-After`, once it was done too often */
export async function limit({ limits }: Context, name: LimitName, key: string | number, message: string = TOO_MANY): Promise<void> {
  const seconds = await limits.take(name, key);
  if (seconds > 0) throw tooMany(seconds, message);
}

const tooMany = (seconds: number, message: string) => new Fault(429, message, { 'Retry-After': String(seconds) });

/** @throws Fault 429 when the queue of passwords to be hashed is full */
export function requireHashed<T>(result: T | undefined): T {
  if (result === undefined) throw tooMany(5, 'Many people are logging in right now. Please try again in a moment.');
  return result;
}
