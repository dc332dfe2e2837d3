import type { Specs } from './select-parts.ts';

/** How specs of a category are put into words: the main ones and a noun for the title, sentences for the description. */
export type Wording = {
  noun: (specs: Specs, name: string) => string;
  keySpecs: (specs: Specs) => (string | undefined)[];
  sentences: (specs: Specs) => (string | undefined)[];
};

/** A number of the specs; of a range, which is an array, the upper end. */
export function number(value: unknown): number | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'number' ? last : undefined;
}

/** A text of the specs; undefined when it is missing. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number with its unit; undefined when it is missing. */
export function unit(value: unknown, suffix: string): string | undefined {
  const known = number(value);
  return known === undefined ? undefined : `${grouped(known)}${suffix}`;
}

/** Puts a value into words; undefined when it is missing, so that its sentence is left out. */
export function whenKnown(value: string | number | undefined, words: (known: string) => string): string | undefined {
  return value === undefined ? undefined : words(String(value));
}

/** The size of a drive in GB or TB. */
export function capacity(gigabytes: unknown): string | undefined {
  const known = number(gigabytes);
  if (known === undefined) return undefined;
  return known >= 1000 ? `${Number((known / 1000).toFixed(2))} TB` : `${known} GB`;
}

/** A range with its unit, such as "500 to 2,000 rpm", or its only value. */
export function range(value: unknown, suffix: string): string | undefined {
  const [low, high] = Array.isArray(value) ? value.map(number) : [];
  if (!low || high === undefined || low === high) return unit(value, suffix);
  return `${grouped(low)} to ${grouped(high)}${suffix}`;
}

/** Formats a number, with separators from 10,000. */
export function grouped(value: number): string {
  return value >= 10000 ? value.toLocaleString('en-US') : String(value);
}
