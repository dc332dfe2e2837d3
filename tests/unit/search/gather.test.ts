import { expect, test } from 'vitest';
import { gatherSearch } from '../../../src/features/search/gather.server.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const wordsOf = async (db: Db) => {
  await gatherSearch(db);
  const rows = await db.selectFrom('search_words').select(['word', 'deals']).execute();
  return Object.fromEntries(rows.map(({ word, deals }) => [word, deals]));
};

onDatabase('the words of titles', (open) => {
  const catalogue = async () => {
    const { db } = await open();
    await publishedCatalogue(accountsContext(db), 6);
    return db;
  };

  test('are counted once a deal, and follow what is edited, taken away and put back', async () => {
    const db = await catalogue();
    const before = await wordsOf(db);
    expect(before['deal']).toBe(6);
    const id = (await db.selectFrom('deals').select('thread_id').where('source_id', '=', 'd3').executeTakeFirstOrThrow()).thread_id;
    await db.updateTable('deals').set({ title: 'Blåhaj, a blåhaj' }).where('thread_id', '=', id).execute();
    expect(await wordsOf(db)).toMatchObject({ deal: 5, blahaj: 1, a: 1 });
    await db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', id).execute();
    expect(await wordsOf(db)).not.toHaveProperty('blahaj');
    await db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', id).execute();
    expect(await wordsOf(db)).toMatchObject({ blahaj: 1 });
    await db.deleteFrom('deals').where('thread_id', '=', id).execute();
    expect(await wordsOf(db)).not.toHaveProperty('blahaj');
  });

  test('are counted right by several servers at once', async () => {
    const db = await catalogue();
    const before = await wordsOf(db);
    for (let round = 0; round < 3; round++) {
      await db
        .updateTable('deals')
        .set({ title: `Round ${round}` })
        .execute();
      await Promise.all([gatherSearch(db), gatherSearch(db), gatherSearch(db)]);
    }
    expect(await wordsOf(db)).toEqual({ round: 6, 2: 6 });
    expect(before['deal']).toBe(6);
  });
});
