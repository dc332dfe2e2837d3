import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startScoresJob, revealScores } from '../../../src/features/posts/hidden-scores.server.ts';
import { loadMember } from '../../../src/features/members/member.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { structuredData } from '../../../src/features/rendering/structured-data.ts';
import { loadShell } from '../../../src/features/shell/shell.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, MINUTE } from '../../support/accounts.ts';
import { deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachNewDatabase, onDatabase, type Open } from '../../support/databases.ts';
import { rowsRead } from '../../support/plans.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, usePublishing } from '../../support/publishing.ts';

const GRACE = 2_000;
const LATE = { timeout: 20_000 };

const publishing = usePublishing();

/** A catalogue with one deal that was posted just now. */
async function withNewDeal(open: Open, settings: Record<string, string> = {}) {
  const context = accountsContext((await open()).db, settings);
  await publishedCatalogue(context, 6);
  const { db } = context;
  const deal = await db
    .updateTable('deals')
    .set({ posted_at: context.clock(), changed_at: context.clock() })
    .where('source_id', '=', 'd5')
    .returning(['thread_id', 'post_id', 'category_id'])
    .executeTakeFirstOrThrow();
  const noted = async () => {
    const rows = await db.selectFrom('changes').select(['subject', 'id']).orderBy('seq').execute();
    await sql`truncate changes`.execute(db);
    return rows.map(({ subject, id }) => (id === null ? subject : `${subject} ${id}`));
  };
  return { context, deal, id: deal.thread_id, noted, note: `deal ${deal.thread_id}` };
}

/** The scores of a deal on every kind of page that shows it. */
async function scoresOf(context: Context, threadId: number): Promise<(number | null)[]> {
  const path = `/f/${threadId}-deal-number-5`;
  const cards: { threadId?: number; score?: number | null }[] = [];
  for (const address of ['/', '/all', '/store/north-mart', path, '/search?q=deal+number+5']) {
    const [pathname, query = ''] = address.split('?');
    const loaded = await loadPage(context, pathname!, new URLSearchParams(query));
    if (loaded.status !== 200) throw new Error(`${address} was not there`);
    const data = loaded.page.pageData as { items?: object[]; hottest?: object[]; deal?: object };
    cards.push(...(data.items ?? []), ...(data.hottest ?? []), ...(data.deal ? [data.deal] : []));
  }
  cards.push(...(await loadMember(context, '1'))!.deals);
  return cards.filter((card) => card.threadId === threadId).map(({ score }) => score!);
}

onDatabase('a hidden score', (open) => {
  test('stands on no page until the time is over', async () => {
    const { context, id } = await withNewDeal(open);
    const before = await scoresOf(context, id);
    expect(before.length).toBeGreaterThan(5);
    expect(new Set(before)).toEqual(new Set([null]));
    context.at.pass(10 * MINUTE);
    const after = await scoresOf(context, id);
    expect([after.length, new Set(after)]).toEqual([before.length, new Set([35])]);
  });

  test('is left out of what search engines are told', async () => {
    const { context, id } = await withNewDeal(open);
    const told = async () => {
      const loaded = await loadPage(context, `/f/${id}-deal-number-5`, new URLSearchParams());
      if (loaded.status !== 200) throw new Error('the deal was not there');
      return JSON.stringify(structuredData(loaded.page, await loadShell(context)));
    };
    expect(await told()).not.toContain('userInteractionCount');
    context.at.pass(10 * MINUTE);
    expect(await told()).toContain('"userInteractionCount":35');
  });

  test('is none where the setting is 0', async () => {
    const { context, id } = await withNewDeal(open, { SCORE_HIDDEN_MINUTES: '0' });
    expect(new Set(await scoresOf(context, id))).toEqual(new Set([35]));
  });

  test('that is over is noted once, whoever looks, also when several look at once and their clocks differ', async () => {
    const { context, noted, note } = await withNewDeal(open);
    await revealScores(context);
    await noted();
    const look = () => Promise.all([revealScores(context), revealScores(context), revealScores(context)]);
    context.at.pass(10 * MINUTE);
    await look();
    expect(await noted()).toEqual([]);
    context.at.pass(GRACE);
    await look();
    expect(await noted()).toEqual([note]);
    const late = new Date(context.clock().getTime() - 1_000);
    await revealScores({ ...context, clock: () => late });
    context.at.pass(5 * MINUTE);
    await look();
    expect(await noted()).toEqual([]);
  });

  test('of a deal that began by its date is over later', async () => {
    const { context, id, noted, note } = await withNewDeal(open);
    const starts = new Date(context.clock().getTime() + 4 * MINUTE);
    await context.db.updateTable('deals').set({ starts_at: starts, changed_at: starts }).where('thread_id', '=', id).execute();
    await revealScores(context);
    await noted();
    context.at.pass(10 * MINUTE + GRACE);
    await revealScores(context);
    expect([await noted(), new Set(await scoresOf(context, id))]).toEqual([[], new Set([null])]);
    context.at.pass(4 * MINUTE);
    await revealScores(context);
    expect([await noted(), new Set(await scoresOf(context, id))]).toEqual([[note], new Set([35])]);
  });

  test('is noted after another setting shows or hides it', async () => {
    const { context, noted, note } = await withNewDeal(open);
    const set = (scoreHiddenMinutes: number) => ({ ...context, config: { ...context.config, scoreHiddenMinutes } });
    context.at.pass(5 * MINUTE);
    await revealScores(context);
    await noted();
    await revealScores(set(2));
    expect(await noted()).toEqual([note]);
    await revealScores(context);
    expect(await noted()).toEqual([note]);
  });

  test('of very many deals at once is noted as a change of everything', async () => {
    const { context, noted } = await withNewDeal(open);
    await sql`
      insert into deals (thread_id, post_id, source, source_id, title, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at)
      select 900000 + n, 950000 + n, 'many', n::text, 'Many', store_id, category_id, forum_id, url, 100, posted_at, posted_at
      from deals cross join generate_series(1, 501) as n where source_id = 'd5'`.execute(context.db);
    await revealScores(context);
    await noted();
    context.at.pass(11 * MINUTE);
    await revealScores(context);
    expect(await noted()).toEqual(['everything']);
  });

  test('gives way to the score on the published pages, without anyone acting', async () => {
    const { context, id } = await withNewDeal(open);
    await revealScores(context);
    const release = await publishing.open(context);
    await release.settle();
    const shown = (address: string) => /aria-label="Score"[^>]*>([^<]*)</.exec(answerOf(release, address)!.toString())?.[1];
    const address = `/f/${id}-deal-number-5`;
    expect(shown(address)).toBe('New');
    const troubles: unknown[] = [];
    onTestFinished(startScoresJob(context, (error) => troubles.push(error)));
    context.at.pass(10 * MINUTE + GRACE);
    const later = async () => {
      await release.settle();
      return shown(address);
    };
    await expect.poll(later, LATE).toBe('35');
    expect(troubles).toEqual([]);
  });
});

const MANY = 3_000;

eachNewDatabase('after an import that changed thousands of deals', (open) => {
  test('those that begin are found without reading the others', async () => {
    const context = accountsContext((await open()).db);
    const { db, at, clock } = context;
    await importRecords(context, [...surroundings(), deal({ sourceId: 'first' })]);
    await sql`
      insert into deals (source, source_id, title, description, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at)
      select 'many', n, 'Lamp ' || n, repeat('A lamp. ', 100), store_id, category_id, forum_id, url, price_cents, posted_at, updated_at
      from deals, generate_series(1, ${MANY}::int) as n where source_id = 'first'`.execute(db);
    await sql`update deals set changed_at = ${clock()}`.execute(db);
    await sql`vacuum analyze`.execute(db);
    await revealScores(context);
    const begun = { starts_at: new Date(clock().getTime() - 10 * MINUTE) };
    const { thread_id: id } = await db
      .updateTable('deals')
      .set(begun)
      .where('source_id', '=', 'first')
      .returning('thread_id')
      .executeTakeFirstOrThrow();
    at.pass(MINUTE / 4);
    const before = await rowsRead(db, ['deals']);
    expect(await revealScores(context)).toEqual([id]);
    expect((await rowsRead(db, ['deals'])) - before).toBe(0);
  });
});
