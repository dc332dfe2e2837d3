import type { PartInput } from './select-parts.ts';
import { wordingOf } from './titles.ts';

/** Describes a part by its specs. Prices are left out, because they change. */
export function partDescription(part: PartInput): string {
  const specs = wordingOf(part.category).sentences(part.specs).filter(Boolean).join(' ');
  return [specs, colorFact(part)].filter(Boolean).join('\n\n');
}

function colorFact({ colors }: PartInput): string {
  if (!colors) return '';
  const plain = colors.map((color) => color.toLowerCase().replace(' / ', '/'));
  return `Same price in ${plain.slice(0, -1).join(', ')} and ${plain.at(-1)}.`;
}
