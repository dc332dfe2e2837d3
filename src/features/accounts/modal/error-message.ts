import type { Problem } from '../../../ui/Form.tsx';
import { MESSAGES } from '../messages.ts';

const ABOUT = [
  ['email', /e-?mail/i],
  ['password', /password/i],
] as const;

const FIELDS = ['email', 'password'];

/** Where a refusal belongs: at the field it names, else by its wording (spec §8). */
export function problemOf({ field, message }: { field?: string; message: string }): Problem {
  const text = message || MESSAGES.failed;
  if (field !== undefined) return { at: FIELDS.includes(field) ? field : null, message: text };
  return { at: ABOUT.find(([, words]) => words.test(text))?.[0] ?? null, message: text };
}

/** Something that belongs to no field. */
export const generalProblem = (message: string): Problem => ({ at: null, message });
