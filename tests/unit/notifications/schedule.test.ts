import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  afterQuietHours,
  daysFrom,
  digestOfLaterDay,
  nextDigest,
  schedule,
  startOfDay,
  type DeliveryTimes,
  timeZoneNamed,
} from '../../../src/features/notifications/schedule.ts';

test('weeks begin as they do where the site is', () => {
  expect(['en-US', 'de-DE', 'ja-JP', 'ar-EG'].map((locale) => daysFrom(locale)[0])).toEqual([7, 1, 7, 6]);
  expect(daysFrom('ja-JP').toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
/** Days on which the clocks of a zone change in 2026, forward and back. */
const CHANGES: Record<string, string[]> = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Australia/Lord_Howe': ['2026-10-04', '2026-04-05'],
};
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const times = (more: Partial<DeliveryTimes> = {}): DeliveryTimes => ({
  ...{ timeZone: 'UTC', digestHour: 8, digestDay: 1, quietFrom: null, quietUntil: null },
  ...more,
});

/** Local time as `Intl` has it, which knows nothing of how the schedule works. */
function localOf(at: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    },
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
    day: parts['weekday'],
  };
}

/** A moment within three days of a change of the clocks. */
const nearChange = fc
  .constantFrom(...ZONES)
  .chain((timeZone) =>
    fc
      .tuple(fc.constantFrom(...CHANGES[timeZone]!), fc.integer({ min: -3 * 1440, max: 3 * 1440 }))
      .map(([day, minutes]) => ({ timeZone, now: new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE) })),
  );
const hour = fc.integer({ min: 0, max: 23 });

describe('a change of the clocks', () => {
  test.each(ZONES)('neither repeats nor loses a daily mail in %s, whatever its hour', (timeZone) => {
    fc.assert(
      fc.property(hour, fc.constantFrom(...CHANGES[timeZone]!), (digestHour, day) => {
        const start = new Date(Date.parse(day) - 4 * DAY);
        const sent: Date[] = [];
        for (let at = start; sent.length < 8; sent.push(at)) at = nextDigest(at, times({ timeZone, digestHour }));
        const local = sent.map((at) => localOf(at, timeZone));
        const dates = local.map(({ date }) => date);
        const first = Date.parse(dates[0]!);
        expect(dates).toEqual(dates.map((_date, index) => new Date(first + index * DAY).toISOString().slice(0, 10)));
        for (const [index, at] of sent.entries()) {
          const { hour: shown, minute } = local[index]!;
          const before = localOf(new Date(at.getTime() - MINUTE), timeZone);
          // The hour itself, or the first moment after the gap that has swallowed it.
          if (shown === digestHour && minute === 0) expect(before.hour).not.toBe(digestHour);
          else expect([before.hour < digestHour, shown * 60 + minute > digestHour * 60]).toEqual([true, true]);
        }
      }),
    );
  });

  test.each(ZONES)('neither repeats nor loses an hourly mail in %s', (timeZone) => {
    for (const day of CHANGES[timeZone]!) {
      const start = new Date(Date.parse(day) - 2 * DAY);
      const sent = new Set<string>();
      let at = start;
      for (let count = 0; count < 96; count++) {
        at = schedule('hourly', at, times({ timeZone })).at;
        const { date, hour: shown } = localOf(at, timeZone);
        expect(sent).not.toContain(`${date} ${shown}`);
        sent.add(`${date} ${shown}`);
      }
      const there = new Set<string>();
      for (let minute = start.getTime() + 60 * MINUTE; minute <= at.getTime(); minute += 10 * MINUTE) {
        const { date, hour: shown } = localOf(new Date(minute), timeZone);
        there.add(`${date} ${shown}`);
      }
      expect([...sent].toSorted()).toEqual([...there].toSorted());
    }
  });

  test('a skipped hour is the next moment that there is', () => {
    const berlin = times({ timeZone: 'Europe/Berlin', digestHour: 2 });
    expect(nextDigest(new Date('2026-03-28T12:00:00Z'), berlin)).toEqual(new Date('2026-03-29T01:00:00Z'));
    const lordHowe = times({ timeZone: 'Australia/Lord_Howe', digestHour: 2 });
    // Half an hour is skipped: 2:30 is the first moment of that hour.
    expect(nextDigest(new Date('2026-10-03T12:00:00Z'), lordHowe)).toEqual(new Date('2026-10-03T15:30:00Z'));
  });

  test('of an hour that comes twice the first one counts', () => {
    const newYork = times({ timeZone: 'America/New_York', digestHour: 1 });
    expect(nextDigest(new Date('2026-11-01T00:00:00Z'), newYork)).toEqual(new Date('2026-11-01T05:00:00Z'));
    expect(nextDigest(new Date('2026-11-01T05:30:00Z'), newYork)).toEqual(new Date('2026-11-02T06:00:00Z'));
  });
});

describe('a weekly mail', () => {
  test('goes out on its day at its hour, once a week', () => {
    fc.assert(
      fc.property(nearChange, hour, fc.integer({ min: 1, max: 7 }), ({ timeZone, now }, digestHour, digestDay) => {
        const table = times({ timeZone, digestHour, digestDay });
        const first = schedule('weekly', now, table);
        const second = schedule('weekly', first.at, table);
        const [one, two] = [localOf(first.at, timeZone), localOf(second.at, timeZone)];
        expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][digestDay - 1]).toBe(one.day);
        expect(Date.parse(two.date) - Date.parse(one.date)).toBe(7 * DAY);
        expect(first.at.getTime() - now.getTime()).toBeLessThanOrEqual(7 * DAY + 60 * MINUTE);
        expect(first.at > now).toBe(true);
      }),
    );
  });
});

describe('quiet hours', () => {
  const isQuiet = (shown: number, from: number, until: number) =>
    from < until ? shown >= from && shown < until : from !== until && (shown >= from || shown < until);

  test('nothing goes out in them, and all goes out as soon as they are over', () => {
    fc.assert(
      fc.property(nearChange, hour, hour, ({ timeZone, now }, quietFrom, quietUntil) => {
        const at = afterQuietHours(now, times({ timeZone, quietFrom, quietUntil }));
        expect(at >= now).toBe(true);
        expect(isQuiet(localOf(at, timeZone).hour, quietFrom, quietUntil)).toBe(false);
        for (let before = now.getTime(); before < at.getTime(); before += 10 * MINUTE)
          expect(isQuiet(localOf(new Date(before), timeZone).hour, quietFrom, quietUntil)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('also hold what is scheduled, in every rhythm', () => {
    fc.assert(
      fc.property(
        nearChange,
        fc.constantFrom('instant' as const, 'hourly' as const, 'daily' as const, 'weekly' as const),
        hour,
        hour,
        hour,
        ({ timeZone, now }, frequency, digestHour, quietFrom, quietUntil) => {
          const { at, reason } = schedule(frequency, now, times({ timeZone, digestHour, quietFrom, quietUntil }));
          expect(at >= now).toBe(true);
          expect(isQuiet(localOf(at, timeZone).hour, quietFrom, quietUntil)).toBe(false);
          expect(reason === undefined).toBe(at.getTime() === now.getTime());
        },
      ),
    );
  });

  test('over midnight', () => {
    const table = times({ timeZone: 'Europe/Berlin', quietFrom: 22, quietUntil: 7 });
    expect(schedule('instant', new Date('2026-06-01T20:30:00Z'), table)).toEqual({
      at: new Date('2026-06-02T05:00:00Z'),
      reason: 'quiet hours',
    });
    expect(schedule('instant', new Date('2026-06-02T04:59:59Z'), table).at).toEqual(new Date('2026-06-02T05:00:00Z'));
    expect(schedule('instant', new Date('2026-06-02T05:00:00Z'), table)).toEqual({
      at: new Date('2026-06-02T05:00:00Z'),
      reason: undefined,
    });
  });
});

test('what is not instant says when it comes', () => {
  const noted = new Date('2026-06-01T12:34:00Z');
  const reason = (frequency: 'instant' | 'hourly' | 'daily' | 'weekly') => schedule(frequency, noted, times({ digestDay: 3 })).reason;
  expect([reason('instant'), reason('hourly'), reason('daily'), reason('weekly')]).toEqual([
    ...[undefined, 'hourly', 'daily at 8:00', 'weekly on Wednesday at 8:00'],
  ]);
});

test('a local day begins where the clocks say, and the digest of a later day is not of this one', () => {
  fc.assert(
    fc.property(nearChange, hour, ({ timeZone, now }, digestHour) => {
      const start = startOfDay(now, timeZone);
      expect(localOf(start, timeZone).date).toBe(localOf(now, timeZone).date);
      expect(localOf(new Date(start.getTime() - 1), timeZone).date).not.toBe(localOf(now, timeZone).date);
      const later = localOf(digestOfLaterDay(now, times({ timeZone, digestHour })), timeZone);
      expect(Date.parse(later.date) - Date.parse(localOf(now, timeZone).date)).toBe(DAY);
    }),
  );
});

test('a time zone that this machine does not know is UTC', () => {
  expect(startOfDay(new Date('2026-06-01T12:00:00Z'), 'Mars/Olympus')).toEqual(new Date('2026-06-01T00:00:00Z'));
});

test('a zone that somebody makes up is refused, and not remembered', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => format.mockRestore());
  expect(['Europe/Berlin', 'Mars/Olympus', 'Mars/Olympus'].map(timeZoneNamed)).toEqual(['Europe/Berlin', undefined, undefined]);
  expect(format.mock.calls.filter(([, options]) => options?.timeZone === 'Mars/Olympus')).toHaveLength(2);
});
