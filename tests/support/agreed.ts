import { expect } from 'vitest';
import type { CallContract, GuardedContract } from '../../src/lib/call.ts';
import type { Called } from './calls.ts';

/** What was answered; it has to be what the contract of the call says, and no more. Protocol faults are no part of it. */
export function agreed<C extends CallContract<object> | GuardedContract<object>>(contract: C, called: Called): Called {
  const { status, answer } = called;
  if (status !== 200) return called;
  if ('isAnswer' in contract) expect(contract.isAnswer(answer), JSON.stringify(answer)).toBe(true);
  else expect(contract.answer.parse(answer)).toEqual(answer);
  return called;
}
