import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { loadShell } from '../../../src/features/shell/shell.server.ts';
import { startWithoutDemo, loadDemoWhenEmpty } from '../../../src/features/demo/load-demo.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { comment, contextOf, deal, importRecords, member, surroundings } from '../../support/catalogue.ts';
import { give } from '../../support/given.ts';

/** Tables whose rows a removal may change; jobs keep the others up to date. */
const TABLES = ['forums', 'categories', 'stores', 'brands', 'collections', 'members', 'deals', 'deal_collections', 'comments', 'offers'];
const KEPT = [...TABLES, 'price_observations', 'votes', 'reports', 'notifications', 'announced_prices', 'merged_deals'];

const none = () => undefined;

onDatabase('removing the demo', (open) => {
  let context: Context;

  beforeEach(async () => {
    context = contextOf(await open());
  });

  const countOf = async (table: string, where = 'true') =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(context.db)).rows[0]!.n;
  const counts = async () => Object.fromEntries(await Promise.all(KEPT.map(async (table) => [table, await countOf(table)] as const)));
  const remove = (dryRun = false) => give(context, 'demo', { dryRun });

  test('leaves nothing of it but the forum of deals that name none, and no start brings it back', { timeout: 120_000 }, async () => {
    await loadDemoWhenEmpty(context, none);
    const before = await counts();
    expect((await loadShell(context)).demo).toBe(true);
    const { said } = await remove(true);
    expect(said[0]).toBe('This would be removed of the demo; nothing was written:');
    expect(said).toEqual(expect.arrayContaining(['  2495 deals', '  399 offers', '  3596 comments', '  122 members', '  18 stores']));
    expect(await counts()).toEqual(before);

    expect((await remove()).said.slice(1, -1)).toEqual(said.slice(1));
    expect(await counts()).toEqual({ ...Object.fromEntries(KEPT.map((table) => [table, 0])), forums: 1 });
    expect((await loadShell(context)).demo).toBe(false);
    await loadDemoWhenEmpty(context, none);
    expect(await countOf('deals')).toBe(0);
    expect((await remove()).said).toEqual(['There is no demo on this site; nothing was changed']);
  });

  const OWN = [
    ...surroundings(),
    member(),
    deal({ store: 'glasswater', category: 'monitors', forum: 'coupons', brand: 'asus' }),
    deal({ sourceId: 'd2', url: 'https://acme.example/2', title: 'A lamp' }),
  ];

  test('leaves what others added, and what that uses', { timeout: 120_000 }, async () => {
    await loadDemoWhenEmpty(context, none);
    await sql`update stores set name = 'Renamed' where slug = 'tenkey'`.execute(context.db);
    expect((await importRecords(context, OWN)).problems).toEqual([]);
    const { rows } = await sql<{ thread_id: number; post_id: number; source_id: string }>`
      select thread_id, post_id, source_id from deals where source = 'demo' order by thread_id limit 1`.execute(context.db);
    const demoDeal = rows[0]!;
    const someone = (await sql<{ source_id: string }>`select source_id from members where source = 'demo' limit 1`.execute(context.db))
      .rows[0]!;
    const own = [
      comment({ sourceId: 'mine-on-demo', deal: demoDeal.source_id, dealSource: 'demo' }),
      {
        ...comment({ sourceId: 'asked', deal: 'd2', dealSource: 'test', memberSource: 'demo', member: someone.source_id }),
        source: 'demo',
      },
      comment({ sourceId: 'answer', deal: 'd2', parent: 'asked', parentSource: 'demo' }),
    ];
    expect((await importRecords(context, own)).problems).toEqual([]);
    const ada = (await sql<{ user_id: number }>`select user_id from members where source = 'test'`.execute(context.db)).rows[0]!;
    await sql`insert into votes (user_id, post_id, vote, cast_at) values (${ada.user_id}, ${demoDeal.post_id}, 1, now())`.execute(
      context.db,
    );

    const { said } = await remove();
    expect(said).toContain('With its deals went 1 comment and 1 vote of your own members');
    const left = async (table: string, column = 'slug') =>
      (await sql<{ it: string }>`select ${sql.ref(column)} as it from ${sql.table(table)} order by 1`.execute(context.db)).rows.map(
        ({ it }) => it,
      );
    expect(await left('deals', 'source_id')).toEqual(['d1', 'd2']);
    expect(await left('comments', 'source_id')).toEqual(['answer']);
    expect(await countOf('comments', 'parent_id is null')).toBe(1);
    expect(await left('members', 'username')).toEqual(['Ada']);
    expect(await left('categories')).toEqual(['electronics', 'games', 'monitors']);
    expect(await left('brands')).toEqual(['asus']);
    expect(await left('forums')).toEqual(['coupons', 'hot-deals']);
    expect(await left('stores')).toEqual(['acme', 'glasswater', 'tenkey']);
    expect(await countOf('votes')).toBe(0);
    expect(await left('collections')).toEqual(expect.arrayContaining(['under-25', 'gaming-setup', 'home-office']));
    expect(await left('collections')).not.toContain('build-a-pc');
  });

  test('a first start without the demo stays without it', async () => {
    await startWithoutDemo(context, none);
    await loadDemoWhenEmpty(context, none);
    expect([await countOf('forums'), await countOf('deals')]).toEqual([1, 0]);
    const said: string[] = [];
    await startWithoutDemo(context, (line) => said.push(line));
    expect((await importRecords(context, [...surroundings().slice(1), deal()])).problems).toEqual([]);
    await startWithoutDemo(context, (line) => said.push(line));
    expect(said).toEqual([
      'There are no deals yet: npm run site -- import FILE brings yours',
      'There is a catalogue already, which --empty leaves as it is',
    ]);
  });

  test('a catalogue that was imported before the first start gets no demo, not even stores alone', async () => {
    expect((await importRecords(context, surroundings().slice(2))).problems).toEqual([]);
    await loadDemoWhenEmpty(context, none);
    expect(await countOf('deals')).toBe(0);
  });
});
