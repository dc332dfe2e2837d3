/// <reference lib="esnext.intl" />
import { Temporal } from 'temporal-polyfill';
import { memoize } from '../../lib/memoize.ts';
import { required } from '../../lib/required.ts';
import type { Frequency } from '../../lib/alert-delivery.ts';

/** When a member wants to be notified; hours are local. */
export interface DeliveryTimes {
  /** A name of the IANA data base. */
  timeZone: string;
  digestHour: number;
  /** From 1, a Monday. */
  digestDay: number;
  quietFrom: number | null;
  quietUntil: number | null;
}

/** When something goes out, and why not at once. */
export interface Scheduled {
  at: Date;
  /** In words; undefined when it goes out at once. */
  reason: string | undefined;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Numbers of days in the order in which weeks go there, such as from Sunday in the United States. */
export function daysFrom(locale: string): number[] {
  const days = DAYS.map((_name, index) => index + 1);
  const { firstDay } = new Intl.Locale(locale).getWeekInfo();
  return [...days.slice(firstDay - 1), ...days.slice(0, firstDay - 1)];
}

export const QUIET_HOURS = 'quiet hours';

/**
 * When a delivery is sent. A local hour that a clock change skips counts as the next existing moment; of an hour that occurs twice only the
 * first counts, so that no daily mail is repeated or lost.
 */
export function schedule(frequency: Frequency, noted: Date, times: DeliveryTimes): Scheduled {
  const wanted = frequency === 'instant' ? noted : nextTime(frequency, noted, times);
  const at = afterQuietHours(wanted, times);
  if (at.getTime() !== wanted.getTime()) return { at, reason: QUIET_HOURS };
  return { at, reason: frequency === 'instant' ? undefined : rhythm(frequency, times) };
}

function nextTime(frequency: Exclude<Frequency, 'instant'>, noted: Date, times: DeliveryTimes): Date {
  if (frequency === 'hourly') return nextHour(noted, times);
  return nextDigest(noted, times, frequency === 'weekly' ? times.digestDay : undefined);
}

/** The next digest hour after a moment, of one day of the week or of any. */
export function nextDigest(after: Date, { timeZone, digestHour }: DeliveryTimes, day?: number): Date {
  const { date, zone } = localTime(after, timeZone);
  // Eight days ahead, because today's hour may have passed.
  for (let days = 0; days <= 8; days++) {
    const candidate = date.add({ days });
    if (day !== undefined && candidate.dayOfWeek !== day) continue;
    const at = moment(candidate, digestHour, zone);
    if (at > after) return at;
  }
  throw new Error('a week has no digest hour');
}

/** The first digest hour of a local day after the one that a moment is in. */
export const digestOfLaterDay = (now: Date, times: DeliveryTimes): Date =>
  nextDigest(new Date(endOfDay(now, times.timeZone).getTime() - 1), times);

function nextHour(after: Date, { timeZone }: DeliveryTimes): Date {
  const { date, hour, zone } = localTime(after, timeZone);
  // When the clocks go back, the next hour may have the same number; `moment` returns only the first of the two.
  for (let hours = hour + 1; hours <= hour + 4; hours++) {
    const at = moment(date.add({ days: Math.floor(hours / 24) }), hours % 24, zone);
    if (at > after) return at;
  }
  throw new Error('a day has no next hour');
}

/** A moment, or when the quiet hours that it is in are over. */
export function afterQuietHours(at: Date, { timeZone, quietFrom: from, quietUntil: until }: DeliveryTimes): Date {
  if (from === null || until === null || from === until) return at;
  const isQuiet = (hour: number) => (from < until ? hour >= from && hour < until : hour >= from || hour < until);
  let later = at;
  // Where a clock change skips the only hour that is not quiet, the next day's counts.
  for (let local = localTime(later, timeZone); isQuiet(local.hour); local = localTime(later, timeZone)) {
    const today = moment(local.date, until, local.zone);
    later = today > later ? today : moment(local.date.add({ days: 1 }), until, local.zone);
  }
  return later;
}

/** When the local day began that a moment is in. */
export const startOfDay = (now: Date, timeZone: string): Date => dayAt(now, timeZone, 0);
const endOfDay = (now: Date, timeZone: string) => dayAt(now, timeZone, 1);

function dayAt(now: Date, timeZone: string, days: number): Date {
  const { date, zone } = localTime(now, timeZone);
  return new Date(date.add({ days }).toZonedDateTime({ timeZone: zone }).epochMilliseconds);
}

/** The name of a rhythm, such as "daily at 8:00". */
function rhythm(frequency: Exclude<Frequency, 'instant'>, { digestHour, digestDay }: DeliveryTimes): string {
  if (frequency === 'hourly') return 'hourly';
  const hour = `${digestHour}:00`;
  return frequency === 'daily' ? `daily at ${hour}` : `weekly on ${DAYS[digestDay - 1] ?? ''} at ${hour}`;
}

interface LocalTime {
  date: Temporal.PlainDate;
  hour: number;
  zone: string;
}

function localTime(at: Date, timeZone: string): LocalTime {
  const zone = isStoredZoneKnown(timeZone) ? timeZone : 'UTC';
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate(), hour: local.hour, zone };
}

/** The moment of a local hour: the end of the gap for a skipped hour, the first of the two for a repeated one. */
function moment(date: Temporal.PlainDate, hour: number, timeZone: string): Date {
  const wanted = date.toPlainDateTime({ hour });
  const exact = wanted.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  if (exact.toPlainDateTime().equals(wanted)) return new Date(exact.epochMilliseconds);
  const before = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return new Date(required(before.getTimeZoneTransition('next'), 'the change of the clocks').epochMilliseconds);
}

/**
 * The one name of a time zone, whatever its case and whichever of its older names is given. Members may ask for any text, and formats of dates
 * are cached by the names of their zones, so only these are stored.
 * @returns undefined where this machine knows no such zone, and for an offset such as +01:00, which is none
 */
export const timeZoneNamed = (text: string): string | undefined => (/^[+-]/.test(text) ? undefined : nameOf(text));

function nameOf(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Whether this machine knows a zone that is stored, maybe by another name or as an offset. */
const isStoredZoneKnown = memoize((timeZone) => nameOf(timeZone) !== undefined);
