/** How languages write dates, by what `Intl` knows. */

import { memoize } from './memoize.ts';
import { plainDigits } from './plain-digits.ts';

/** Whether a language writes the day or the month first. */
export const orderOf = memoize<'day month' | 'month day'>((locale) => {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month') ? 'day month' : 'month day';
});

/** By how many years the era in which a language counts is ahead of the common one: 543 in Thai, where 2026 is 2569. */
export const yearsAheadIn = memoize((locale) => (new Intl.DateTimeFormat(locale).resolvedOptions().calendar === 'buddhist' ? 543 : 0));

/** The names of months in a language and in English, long and short, in lower case, with their numbers from 1. */
export const monthsOf = memoize((locale) => {
  const names = new Map([['sept', 9]]);
  for (const tag of ['en', locale])
    for (const month of ['long', 'short'] as const) {
      // Formatted with a day, because some languages inflect months in dates ("28 ноября").
      const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month, timeZone: 'UTC' });
      const words = MONTHS.map((day) => /[\p{L}\p{M}]+/u.exec(partOf(format, day, 'month').toLowerCase())?.[0]);
      // Hebrew writes "in" as the first letter of the month.
      const before = /\p{L}$/u.exec(format.formatToParts(MONTHS[0]).find(({ type }) => type === 'literal')?.value ?? '')?.[0];
      // Where months are numbered, the word beside the number is that for a month: "3월", "tháng 3".
      for (const [at, word] of words.entries())
        if (word !== undefined && words.indexOf(word) === words.lastIndexOf(word)) {
          names.set(word, at + 1);
          if (before !== undefined) names.set(before + word, at + 1);
        }
    }
  return names;
});

/**
 * How a language writes dates with the number of the month, such as `28.11.2026`, `2026年11月28日(土)`, `26. 11. 28.` and `28 tháng 11`: each with
 * groups for its `month`, `day` and, where it has one, `year`.
 */
export const numericDatesOf = memoize((locale) =>
  [...WITH_YEAR, ...WITHOUT_YEAR].flatMap((options) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' });
    if (!/\d/.test(partOf(format, MONTHS[9], 'month'))) return [];
    const weekdays = new Set(WEEK.map((day) => asRead(partOf(format, day, 'weekday'))));
    const parts = format.formatToParts(MONTHS[9]).map(({ type, value }) => {
      if (type === 'weekday') return `(?:${[...weekdays].join('|')})`;
      if (type === 'literal') return asRead(value);
      return plainDigits(value).replace(/\d+/, (digits) => `(?<${type}>\\d{${type === 'year' ? digits.length : '1,2'}})`);
    });
    return [new RegExp(`^${parts.join('')}$`, 'iu')];
  }),
);

const WITH_YEAR = [
  ...(['full', 'long', 'medium', 'short'] as const).map((dateStyle) => ({ dateStyle })),
  ...(['long', 'numeric'] as const).map((month) => ({ year: 'numeric', month, day: 'numeric', weekday: 'short' }) as const),
];
const WITHOUT_YEAR = (['long', 'short', 'numeric'] as const).flatMap((month) =>
  ([undefined, 'short', 'long'] as const).map((weekday) => ({ month, day: 'numeric', weekday }) as const),
);

/** An expression for words between numbers, with blanks or without. */
const asRead = (words: string) =>
  plainDigits(words)
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s*`);

const partOf = (format: Intl.DateTimeFormat, day: number | undefined, wanted: Intl.DateTimeFormatPartTypes) =>
  format.formatToParts(day).find(({ type }) => type === wanted)?.value ?? '';

/** The other words of dates in a language and in English, in lower case: weekdays, and words between the parts of a date. */
export const dateWordsOf = memoize((locale) => {
  const names = monthsOf(locale);
  const words = new Set<string>();
  for (const tag of ['en', locale])
    for (const options of [{ dateStyle: 'full' }, { dateStyle: 'medium' }, { weekday: 'short' }] as const) {
      const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
      for (const { type, value } of DAYS.flatMap((day) => format.formatToParts(day)))
        // Some names of months are of several words.
        for (const word of value.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) if (type !== 'month' || !names.has(word)) words.add(word);
    }
  return words;
});

/** A day of each month, and each of a week. */
const MONTHS = Array.from({ length: 12 }, (_, at) => Date.UTC(2024, at, 15));
const WEEK = Array.from({ length: 7 }, (_, at) => Date.UTC(2024, 0, at + 1));
const DAYS = [...MONTHS, ...WEEK];
