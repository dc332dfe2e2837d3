import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { reindexTitlesWhenOutdated } from '../../../../src/features/search/suggestions/gather.server.ts';
import { warmSuggestions } from '../../../../src/features/search/suggestions/warm.server.ts';
import { required } from '../../../../src/lib/required.ts';
import { acquireLock } from '../../../../src/server/db/advisory-locks.ts';
import { onDatabase, openServerCopy } from '../../../support/databases.ts';
import { gather, smallCatalogue } from './catalogue.ts';

onDatabase('suggestions', (open) => {
  test('of the hottest deals stand higher, until others are hotter', async () => {
    const colder = Array.from({ length: 210 }, (_, index) => `Acme Lamp${index}`);
    const { db, phrases } = await smallCatalogue(open, ['Acme Zebra lamp', 'Acme Zonda lamp', ...colder]);
    const heat = async (title: string, rank: number) => {
      await db.updateTable('deals').set({ rank }).where('title', 'like', title).execute();
      await warmSuggestions(db);
    };
    await heat('%', 0);
    await heat('Acme L%', 10);
    await heat('%Zonda%', 1_000);
    expect(await phrases('acme z')).toEqual(['Acme Zonda', 'Acme Zebra']);
    await heat('%Zonda%', 0);
    expect(await phrases('acme z')).toEqual(['Acme Zebra', 'Acme Zonda']);
  });

  test('are the same when every title is read anew', async () => {
    const context = await smallCatalogue(open);
    const all = async () => {
      const rows = await context.db
        .selectFrom('suggestion_keys')
        .innerJoin('suggestions', 'id', 'suggestion_id')
        .select(['key', 'phrase', 'deals', 'suggestion_keys.rank'])
        .execute();
      return rows.map((row) => JSON.stringify(row)).toSorted();
    };
    const before = await all();
    await context.db.insertInto('settings').values({ key: 'suggestions_read_by', value: 'another way' }).execute();
    await reindexTitlesWhenOutdated(context.db);
    expect(await all()).toEqual([]);
    await gather(context);
    expect(await all()).toEqual(before);
    await reindexTitlesWhenOutdated(context.db);
    expect(await all()).toEqual(before);
  });
});

const server = inject('postgres');

test.skipIf(!server)('titles are read anew once those that are being counted are done', async () => {
  const { db, close } = await openServerCopy(required(server, 'the server'));
  onTestFinished(close);
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };
  let reading = Promise.resolve();
  await db.transaction().execute(async (counting) => {
    await acquireLock(counting, 'suggestions');
    await counting.deleteFrom('suggestion_due').execute();
    reading = reindexTitlesWhenOutdated(db);
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    await counting.deleteFrom('suggestions').execute();
  });
  await reading;
});
