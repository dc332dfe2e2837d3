import { inWords, shortDate } from './money.ts';
import { pick, type Random } from './random.ts';
import type { PartInput } from './select-parts.ts';
import { wordingOf } from './titles.ts';
import { required } from '../../lib/required.ts';

/** A dated observation: the day as YYYY-MM-DD and the price seen on it. */
export type Seen = { date: string; price: number };

/** The last price and the one before it. */
export const lastTwo = (seen: Seen[]) => ({ now: required(seen.at(-1), 'a price'), was: required(seen.at(-2), 'an earlier price') });

/** What a member would say about a part: its specs in words, then what the price record shows and no more. */
export function partDescription(part: PartInput, seen: Seen[], random: Random): string {
  const specs = wordingOf(part.category).sentences(part.specs).filter(Boolean).join(' ');
  const { now, was } = lastTwo(seen);
  return [specs, `${dropFact(was, now, random)} ${recordFact(seen, random)}`.trim(), colorFact(part)].filter(Boolean).join('\n\n');
}

function dropFact(was: Seen, now: Seen, random: Random): string {
  const [before, after, day] = [inWords(was.price), inWords(now.price), shortDate(was.date)];
  return pick(random, [
    `Seen at ${before} on ${day}, now ${after}.`,
    `Was ${before} when we looked on ${day}; it is ${after} now.`,
    `Down to ${after}. The last price before that was ${before}, on ${day}.`,
    `${after} now, against ${before} seen on ${day}.`,
    `The price fell from ${before} (seen ${day}) to ${after}.`,
  ]);
}

function recordFact(seen: Seen[], random: Random): string {
  const { now, was } = lastTwo(seen);
  const earlier = seen.slice(0, -1);
  if (earlier.length < 3) return '';
  const lowest = earlier.reduce((least, one) => (one.price < least.price ? one : least));
  const count = seen.length;
  if (now.price < lowest.price) {
    return pick(random, [
      `That is the lowest of the ${count} prices on record.`,
      `None of the ${earlier.length} earlier prices on record is as low.`,
      lowest.price < was.price
        ? `The lowest before this was ${inWords(lowest.price)}, on ${shortDate(lowest.date)}.`
        : 'It has not been lower on record.',
    ]);
  }
  if (now.price === lowest.price) return `It matches the lowest on record, seen on ${shortDate(lowest.date)}.`;
  return pick(random, [
    `It has been lower: ${inWords(lowest.price)} on ${shortDate(lowest.date)}.`,
    `Not the lowest on record, which was ${inWords(lowest.price)} on ${shortDate(lowest.date)}.`,
  ]);
}

function colorFact({ colors }: PartInput): string {
  if (!colors) return '';
  const plain = colors.map((color) => color.toLowerCase().replace(' / ', '/'));
  return `Same price in ${plain.slice(0, -1).join(', ')} and ${plain.at(-1)}.`;
}

/** The source's own sentences about an unbranded product, and an honest word on its price now and then. */
export function productDescription(about: string, random: Random): string {
  const closing = pick(random, [
    '',
    '',
    '',
    '',
    'There is no earlier price on record for this one.',
    'Only one price is known, so nothing to compare it with yet.',
    'No price history yet.',
  ]);
  return closing ? `${about}\n\n${closing}` : about;
}
