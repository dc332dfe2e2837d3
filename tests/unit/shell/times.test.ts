import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const NOW = new Date('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
const PAGE = { postedAt: '2026-03-10T09:00:00Z', date: '03/10/26' };

let time: { dateTime: string; title: string; textContent: string };

beforeEach(() => {
  vi.resetModules();
  // Timeouts stay real: those of the embedded database, which other files in this process use, would run through all the time that is passed here.
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  time = { dateTime: PAGE.postedAt, title: '', textContent: PAGE.date };
  vi.stubGlobal('document', { querySelectorAll: () => [time] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answerSent = (at: Date) => ({ headers: new Headers({ date: at.toUTCString() }) });

test.each([
  ['a day behind', -DAY],
  ['a day ahead', DAY],
  ['a year behind', -365 * DAY],
  ['a year ahead', 365 * DAY],
  ['a minute ahead', 60_000],
])('ages are told by the server’s time where the device’s clock is %s', async (_words, off) => {
  vi.setSystemTime(NOW.getTime() + off);
  const { noteServerTime, serverNow } = await import('../../../src/lib/server-clock.ts');
  const { showTimesAgo } = await import('../../../src/features/shell/times.ts');
  showTimesAgo();
  noteServerTime(answerSent(NOW));
  showTimesAgo(serverNow());
  expect(time).toMatchObject({ textContent: '3 h ago', title: PAGE.date });
});

test('an answer that does not say when it was sent leaves the device’s time', async () => {
  const { noteServerTime, serverNow } = await import('../../../src/lib/server-clock.ts');
  noteServerTime({ headers: new Headers() });
  expect(serverNow()).toEqual(NOW);
});

test('on a page that stays open ages follow the time, and from a week on it is the date again', async () => {
  const { watchTimesAgo } = await import('../../../src/features/shell/watch-times.ts');
  watchTimesAgo();
  expect(time.textContent).toBe('3 h ago');
  vi.advanceTimersByTime(3_600_000);
  expect(time.textContent).toBe('4 h ago');
  vi.advanceTimersByTime(7 * DAY);
  expect(time.textContent).toBe(PAGE.date);
});
