import { expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { keepDates } from '../../../src/features/editing/dates.server.ts';
import { eachDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();

eachDatabase('deals with dates', (open) => {
  test('start and expire when their time comes, without anyone acting, and the pages follow', async () => {
    const { db } = await open();
    let now = new Date('2026-06-01T12:00:00Z');
    const context = { ...frozenContext(db), clock: () => now };
    await publishedCatalogue(context, 12);
    await sql`update deals set status = 'scheduled', starts_at = '2026-06-01T12:00:00.020Z' where source_id = 'd1'`.execute(db);
    await sql`update deals set expires_at = '2026-06-01T12:00:00.040Z' where source_id = 'd2'`.execute(db);
    await sql`update offers set expires_at = '2026-06-01T12:00:00.040Z' where source_id = 'o1'`.execute(db);
    const desk = await publishing.open(context);
    await desk.settle();
    const shows = async (address: RegExp, text: string) => {
      await desk.settle();
      const found = [...desk.shown.keys()].find((name) => address.test(name));
      return found !== undefined && answerOf(desk, found)!.includes(text);
    };
    const [starting, ending, offer] = [/^\/f\/\d+-deal-number-1$/, /^\/f\/\d+-deal-number-2$/, /^\/pco\/2$/];
    expect([await shows(/^\/all$/, 'Deal number 1<'), await shows(ending, 'Expired'), await shows(offer, 'Expired')]).toEqual([
      false,
      false,
      false,
    ]);

    const troubles: unknown[] = [];
    onTestFinished(keepDates(context, (error) => troubles.push(error)));
    now = new Date('2026-06-01T12:00:00.020Z');
    await expect.poll(() => shows(starting, 'Deal number 1')).toBe(true);
    expect([await shows(/^\/all$/, 'Deal number 1<'), await shows(ending, 'Expired')]).toEqual([true, false]);
    now = new Date('2026-06-01T12:00:00.040Z');
    await expect.poll(() => shows(ending, 'Expired')).toBe(true);
    expect([await shows(starting, 'Expired'), await shows(offer, 'Expired')]).toEqual([false, true]);

    const anew = await publishing.open(context);
    await anew.settle();
    expect([differing(desk, anew), troubles]).toEqual([[], []]);
  });
});
