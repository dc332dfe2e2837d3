import { expect, test } from 'vitest';
import { reindexTitlesWhenOutdated } from '../../../../src/features/search/suggestions/gather.server.ts';
import { warmSuggestions } from '../../../../src/features/search/suggestions/warm.server.ts';
import { onDatabase } from '../../../support/databases.ts';
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
