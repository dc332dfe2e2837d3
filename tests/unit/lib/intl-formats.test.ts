import { expect, test, vi } from 'vitest';
import { dateFormat, numberFormat } from '../../../src/lib/intl-formats.ts';

const day = new Date('2026-03-04T23:30:00Z');

test('a format is made once for the same language and options', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const write = () => dateFormat('en-GB', { dateStyle: 'long', timeZone: 'Pacific/Auckland' }).format(day);
  expect([write(), write()]).toEqual(['5 March 2026', '5 March 2026']);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});

test('others have a format of their own', () => {
  const month = (locale: string, timeZone: string) => dateFormat(locale, { month: 'short', day: 'numeric', timeZone }).format(day);
  expect([month('en-US', 'UTC'), month('en-US', 'Asia/Tokyo'), month('de-DE', 'UTC')]).toEqual(['Mar 4', 'Mar 5', '4. März']);
  const amount = (locale: string, currency: string) => numberFormat(locale, { style: 'currency', currency }).format(1234.5);
  expect([amount('en-US', 'USD'), amount('en-US', 'EUR'), amount('en-US', 'JPY')]).toEqual(['$1,234.50', '€1,234.50', '¥1,235']);
});

test('a zone or a currency that is none is refused each time', () => {
  for (let time = 0; time < 2; time++) {
    expect(() => dateFormat('en-US', { timeZone: 'Mars/Olympus' })).toThrow(RangeError);
    expect(() => numberFormat('en-US', { style: 'currency', currency: 'dollars' })).toThrow(RangeError);
  }
});
