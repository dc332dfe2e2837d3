import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDate, formatEnd, formatMoment, formatMonth, formatUntil } from '../../../src/lib/dates.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { timeAgo } from '../../../src/lib/time-ago.ts';

const now = new Date('2026-03-10T12:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const DAY = 86_400;

describe('a date', () => {
  test('reads mm/dd/yy in UTC, from a moment or its text', () => {
    expect(formatDate(new Date('2026-01-02T23:59:59Z'), DEFAULT_REGION)).toBe('01/02/26');
    expect(formatDate('2026-12-31', DEFAULT_REGION)).toBe('12/31/26');
    expect(formatDate('2026-12-31T23:30:00.000Z', DEFAULT_REGION)).toBe('12/31/26');
  });
});

describe('a date elsewhere', () => {
  const berlin = { locale: 'de-DE', timeZone: 'Europe/Berlin' };

  test('is written as there, on the day that it is there; a calendar day stays', () => {
    expect(formatDate('2026-12-31T23:30:00.000Z', berlin)).toBe('01.01.27');
    expect(formatDate('2026-12-31', berlin)).toBe('31.12.26');
    expect(formatDate('2026-12-31', { locale: 'ja-JP', timeZone: 'Asia/Tokyo' })).toBe('2026/12/31');
    expect(formatDate('2027-01-01T03:00:00Z', { locale: 'en-US', timeZone: 'America/New_York' })).toBe('12/31/26');
  });

  test('of a language from right to left keeps its order among English words', () => {
    expect(formatDate('2026-11-30', { locale: 'ar-AE', timeZone: 'Asia/Dubai' })).toBe('30/11/2026');
    expect(formatMonth('2026-11-30', { locale: 'he-IL' })).toBe('\u2068נוב׳ 2026\u2069');
  });

  test('is all that is said of an end that comes with it', () => {
    expect(formatEnd('2026-12-31T22:59:59.999Z', berlin)).toBe('31.12.26');
    expect(formatEnd('2026-12-31T23:59:59.999Z', DEFAULT_REGION)).toBe('12/31/26');
    expect(formatEnd('2026-12-31T18:00:00.000Z', DEFAULT_REGION)).toBe('12/31/26 at 18:00 UTC');
  });

  test('is all that is said of what is over as that day begins', () => {
    expect(formatUntil('2026-12-30T23:00:00.000Z', berlin)).toBe('31.12.26');
    expect(formatUntil('2026-12-31T14:05:00.000Z', DEFAULT_REGION)).toBe('12/31/26 at 14:05 UTC');
  });

  test('has its zone where the time is said', () => {
    expect(formatMoment('2026-12-31T23:30:00.000Z', DEFAULT_REGION)).toBe('12/31/26 at 23:30 UTC');
    expect(formatMoment('2026-12-31T23:30:00.000Z', berlin)).toBe('01.01.27 at 00:30 MEZ');
  });
});

describe('how long ago', () => {
  test.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 min ago'],
    [3_599, '59 min ago'],
    [3_600, '1 h ago'],
    [DAY - 1, '23 h ago'],
    [DAY, '1 d ago'],
    [7 * DAY - 1, '6 d ago'],
    [7 * DAY, undefined],
  ])('%i seconds are “%s”', (seconds, expected) => {
    expect(timeAgo(before(seconds), now)).toBe(expected);
  });

  test('a clock that is ahead makes it now', () => {
    expect(timeAgo(before(-3_600), now)).toBe('just now');
  });

  test('is said for the last week and never rounds up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 7 * DAY - 1 }), (seconds) => {
        const [, count, unit] = /^(\d+) (min|h|d) ago$/.exec(timeAgo(before(seconds), now) ?? '') ?? [];
        const length = { min: 60, h: 3_600, d: DAY }[unit as 'min' | 'h' | 'd'];
        expect(Number(count) * length).toBeLessThanOrEqual(seconds);
        expect((Number(count) + 1) * length).toBeGreaterThan(seconds);
      }),
    );
  });
});
