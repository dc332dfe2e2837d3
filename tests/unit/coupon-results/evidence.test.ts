import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvidence } from '../../../src/features/coupon-results/evidence.server.ts';
import { couponEvidence, evidenceText } from '../../../src/lib/coupon-evidence.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { noteResult } from '../../../src/features/coupon-results/answers.server.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { DAY, HOUR } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';

const NOW = new Date('2026-03-31T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const said = (count: number, worked: boolean, ago: number) => Array.from({ length: count }, () => ({ worked, at: before(ago) }));

describe('evidence', () => {
  test('is that of the week, of the month where few spoke this week, and nothing that is older', () => {
    const week = [...said(12, true, 2 * HOUR), ...said(2, false, DAY), ...said(9, false, 20 * DAY)];
    expect(couponEvidence(week, NOW)).toMatchObject({
      worked: 12,
      total: 14,
      within: 'week',
      lastWorkedAt: before(2 * HOUR).toISOString(),
    });
    expect(couponEvidence([...said(2, true, DAY), ...said(3, false, 20 * DAY)], NOW)).toMatchObject({
      worked: 2,
      total: 5,
      within: 'month',
    });
    expect(couponEvidence(said(50, true, 31 * DAY), NOW)).toBeNull();
    expect(couponEvidence([], NOW)).toBeNull();
  });

  test('is told in words', () => {
    expect(evidenceText(couponEvidence([...said(12, true, HOUR), ...said(2, false, DAY)], NOW)!)).toBe('Worked 12 of 14 times this week');
    expect(evidenceText(couponEvidence(said(1, true, HOUR), NOW)!)).toBe('1 member said this month that it works');
    expect(evidenceText(couponEvidence(said(1, false, HOUR), NOW)!)).toBe('1 member said this month that it does not work');
  });

  test('fades: what was said a week later weighs twice as much', () => {
    expect(couponEvidence([...said(1, false, 7 * DAY), ...said(1, true, 0)], NOW)?.percent).toBe(67);
    const age = fc.integer({ min: 0, max: 30 * DAY });
    fc.assert(
      fc.property(fc.array(fc.record({ worked: fc.boolean(), ago: age }), { minLength: 1, maxLength: 40 }), age, (answers, ago) => {
        const read = answers.map(({ worked, ago: each }) => ({ worked, at: before(each) }));
        const evidence = couponEvidence(read, NOW)!;
        expect(evidence.worked).toBeLessThanOrEqual(evidence.total);
        expect(evidence.percent).toBeGreaterThanOrEqual(0);
        expect(evidence.percent).toBeLessThanOrEqual(100);
        // One more that worked never makes it less.
        expect(couponEvidence([...read, { worked: true, at: before(ago) }], NOW)!.percent).toBeGreaterThanOrEqual(evidence.percent);
      }),
    );
  });
});

onDatabase('two hundred new accounts', (open) => {
  test('move what is shown by less than 5 points, at once and later', async () => {
    const context = contextOf(await open(), () => NOW);
    const { db } = context;
    await importRecords(context, [...surroundings(), deal({ couponCode: 'SAVE20' })]);
    const { thread_id: id } = await db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    await addMembers(db, 60, 'old', before(400 * DAY));
    await addMembers(db, 200, 'new', before(13 * DAY));
    const ids = async (kind: string) =>
      (await db.selectFrom('members').select('user_id').where('source_id', 'like', `${kind}%`).execute()).map((row) => row.user_id);
    const [honest, fake] = [await ids('old'), await ids('new')];
    const answer = (user: number, worked: boolean, at: Date) => noteResult(db, user, { kind: 'deal', id }, { code: 'save20', worked }, at);
    const shown = async (now: Date) => (await readEvidence(db, { kind: 'deal', codes: new Map([[id, 'SAVE20']]) }, now)).get(id);
    for (const count of [1, 14, 60]) {
      await db.deleteFrom('coupon_results').execute();
      for (const [index, user] of honest.slice(0, count).entries()) await answer(user, index % 7 !== 0, before(index * HOUR));
      const days = Array.from({ length: 30 }, (_, day) => new Date(NOW.getTime() + day * DAY));
      const without = [];
      for (const day of days) without.push(await shown(day));
      for (const user of fake) expect(await answer(user, false, NOW)).toBe(false);
      for (const [index, day] of days.entries()) {
        const evidence = await shown(day);
        expect(Math.abs((evidence?.percent ?? 0) - (without[index]?.percent ?? 0))).toBeLessThan(5);
        expect(evidence).toEqual(without[index]);
      }
    }
  });
});

/** Members whose accounts were made at a time. */
async function addMembers(db: Db, count: number, name: string, since: Date): Promise<void> {
  const members = await db
    .insertInto('members')
    .values(
      Array.from({ length: count }, (_, index) => ({
        ...{ source: 'tests', source_id: `${name}-${index}`, username: `${name}${index}`, joined_at: since },
      })),
    )
    .returning(['user_id', 'username'])
    .execute();
  await db
    .insertInto('accounts')
    .values(
      members.map(({ user_id, username }) => ({
        user_id,
        email: `${username}@example.com`,
        email_key: `${username}@example.com`,
        created_at: since,
      })),
    )
    .execute();
}
