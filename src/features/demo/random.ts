import { required } from '../../lib/required.ts';

/** A seeded generator of numbers in [0, 1), so that every run makes the same catalogue. */
export type Random = () => number;

/** Hashes a text to a 32-bit seed (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  return hash >>> 0;
}

/** Returns a generator with a seed of its own (Mulberry32), so that adding a subject does not change the numbers of others. */
export function randomFor(subject: string): Random {
  let state = seedOf(`magpie-demo-1:${subject}`);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns an integer from low to high, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Picks an entry of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const entry = list[Math.floor(random() * list.length)];
  if (entry === undefined) throw new Error('cannot pick from an empty list');
  return entry;
}

/** Picks an entry with a probability proportional to its weight. */
export function pickWeighted<T>(random: Random, list: readonly (readonly [T, number])[]): T {
  const total = list.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [entry, weight] of list) {
    left -= weight;
    if (left < 0) return entry;
  }
  throw new Error('cannot pick from an empty list');
}

/** Returns a shuffled copy (Fisher–Yates). */
export function shuffled<T extends string | number | object>(random: Random, list: readonly T[]): T[] {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [required(copy[other], 'an entry'), required(copy[last], 'an entry')];
  }
  return copy;
}
