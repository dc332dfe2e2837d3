import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { comment, contextOf, deal, exported, importRecords, member, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

eachDatabase('delete', (open) => {
  let context: Context;
  let ids: number[];
  beforeEach(async () => {
    context = contextOf(await open());
    const deals = ['d1', 'd2', 'd3'].map((sourceId) => deal({ sourceId, title: `Game ${sourceId}` }));
    await importRecords(context, [...surroundings(), member(), ...deals, comment(), comment({ sourceId: 'c2', deal: 'd3' })]);
    const rows = await context.db.selectFrom('deals').select(['thread_id', 'post_id']).orderBy('thread_id').execute();
    ids = rows.map(({ thread_id }) => thread_id);
    await sql`insert into votes (user_id, post_id, vote, cast_at) select user_id, ${rows[0]!.post_id}, 1, now() from members`.execute(
      context.db,
    );
  });

  const remove = (deals: string[], dryRun = false) => give(context, 'delete', { deals, dryRun });
  const count = async (table: 'deals' | 'comments' | 'votes') => (await context.db.selectFrom(table).selectAll().execute()).length;

  test('takes deals away with what hangs on them, and says what went', async () => {
    const before = await exported(context);
    expect((await remove(['test:d1', String(ids[1])], true)).said).toEqual([
      `${ids[0]} "Game d1" would be deleted`,
      `${ids[1]} "Game d2" would be deleted`,
      'Would also be deleted: 1 comment, 1 vote',
      'Nothing was written',
    ]);
    expect(await exported(context)).toEqual(before);
    expect((await remove(['test:d1', String(ids[1])])).said).toEqual([
      `${ids[0]} "Game d1" is deleted`,
      `${ids[1]} "Game d2" is deleted`,
      'Also deleted: 1 comment, 1 vote',
      'Importing such a deal again adds it as a new one',
    ]);
    expect([await count('deals'), await count('comments'), await count('votes')]).toEqual([1, 1, 0]);
    const { rows } = await sql<{
      subject: string;
    }>`select subject from changes where subject = 'deal' and after is null and id = ${ids[0]}`.execute(context.db);
    expect(rows).toHaveLength(1);
    await importRecords(context, [deal()]);
    const again = await context.db.selectFrom('deals').select('thread_id').where('source_id', '=', 'd1').executeTakeFirstOrThrow();
    expect(ids).not.toContain(again.thread_id);
  });

  test('deletes none when a name stands for none, or for a deal that was merged into another', async () => {
    expect((await remove(['test:d1', 'test:d9'])).refused[0]).toContain('there is no deal test:d9');
    await mergeDeals(context, 'test:d2', 'test:d1');
    expect((await remove(['test:d2', 'test:d3'])).refused).toEqual([
      `test:d2 was merged into ${ids[0]} "Game d1"; name that one to delete it`,
    ]);
    expect(await count('deals')).toBe(2);
  });
});
