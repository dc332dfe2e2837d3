import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn, readDayText, readMoment, type DayBoundary } from '../../../src/server/read-date.ts';

const NOW = new Date('2026-11-23T08:00:00Z');
const NEW_YORK = 'America/New_York';
const moment = (text: string | number, locale = 'en-US', edge: DayBoundary = 'start', timeZone = NEW_YORK) =>
  readMoment(text, { locale, timeZone, now: NOW }, edge)?.toISOString();

describe('reading a date as it is written', () => {
  test.each<[string | number, string]>([
    ['2026-11-28', 'en-US'],
    ['11/28/2026', 'en-US'],
    ['11/28/26', 'en-US'],
    ['11/28', 'en-US'],
    ['28/11/2026', 'en-GB'],
    ['28.11.2026', 'de-DE'],
    ['٢٨\u200f/١١\u200f/٢٠٢٦', 'ar-EG'],
    ['٢٨ نوفمبر ٢٠٢٦', 'ar-EG'],
    ['28.11.2026', 'en-US'],
    ['28.11.', 'de-DE'],
    ['2026/11/28', 'ja-JP'],
    ['2026年11月28日', 'ja-JP'],
    ['2026年11月28日（土）', 'ja-JP'],
    ['11月28日', 'ja-JP'],
    ['11月28日(土)', 'ja-JP'],
    ['2026. 11. 28.', 'ko-KR'],
    ['26. 11. 28.', 'ko-KR'],
    ['11월 28일', 'ko-KR'],
    ['2026년11월28일', 'ko-KR'],
    ['28 tháng 11, 2026', 'vi-VN'],
    ['28/11/69', 'th-TH'],
    ['28/11/2569', 'th-TH'],
    ['28 พฤศจิกายน 2569', 'th-TH'],
    ['28/11/2026', 'th-TH'],
    ['28/11/26', 'th-TH'],
    ['2026-11-28', 'th-TH'],
    ['28 בנובמבר 2026', 'he-IL'],
    ['28 נובמבר 2026', 'he-IL'],
    ['2026. 11. 28.', 'hu-HU'],
    ['Nov 28', 'en-US'],
    ['28 Nov 2026', 'en-US'],
    ['Saturday, November 28th, 2026', 'en-US'],
    ['28. November 2026', 'de-DE'],
    ['28 ноября 2026', 'ru-RU'],
    [46_354, 'en-US'],
    ['46354', 'en-US'],
    ['46353.9999999999', 'en-US'],
  ])('“%s” in %s is 2026-11-28, from its first moment to its last', (text, locale) => {
    expect(moment(text, locale, 'start')).toBe('2026-11-28T05:00:00.000Z');
    expect(moment(text, locale, 'end')).toBe('2026-11-29T04:59:59.999Z');
    expect(readDayText(text, { locale, timeZone: NEW_YORK, now: NOW })).toBe('2026-11-28');
  });

  test.each<[string | number, string]>([
    ['2026-11-28 08:00', '2026-11-28T13:00:00.000Z'],
    ['2026-11-28T08:00:30', '2026-11-28T13:00:30.000Z'],
    ['11/28/2026 8:00 PM', '2026-11-29T01:00:00.000Z'],
    ['11/28/2026 12 a.m.', '2026-11-28T05:00:00.000Z'],
    ['Nov 28, 2026 at 11:59 PM', '2026-11-29T04:59:00.000Z'],
    [46_354.5, '2026-11-28T17:00:00.000Z'],
    ['46354.3333333333', '2026-11-28T13:00:00.000Z'],
    ['2026-11-28T08:00:00Z', '2026-11-28T08:00:00.000Z'],
    ['2026-11-28T08:00:00+02:00', '2026-11-28T06:00:00.000Z'],
    ['2026-11-28 23:59 UTC', '2026-11-28T23:59:00.000Z'],
    ['2026-11-28 23:59:30 gmt', '2026-11-28T23:59:30.000Z'],
    ['2026-11-28 23:59Z', '2026-11-28T23:59:00.000Z'],
    ['11/28/2026 23:59 UTC', '2026-11-28T23:59:00.000Z'],
    ['Sat, 28 Nov 2026 23:59:00 GMT', '2026-11-28T23:59:00.000Z'],
    ['Sat, 28 Nov 2026 23:59:00 -0500', '2026-11-29T04:59:00.000Z'],
    ['2026-11-28 23:59:00 +0530', '2026-11-28T18:29:00.000Z'],
  ])('“%s” has a time, in the zone of the site unless it names one', (text, expected) => {
    expect([moment(text), moment(text, 'en-US', 'end')]).toEqual([expected, expected]);
  });

  test('a day without a year is the nearest, and as an end the next', () => {
    expect(moment('Nov 20')).toBe('2026-11-20T05:00:00.000Z');
    expect(moment('Nov 20', 'en-US', 'end')).toBe('2027-11-21T04:59:59.999Z');
    expect(moment('Jan 3')).toBe('2027-01-03T05:00:00.000Z');
    expect(moment('Nov 23', 'en-US', 'end')).toBe('2026-11-24T04:59:59.999Z');
    expect(moment('Feb 29', 'en-US', 'end')).toBe('2028-03-01T04:59:59.999Z');
  });

  test.each([
    '28/11/2026',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '0000-01-01',
    '2026-11-28 25:00',
    'yesterday',
    'in 5 days',
    'Nov 28 - Dec 28',
    'Nov 28 to 30',
    'Nov 27, 28',
    'Dec 5 or Dec 5',
    'after Dec 5',
    'not before Dec 5 2031',
    'Dec 5 noon',
    'Dec 5, 2026 am',
    'Dec 5 EST',
    'Dec 5 UTC',
    '2026-12-05 UTC',
    '2026-12-05 23:59 EST',
    'Sat, 05 Dec 2026 23:59:00 PST',
    'Sat, 05 Dec 2026 23:59:00 +9900',
    '2026-12-05 10:00-12:00',
    '2026-12-05 10:00 -1200',
    '2026-12-05T08:00:00+02:00 UTC',
    '2026-12-05 23:59 UTC GMT',
    '23:59 UTC',
    'Dec:05 UTC',
    '',
    1_764_316_800,
  ])('“%s” is no date', (text) => {
    expect([moment(text), moment(text, 'en-US', 'end')]).toEqual([undefined, undefined]);
  });

  test.each<[string, string, DayBoundary]>([
    ['until Nov 28', 'en-US', 'end'],
    ['Ends on Saturday the 28th of November', 'en-US', 'end'],
    ['thru Sat., Nov 28, 2026', 'en-US', 'end'],
    ['bis zum 28. November', 'de-DE', 'end'],
    ['am Samstag, den 28. November', 'de-DE', 'end'],
    ['sáb, 28 de noviembre de 2026', 'es-ES', 'end'],
    ['mar. 28 nov. 2026', 'fr-FR', 'end'],
    ['28 ноября 2026 г.', 'ru-RU', 'end'],
    ['from Nov 28', 'en-US', 'start'],
  ])('“%s” in %s is the %s of a day with words around it', (text, locale, boundary) => {
    expect(moment(text, locale, boundary)).toBe(boundary === 'end' ? '2026-11-29T04:59:59.999Z' : '2026-11-28T05:00:00.000Z');
    expect(moment('until Nov 28')).toBeUndefined();
    expect(moment('from Nov 28', 'en-US', 'end')).toBeUndefined();
  });

  test.each([
    ['5월', 'ko-KR'],
    ['tháng 5', 'vi-VN'],
    ['5日(月)', 'ja-JP'],
    ['11月28日(X)', 'ja-JP'],
    ['13月28日', 'ja-JP'],
  ])('“%s” in %s is no date: a numbered month without a day, and what is no weekday', (text, locale) => {
    expect([moment(text, locale), moment(text, locale, 'end')]).toEqual([undefined, undefined]);
  });

  test('a long text is refused at once, whatever is in it', () => {
    // Searching through them would take longer than a test may.
    for (const text of [`28 Nov ${' '.repeat(200_000)}:`, `${'T'.repeat(200_000)} pm`, `28 Nov${', '.repeat(100_000)}a.m`])
      expect(moment(text)).toBeUndefined();
  });

  test('a day is as long as it is where clocks change', () => {
    expect(moment('2026-10-25', 'de-DE', 'start', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z');
    expect(moment('2026-10-25', 'de-DE', 'end', 'Europe/Berlin')).toBe('2026-10-25T22:59:59.999Z');
  });

  test('reads back what Intl prints in any language', () => {
    const cases = fc.record({
      date: fc.date({ min: new Date('2000-01-02'), max: new Date('2050-01-01'), noInvalidDate: true }),
      locale: fc.constantFrom(
        'en-US',
        'en-GB',
        'de-DE',
        'fr-FR',
        'sv-SE',
        'pl-PL',
        'ja-JP',
        'pt-BR',
        'es-ES',
        'ko-KR',
        'zh-TW',
        'vi-VN',
        'hu-HU',
      ),
      dateStyle: fc.constantFrom('short', 'medium', 'long', 'full'),
    });
    fc.assert(
      fc.property(cases, ({ date, locale, dateStyle }) => {
        const printed = new Intl.DateTimeFormat(locale, { dateStyle: dateStyle as 'short', timeZone: NEW_YORK }).format(date);
        expect(readDayText(printed, { locale, timeZone: NEW_YORK, now: NOW })).toBe(dayIn(date, NEW_YORK));
      }),
    );
  });
});
