/** How languages write dates, by what `Intl` knows. */

import { memoize } from './memoize.ts';

/** Whether a language writes the day or the month first. */
export const orderOf = memoize<'day month' | 'month day'>((locale) => {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month') ? 'day month' : 'month day';
});

/** The names of months in a language and in English, long and short, in lower case, with their numbers from 1. */
export const monthsOf = memoize((locale) => {
  const names = new Map([['sept', 9]]);
  for (const tag of ['en', locale])
    for (const month of ['long', 'short'] as const)
      for (let number = 1; number <= 12; number++) {
        // Formatted with a day, because some languages inflect months in dates ("28 ноября").
        const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month, timeZone: 'UTC' });
        const name = format.formatToParts(Date.UTC(2024, number - 1, 15)).find(({ type }) => type === 'month')?.value ?? '';
        const word = /[\p{L}\p{M}]+/u.exec(name.toLowerCase())?.[0];
        if (word !== undefined) names.set(word, number);
      }
  return names;
});

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
const DAYS = [
  ...Array.from({ length: 12 }, (_, at) => Date.UTC(2024, at, 15)),
  ...Array.from({ length: 7 }, (_, at) => Date.UTC(2024, 0, at + 1)),
];
