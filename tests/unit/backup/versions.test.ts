import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { contents, openForBackup } from '../../support/backups.ts';
import { NOW } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

eachDatabase('a backup of another version', (open) => {
  test('is refused when it is newer, or when a table has lost a column since', async () => {
    const { context, path, fill, backup, forge } = await openForBackup(open);
    await fill();
    await backup();
    await forge(({ migrations }) => migrations.push('0999-later'));
    await expect(restore(context, path, { yes: true })).rejects.toThrow('newer version of Magpie (it has the migration 0999-later)');
    await backup();
    await forge(({ tables }) => tables['brands']!.push('colour'));
    await expect(restore(context, path, { yes: true })).rejects.toThrow('older version of Magpie, whose table brands had a column colour');
  });

  test('goes in when it is older; tables that it did not know are empty then', async () => {
    const { context, path, fill, backup, forge } = await openForBackup(open);
    await fill();
    await backup();
    await forge(({ tables, migrations }) => {
      delete tables['merged_deals'];
      migrations.pop();
    });
    const before = await contents(context.db);
    await mergeDeals(context, 'test:d2', 'test:d1');
    await restore(context, path, { yes: true });
    expect(await contents(context.db)).toEqual(before);
    expect(before).toMatchObject({ merged_deals: [] });
  });

  test('goes in when a column was renamed since, under the new name', async () => {
    const { context, path, fill, other, backup } = await openForBackup(open);
    await fill();
    const { user_id } = await context.db.selectFrom('members').select('user_id').executeTakeFirstOrThrow();
    const report = { post_id: 1, user_id, created_at: NOW };
    await context.db
      .insertInto('reports')
      .values([
        { ...report, reason: 'Spam', resolved_at: NOW },
        { ...report, reason: 'Troll' },
      ])
      .execute();
    const before = await contents(context.db);
    await sql`alter table reports rename column resolved_at to settled_at`.execute(context.db);
    await backup().finally(() => sql`alter table reports rename column settled_at to resolved_at`.execute(context.db));
    const target = await other();
    await restore(target, path, { yes: false });
    expect(await contents(target.db)).toEqual(before);
    expect(await target.db.selectFrom('reports').select('resolved_at').orderBy('id').execute()).toEqual([
      { resolved_at: NOW },
      { resolved_at: null },
    ]);
  });
});
