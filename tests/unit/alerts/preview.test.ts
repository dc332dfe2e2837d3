import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { gatherSearch } from '../../../src/features/search/gather.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, MINUTE, type MovedClock, verifiedMember } from '../../support/accounts.ts';
import { alertsSite, newAlert, saveDeals } from '../../support/alerts.ts';
import { Caller } from '../../support/calls.ts';
import { deal, importRecords } from '../../support/catalogue.ts';
import { eachDatabase, onDatabase } from '../../support/databases.ts';

type Site = Context & { at: MovedClock };
interface Answer {
  total: number;
  isPartial?: boolean;
  deals: { title: string; matchedAt: string }[];
  why?: { matches: boolean; conditions: { condition: string; met: boolean }[] };
}

const preview = async (context: Context, form: Record<string, string>) =>
  (await new Caller(context).call(alertsForm, { form: { securitytoken: 'guest', do: 'preview', ...form } })).answer as Answer;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const threadOf = async ({ db }: Context, title: string) =>
  (await db.selectFrom('deals').select('thread_id').where('title', '=', title).executeTakeFirstOrThrow()).thread_id;

/** A deal's prices by the day of the story on which it came or they changed; it came with those of days before the story, too. */
interface Story {
  title: string;
  prices: Record<number, string>;
  /** On which it expires. */
  ends?: number;
  more?: Record<string, unknown>;
}

const STORIES: Story[] = [
  { title: 'Falling SSD', prices: { 0: '80.00', 2: '60.00', 4: '80.00', 6: '60.00' } },
  { title: 'Late SSD', prices: { 4: '50.00' } },
  { title: 'Rising SSD', prices: { 0: '40.00', 4: '70.00' } },
  { title: 'Short SSD', prices: { 2: '45.00' }, ends: 4 },
  { title: 'Foreign SSD', prices: { 2: '30.00' }, more: { forum: 'freebies', currency: 'EUR' } },
  { title: 'Popular SSD', prices: { 2: '90.00' }, more: { votesUp: 20 } },
  { title: 'Known SSD', prices: { '-20': '100.00', 4: '99.00' } },
  { title: 'Vague SSD', prices: { 4: '35% off' } },
];
const DAYS = [0, 2, 4, 6];

const FORMS: Record<string, string>[] = [
  { q: 'ssd' },
  { q: 'ssd', maxprice: '60' },
  { maxprice: '60' },
  { minprice: '65', maxprice: '75' },
  { minpercent: '30' },
  { q: 'ssd', newlow: '1' },
  { maxprice: '60', newlow: '1' },
  { q: 'ssd', votelevel: '10' },
  { q: 'ssd', targetforums: '2' },
  { q: 'ssd', targetforums: '2', maxprice: '60' },
];

/** Gives each alert a member of its own, since before the story. */
async function ofOneEach({ db, clock }: Context, alerts: number[]): Promise<number[]> {
  const members: number[] = [];
  for (const alertId of alerts) {
    const { user_id } = await db
      .insertInto('members')
      .values({ source: 'test', source_id: `m${alertId}`, username: `m${alertId}`, joined_at: clock() })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('alerts')
      .set({ user_id, since: new Date(0) })
      .where('alert_id', '=', alertId)
      .execute();
    members.push(user_id);
  }
  return members;
}

/** Imports what is observed of deals until a day, and has alerts look at them as of that day. */
async function live(context: Site, day: number): Promise<void> {
  const start = context.clock().getTime() - day * DAY;
  const dates = (days: number) => new Date(start + days * DAY);
  const changed = STORIES.filter(({ prices }) => day in prices).map(({ title, prices, more }) => {
    const seen = Object.entries(prices).filter(([seenOn, price]) => Number(seenOn) <= day && !price.includes('%'));
    const came = Math.min(
      ...Object.keys(prices)
        .map(Number)
        .filter((each) => each >= 0),
    );
    return deal({
      ...{ sourceId: title, title, store: 'newmart', category: 'drives', postedAt: dates(came).toISOString(), price: prices[day] },
      ...{ prices: seen.map(([seenOn, price]) => [dayOf(dates(Number(seenOn))), price]), ...more },
    });
  });
  expect((await importRecords(context, changed)).problems).toEqual([]);
  for (const { title } of STORIES.filter(({ ends }) => ends === day))
    await context.db.updateTable('deals').set({ status: 'expired' }).where('title', '=', title).execute();
  await gatherSearch(context.db);
  // Changes are noted by the database's clock.
  await context.db.updateTable('alert_due').set({ noted_at: context.clock() }).execute();
  await matchDue(context);
}

eachDatabase('a dry run', (open) => {
  test('shows what an alert found that was there all the time', { timeout: 60_000 }, async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const alerts: number[] = [];
    for (const form of FORMS) alerts.push(await newAlert(ada, form));
    const members = await ofOneEach(context, alerts);
    for (const day of DAYS) {
      await live(context, day);
      context.at.pass(2 * DAY);
    }
    const found = async (userId: number) => {
      const { rows } = await sql<{ title: string; at: Date }>`
        select d.title, min(n.created_at) as at from notifications as n join deals as d using (thread_id) where n.user_id = ${userId}
        group by d.title order by d.title`.execute(context.db);
      return rows.map(({ title, at }) => `${title} ${dayOf(at)}`);
    };
    const counts: number[] = [];
    for (const [index, form] of FORMS.entries()) {
      const { total, deals } = await preview(context, form);
      const announced = await found(members[index]!);
      const shown = deals.map(({ title, matchedAt }) => `${title} ${matchedAt.slice(0, 10)}`);
      expect([form, total, announced]).toEqual([form, announced.length, expect.arrayContaining(shown)]);
      counts.push(total);
    }
    expect(counts).toEqual([8, 4, 4, 1, 1, 2, 1, 1, 1, 0]);
  });
});

onDatabase('the dry run of a deal alert', (open) => {
  test('says that a price which the deal had before is no new low', async () => {
    const context = await alertsSite(open);
    const isLow = async () =>
      (await preview(context, { q: 'ssd', newlow: '1', threadid: String(await threadOf(context, 'Falling SSD')) })).why;
    const at = async (days: number[]) => {
      for (const day of days) {
        await live(context, day);
        context.at.pass(2 * DAY);
      }
    };
    await at([0]);
    expect(await isLow()).toMatchObject({ matches: false });
    await at([2]);
    expect(await isLow()).toMatchObject({ matches: true });
    await at([4, 6]);
    expect(await isLow()).toMatchObject({
      matches: false,
      conditions: expect.arrayContaining([{ condition: 'is at a new low', met: false }]) as object[],
    });
  });

  test('neither tells nor counts a score that does not show yet', async () => {
    const context = await alertsSite(open, { SCORE_HIDDEN_MINUTES: '10' });
    await saveDeals(context, { sourceId: 'd1', title: 'Kingsway SSD', votesUp: 5 });
    const asked = { q: 'ssd', votelevel: '1', threadid: String(await threadOf(context, 'Kingsway SSD')) };
    const hidden = await preview(context, asked);
    expect(hidden).toMatchObject({ total: 0, why: { matches: false } });
    expect(hidden.why?.conditions.at(-1)).toEqual({ condition: 'has 1 vote or more (they do not show yet)', met: false });
    expect(await preview(context, { ...asked, votelevel: '100' })).toMatchObject({ total: 0, why: { matches: false } });
    context.at.pass(11 * MINUTE);
    const shown = await preview(context, asked);
    expect(shown).toMatchObject({ total: 1, why: { matches: true } });
    expect(shown.why?.conditions.at(-1)).toEqual({ condition: 'has 1 vote or more (5)', met: true });
  });

  test('says where it did not go through all deals', async () => {
    const context = await alertsSite(open);
    await saveDeals(context, { sourceId: 'd1', title: 'Kingsway SSD' });
    expect(await preview(context, { q: 'ssd' })).not.toHaveProperty('isPartial');
    await sql`
      insert into deals (source, source_id, title, store_id, category_id, forum_id, url, price_cents, currency, posted_at, updated_at)
      select source, 'more' || n, title, store_id, category_id, forum_id, url || n, price_cents, currency, posted_at, updated_at
      from deals cross join generate_series(1, 2000) as n`.execute(context.db);
    // As after an import of so many: without figures of the tables the planner may take a way of several seconds.
    await sql`analyze deals, price_observations`.execute(context.db);
    expect(await preview(context, { q: 'ssd' })).toMatchObject({ total: 2001, isPartial: true });
  });
});
