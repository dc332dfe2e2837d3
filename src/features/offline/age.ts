import { counted } from '../../lib/counted.ts';
const MINUTE = 60_000;
const UNITS = [
  ['day', 1_440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How long ago something was, in words: `3 hours ago`. @param passed milliseconds */
export function ageWords(passed: number): string {
  const [name, length] = UNITS.find(([, unit]) => passed >= unit) ?? [];
  if (!name) return 'a moment ago';
  const count = Math.floor(passed / length);
  return `${counted(count, name)} ago`;
}
