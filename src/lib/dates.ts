import { amongEnglish } from './bidi-controls.ts';
import { dateFormat } from './intl-formats.ts';
import type { Region } from './region.ts';

type Written = Pick<Region, 'locale' | 'timeZone'>;

const MINUTE = 60_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Locales with the spec's mm/dd/yy (§9), which is shorter than their usual format. */
const AMERICAN = ['en', 'en-US'];

/** The day of a moment in the site's time zone, or a calendar day such as `2026-01-31`, as it is written there: 01/31/26, or 31.01.26. */
export function formatDate(date: Date | string, { locale, timeZone }: Written): string {
  const isDay = typeof date === 'string' && DAY.test(date);
  const style = AMERICAN.includes(locale)
    ? ({ year: '2-digit', month: '2-digit', day: '2-digit' } as const)
    : ({ dateStyle: 'short' } as const);
  return amongEnglish(dateFormat(locale, { ...style, timeZone: isDay ? 'UTC' : timeZone }).format(new Date(date)));
}

/** The month of a calendar day: "Mar 2024". */
export function formatMonth(day: string, { locale }: Pick<Written, 'locale'>): string {
  return amongEnglish(dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(day)));
}

/** A moment to the minute, with its zone: "01/31/26 at 23:59 UTC". */
export function formatMoment(moment: Date | string, region: Written): string {
  const { locale, timeZone } = region;
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone });
  return `${formatDate(moment, region)} at ${time.format(new Date(moment))}`;
}

/** Until when something lasts: the day where it is over as that begins, otherwise the moment. */
export function formatUntil(end: Date | string, region: Written): string {
  const isSameDay = formatDate(new Date(new Date(end).getTime() - MINUTE), region) === formatDate(end, region);
  return isSameDay ? formatMoment(end, region) : formatDate(end, region);
}

/** When something ends: the day if it ends with the day, otherwise the moment. */
export function formatEnd(end: Date | string, region: Written): string {
  const isSameDay = formatDate(new Date(new Date(end).getTime() + MINUTE), region) === formatDate(end, region);
  return isSameDay ? formatMoment(end, region) : formatDate(end, region);
}
