import { Temporal } from 'temporal-polyfill';
import { dateWordsOf, monthsOf, numericDatesOf, orderOf, yearsAheadIn } from '../lib/date-words.ts';
import { plainDigits } from '../lib/plain-digits.ts';

/** What a date is read by. */
export interface DateReading {
  /** BCP 47 tag: says whether 11/12 is in November or December. */
  locale: string;
  timeZone: string;
  /** The reference for dates without a year, which mean the nearest one. */
  now: Date;
}

/** Which moment of its day a date without a time means, and which year one without a year: an end is still to come. */
export type DayBoundary = 'start' | 'end';

/** The year as it is written. */
type Fields = { year: string | undefined; month: number; day: number };

/** Longer than any moment in words; the expression of times would search a longer text for seconds. */
const LONGEST = 100;

// eslint-disable-next-line regexp/no-super-linear-move -- the length is limited
const TIME = /[\sT,]+(?:at\s+)?(\d{1,2})(?::(\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i;
/** A time and its zone: universal time by name, or after seconds the offset that dates in mails and RSS have. Names of other zones mean several. */
const ZONED = /^(.*:\d{2}(?:\.\d+)?)(?:\s*(?:UTC|GMT|Z)|(?<=:\d{2}:\d{2}) ([+-](?:0\d|1[0-4])[0-5]\d))$/i;
const OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads a moment in the forms that people write: `2026-11-28T08:00:00Z`, `2026-11-28 08:00`, `2026-11-28 08:00 UTC`,
 * `Sat, 28 Nov 2026 08:00:00 GMT`, `11/28/2026`, `28.11.2026`, `Nov 28`, or the serial number of a spreadsheet. Without a zone, it is in the
 * site's; a date without a time is the first moment of the day, or, as an end, the last.
 * @returns undefined when it cannot be read
 */
export function readMoment(written: string | number, reading: DateReading, boundary: DayBoundary): Date | undefined {
  const text = plainDigits(String(written)).trim();
  if (text.length > LONGEST) return undefined;
  if (OFFSET.test(text)) return validDate(text);
  const [, local = text, zone = local === text ? reading.timeZone : 'UTC'] = ZONED.exec(text) ?? [];
  const serial = serialNumber(local);
  const [timed, hours, minutes = '0', seconds = '0', half] =
    (serial === undefined && /:|[ap]\.?m\.?$/i.test(local) && TIME.exec(local)) || [];
  const day = serial?.day ?? readDay(timed === undefined ? local : local.slice(0, -timed.length), { ...reading, timeZone: zone }, boundary);
  if (!day || (timed === undefined && local !== text)) return undefined;
  const time = serial?.time ?? (timed === undefined ? undefined : timeOf(Number(hours), Number(minutes), Number(seconds), half));
  if (time === null) return undefined;
  return momentOf(day, time, zone, boundary);
}

/** Reads a day as `readMoment` does; of a moment the day that it is on in the site's zone. @returns such as `2026-11-28` */
export function readDayText(written: string | number, reading: DateReading): string | undefined {
  const text = plainDigits(String(written)).trim();
  const day = serialNumber(text)?.day ?? readDay(text, reading, 'start');
  if (day) return day.toString();
  const moment = readMoment(text, reading, 'start');
  return moment && dayIn(moment, reading.timeZone);
}

/** The day that it is in a zone. */
export const dayIn = (date: Date, timeZone: string): string => zoned(date, timeZone).toPlainDate().toString();

/** A moment in a zone to the minute, for people who type it so: `2026-11-28 08:00 Europe/Berlin`. */
export const momentText = (date: Date, timeZone: string): string =>
  `${zoned(date, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')} ${timeZone}`;

/** The same exactly, as programs read it: `2026-11-28T08:00:00+01:00`. */
export const momentIn = (date: Date, timeZone: string): string => zoned(date, timeZone).toString({ timeZoneName: 'never' });

const zoned = (date: Date, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);

function validDate(text: string): Date | undefined {
  const day = plainDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
  const date = new Date(text);
  return day && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** 12 am is hour 0; null for a text that is not a time. */
function timeOf(hours: number, minutes: number, seconds: number, half: string | undefined): Temporal.PlainTime | null {
  if (half !== undefined && (hours < 1 || hours > 12)) return null;
  const hour = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || minutes > 59 || seconds > 59) return null;
  return Temporal.PlainTime.from({ hour, minute: minutes, second: seconds });
}

function momentOf(day: Temporal.PlainDate, time: Temporal.PlainTime | undefined, timeZone: string, boundary: DayBoundary): Date {
  if (time) return new Date(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
  if (boundary === 'start') return new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  return new Date(day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1);
}

const FIRST_SERIAL = 25_569;
const LAST_SERIAL = 2_958_465;
const DAY_SECONDS = 86_400;

/** Spreadsheets count days since 1899-12-30, the time being the fraction. */
function serialNumber(text: string): { day: Temporal.PlainDate; time: Temporal.PlainTime | undefined } | undefined {
  if (!/^\d{5,7}(?:\.\d+)?$/.test(text)) return undefined;
  const serial = Number(text);
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined;
  const written = Math.round(serial * DAY_SECONDS);
  const seconds = written % DAY_SECONDS;
  const day = new Temporal.PlainDate(1899, 12, 30).add({ days: Math.floor(written / DAY_SECONDS) });
  return { day, time: seconds === 0 ? undefined : new Temporal.PlainTime().add({ seconds }) };
}

function readDay(text: string, { locale, timeZone, now }: DateReading, boundary: DayBoundary): Temporal.PlainDate | undefined {
  const fields = localDay(text, locale) ?? numericDay(text, locale) ?? namedDay(text, locale, boundary);
  if (!fields) return undefined;
  if (fields.year !== undefined) return plainDay(fullYear(fields.year, locale, now), fields.month, fields.day);
  return nearest(fields, Temporal.PlainDate.from(dayIn(now, timeZone)), boundary);
}

/** As the language writes it in numbers: `26. 11. 28.` begins with its year in Korean alone. */
function localDay(text: string, locale: string): Fields | undefined {
  for (const expression of numericDatesOf(locale)) {
    const { year, month, day } = expression.exec(text)?.groups ?? {};
    if (month !== undefined && day !== undefined) return { year, month: Number(month), day: Number(day) };
  }
  return undefined;
}

/** From this year on, a year in full can only be of another era. */
const FIRST_OF_ERA = 2400;

/** A year of the common era; where the language counts another, such as the Buddhist one in Thai, what may be of both is of the one that is nearer. */
function fullYear(written: string, locale: string, now: Date): number {
  const ahead = yearsAheadIn(locale);
  if (written.length > 2) return Number(written) - (Number(written) >= FIRST_OF_ERA ? ahead : 0);
  const common = Number(`20${written}`);
  const other = Number(`25${written}`) - ahead;
  const distance = (year: number) => Math.abs(year - now.getUTCFullYear());
  return ahead > 0 && distance(other) < distance(common) ? other : common;
}

function numericDay(text: string, locale: string): Fields | undefined {
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[.日]?$/.exec(text) ?? [];
  if (year !== undefined) return { year, month: Number(month), day: Number(day) };
  const [, first, separator, second, last] = /^(\d{1,2})([-/.])\s?(\d{1,2})(?:\2\s?(\d{4}|\d{2})?)?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const monthFirst = separator !== '.' && orderOf(locale) !== 'day month';
  return { year: last, month: Number(monthFirst ? first : second), day: Number(monthFirst ? second : first) };
}

/** Words beside a day that do not change it, and those that tell whether it is a start or an end. */
const WORDS = new Set('st nd rd th of the at on de den der am tues weds thur thurs'.split(' '));
const BOUNDARY_WORDS: Record<DayBoundary, Set<string>> = {
  start: new Set('from starts starting since ab vom'.split(' ')),
  end: new Set('until till til ends ending expires valid through thru bis zum'.split(' ')),
};

/** `Nov 28`, `28 Nov 2026`, `Saturday, November 28th, 2026`, `until Nov 28`. One day and no other words, so that nothing of what is written is left out. */
function namedDay(text: string, locale: string, boundary: DayBoundary): Fields | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  const [months, dateWords] = [monthsOf(locale), dateWordsOf(locale)];
  const monthsIn = (some: string[]) => [...new Set(some.flatMap((word) => months.get(word) ?? []))];
  const all = monthsIn(words);
  // In some languages "mar" is Tuesday too.
  const [month, ...more] = all.length > 1 ? monthsIn(words.filter((word) => !dateWords.has(word))) : all;
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const years = numbers.filter(({ length }) => length > 2);
  const [day, ...others] = numbers.filter(({ length }) => length <= 2);
  const isKnown = (word: string) =>
    /^\d+$/.test(word) || months.has(word) || dateWords.has(word) || WORDS.has(word) || BOUNDARY_WORDS[boundary].has(word);
  if (month === undefined || more.length > 0 || day === undefined || others.length > 0 || years.length > 1) return undefined;
  // "am" at the end is part of a time without its number.
  if (years.some(({ length }) => length !== 4) || !words.every(isKnown) || words.at(-1) === 'am') return undefined;
  return { year: years[0], month, day: Number(day) };
}

function plainDay(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1) return undefined;
  const found = Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' });
  return found.day === day ? found : undefined;
}

/** The day without a year that is nearest to today; as an end, the next one. */
function nearest({ month, day }: Fields, today: Temporal.PlainDate, boundary: DayBoundary): Temporal.PlainDate | undefined {
  const years = boundary === 'end' ? [0, 1, 2, 3, 4] : [-1, 0, 1];
  const days = years.flatMap((more) => plainDay(today.year + more, month, day) ?? []);
  if (boundary === 'end') return days.find((one) => Temporal.PlainDate.compare(one, today) >= 0);
  const distance = (one: Temporal.PlainDate) => Math.abs(today.until(one).total('days'));
  return days.toSorted((a, b) => distance(a) - distance(b))[0];
}
