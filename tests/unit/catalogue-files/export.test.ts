import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { contextOf, deal, exported, importRecords, member, comment, surroundings } from '../../support/catalogue.ts';
import { catalogue } from '../../support/arbitrary-catalogue.ts';

onDatabase('an export', (open) => {
  test('imported into an empty database is the same again, byte for byte', { timeout: 120_000 }, async () => {
    const one = contextOf(await open());
    const other = contextOf(await open());
    const clear = async () => {
      for (const { db } of [one, other]) {
        for (const table of [
          'comments',
          'deals',
          'offers',
          'members',
          'collections',
          'categories',
          'stores',
          'brands',
          'forums',
        ] as const) {
          if (table === 'categories') await db.updateTable(table).set({ parent_id: null }).execute();
          await db.deleteFrom(table).execute();
        }
      }
    };
    const roundTrip = fc.asyncProperty(catalogue, async (records) => {
      expect((await importRecords(one, records)).problems).toEqual([]);
      const lines = await exported(one);
      expect(lines).toHaveLength(records.length);
      const again = lines.map((line) => JSON.parse(line) as object);
      expect((await importRecords(other, again)).problems).toEqual([]);
      expect(await exported(other)).toEqual(lines);
      // Into the database that it comes from it changes nothing.
      const { added, changed } = await importRecords(one, again);
      expect([...Object.values(added), ...Object.values(changed)].filter((count) => count > 0)).toEqual([]);
    });
    await fc.assert(roundTrip, { numRuns: runs(8, 25), plugins: [fc.afterEach(clear)] });
  });

  test('goes through more than one page', async () => {
    const context = contextOf(await open());
    const many = Array.from({ length: 1_100 }, (_, index) => deal({ sourceId: `d${index}` }));
    await importRecords(context, [...surroundings(), ...many]);
    const ids = (await exported(context)).map((line) => (JSON.parse(line) as { sourceId?: string }).sourceId).filter((id) => id);
    expect(ids).toEqual(many.map(({ sourceId }) => sourceId));
  });

  test('is of one source when told so, with what it is filed under', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal(), deal({ source: 'other', sourceId: 'x' })]);
    const records = (await exported(context, 'other')).map((line) => JSON.parse(line) as { type: string; source?: string });
    expect(records.map(({ type, source }) => source ?? type)).toEqual(['forum', 'category', 'store', 'other']);
  });

  test('of a source that nothing is of is refused, with those that there are', async () => {
    const context = contextOf(await open());
    await expect(exported(context, 'nosuch')).rejects.toThrow('there is no source "nosuch"; nothing has one yet');
    await importRecords(context, [...surroundings(), member(), deal(), deal({ source: 'other', sourceId: 'x' })]);
    await expect(exported(context, 'nosuch')).rejects.toThrow('there is no source "nosuch"; known: other, test');
  });

  test("says where a comment is under another source's deal", async () => {
    const context = contextOf(await open());
    const foreign = comment({ source: 'site', dealSource: 'test', memberSource: 'test' });
    await importRecords(context, [...surroundings(), member(), deal(), foreign]);
    const lines = await exported(context);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ source: 'site', deal: 'd1', dealSource: 'test', memberSource: 'test' });
  });

  test('tells a deal as expired whose date has come, before anybody has acted on it', async () => {
    const database = await open();
    await importRecords(contextOf(database), [...surroundings(), deal({ expiresAt: '2026-03-02T00:00:00Z' })]);
    const later = contextOf(database, () => new Date('2026-03-03'));
    expect(JSON.parse((await exported(later)).at(-1) ?? '')).toMatchObject({ expired: true });
  });
});
