import { afterEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../src/server/db/database.ts';
import type { Limits } from '../../../src/server/limits.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';

const MINUTE = 60_000;

afterEach(() => vi.useRealTimers());

/** The limits of a server; each has a context of its own. */
const limitsOf = (db: Db): Limits => accountsContext(db).limits;

eachDatabase('a limit', (open) => {
  test('is reached after so many times, and over after so long', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
    const limits = limitsOf((await open()).db);
    for (let n = 0; n < 10; n++) expect(await limits.take('wrong-password', 7)).toBe(0);
    expect(await limits.take('wrong-password', 7)).toBe(600);
    expect(await limits.take('wrong-password', 8)).toBe(0);
    expect(await limits.take('log-in', 7)).toBe(0);
    vi.setSystemTime(Date.now() + 9 * MINUTE);
    expect(await limits.take('wrong-password', 7)).toBe(60);
    vi.setSystemTime(Date.now() + MINUTE + 1);
    expect(await limits.take('wrong-password', 7)).toBe(0);
  });

  test('counts for less time where that is asked for, and as often', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
    const limits = limitsOf((await open()).db);
    const take = () => limits.take('failed-log-in', 'nobody', 24 * 60 * 60);
    for (let n = 0; n < 100; n++) expect(await take()).toBe(0);
    vi.setSystemTime(Date.now() + 60 * MINUTE);
    expect(await take()).toBe(23 * 60 * 60);
    vi.setSystemTime(Date.now() + 23 * 60 * MINUTE + 1);
    expect(await take()).toBe(0);
  });

  test('that was reached while the clock was ahead does not go on for as long as the clock was put back', async () => {
    // Timeouts of the embedded database go by this clock: one that was set more than 24 days ahead would be set anew every millisecond.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * MINUTE });
    const limits = limitsOf((await open()).db);
    const reach = async () => {
      while (!(await limits.isReached('comment', 7))) expect(await limits.take('comment', 7)).toBe(0);
    };
    await reach();
    vi.setSystemTime(Date.now() - 1_000);
    expect([await limits.isReached('comment', 7), await limits.take('comment', 7)]).toEqual([true, 61]);
    vi.setSystemTime(Date.now() - 24 * 60 * MINUTE);
    expect([await limits.isReached('comment', 7), await limits.take('comment', 7)]).toEqual([false, 0]);
    await reach();
    expect(await limits.take('comment', 7)).toBe(60);
  });

  test('lets so many through of any number at once, whichever server they came to', async () => {
    const { db } = await open();
    const servers = [limitsOf(db), limitsOf(db)];
    const waits = await Promise.all(Array.from({ length: 50 }, (_, n) => servers[n % 2]!.take('email-check', '10.0.0.1')));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(30);
  });

  test('gives back, and forgets', async () => {
    const limits = limitsOf((await open()).db);
    for (let n = 0; n < 30; n++) {
      expect(await limits.take('wrong-password', 'a')).toBe(0);
      await limits.refund('wrong-password', 'a');
    }
    for (let n = 0; n < 11; n++) await limits.take('wrong-password', 'a');
    await limits.clear('wrong-password', 'a');
    expect(await limits.take('wrong-password', 'a')).toBe(0);
  });

  test('is counted without saying of whom', async () => {
    const { db } = await open();
    await limitsOf(db).take('mail', 'reset-password ada@example.org');
    const [row] = await db.selectFrom('rate_limits').selectAll().execute();
    expect(row!.key).toMatch(/^mail:[\w-]{22}$/);
  });
});
