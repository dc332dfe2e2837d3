import { expect } from 'vitest';
import type { CallContract, GuardedContract } from '../../src/lib/call.ts';
import type { Called } from './calls.ts';

/** The answer of a call, which must match the call's contract exactly. Protocol faults are not part of contracts. */
export function agreed<C extends CallContract<object> | GuardedContract<object>>(contract: C, called: Called): Called {
  const { status, answer } = called;
  if (status !== 200) return called;
  if ('isAnswer' in contract) expect(contract.isAnswer(answer), JSON.stringify(answer)).toBe(true);
  else expect(contract.answer.parse(answer)).toEqual(answer);
  return called;
}
