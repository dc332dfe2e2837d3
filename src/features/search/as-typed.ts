import type { Correction } from './search-plan.ts';

/** The text of a search whose typos were corrected, with quotation marks that have these words looked for as they were typed. */
export function asTyped(text: string, corrected: Correction[]): string {
  const taken = new Set(corrected.map(({ from }) => from.toLowerCase()));
  return text
    .split(/\s+/)
    .map((word) => (taken.has(word.toLowerCase()) ? `"${word}"` : word))
    .join(' ');
}
