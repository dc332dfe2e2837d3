import type { Specs } from './select-parts.ts';

/** How a category's specs are worded: the few in a title, the noun they end on, and sentences for the description. */
export type Wording = {
  noun: (specs: Specs, name: string) => string;
  keySpecs: (specs: Specs) => (string | undefined)[];
  sentences: (specs: Specs) => (string | undefined)[];
};

/** A number from the specs; the source writes a range as two numbers, of which the higher one counts. */
export function number(value: unknown): number | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'number' ? last : undefined;
}

/** A text from the specs, or nothing where the source has none. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number with its unit, or nothing: a missing spec is left out, never guessed. */
export function unit(value: unknown, suffix: string): string | undefined {
  const known = number(value);
  return known === undefined ? undefined : `${grouped(known)}${suffix}`;
}

/** Puts a known value into words, so that a sentence with an unknown one disappears. */
export function whenKnown(value: string | number | undefined, words: (known: string) => string): string | undefined {
  return value === undefined ? undefined : words(String(value));
}

/** A drive's size as drives are sold. */
export function capacity(gigabytes: unknown): string | undefined {
  const known = number(gigabytes);
  if (known === undefined) return undefined;
  return known >= 1000 ? `${Number((known / 1000).toFixed(2))} TB` : `${known} GB`;
}

/** A range in words: "500 to 2,000 rpm", or the one value known. */
export function range(value: unknown, suffix: string): string | undefined {
  const [low, high] = Array.isArray(value) ? value.map(number) : [];
  if (!low || high === undefined || low === high) return unit(value, suffix);
  return `${grouped(low)} to ${grouped(high)}${suffix}`;
}

/** Thousands apart, as the rest of the site writes numbers. */
export function grouped(value: number): string {
  return value >= 10000 ? value.toLocaleString('en-US') : String(value);
}
