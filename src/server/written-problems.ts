import type { z } from 'zod';

/** A message in editors' words about what they wrote, for what a schema has none of its own for. Give it to `safeParse` as its `error`. */
export function writtenIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is not known`;
  if (issue.code === 'too_big') return `must have ${issue.maximum} entries at most`;
  if (issue.code === 'too_small') return 'must not be empty';
  if (issue.code === 'invalid_key') return issue.issues[0]?.message;
  return issue.code === 'invalid_type' ? TYPES.get(issue.expected) : undefined;
}

const TYPES = new Map<string, string>([
  ['array', 'must be a list: [ … ]'],
  ['object', 'must be fields with their values: { … }'],
  ['record', 'must be fields with their values: { … }'],
  ['string', 'must be text'],
  ['boolean', 'must be true or false'],
]);

/** Where in what was written something is: `header.textLinks[2].href`. */
export const placeText = (path: PropertyKey[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`)).join('');
