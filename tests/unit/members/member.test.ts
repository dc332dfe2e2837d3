import { expect, test } from 'vitest';
import { loadMember } from '../../../src/features/members/member.server.ts';
import { contextOf, deal, importRecords, member, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('a member’s page', (open) => {
  test('shows the newest deals, of those that came with one time the last added', async () => {
    const context = contextOf(await open());
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const deals = numbers.map((n) => deal({ sourceId: `d${n}`, title: `Lamp ${n}`, url: `https://acme.example/${n}`, postedBy: 'm1' }));
    await importRecords(context, [...surroundings(), member(), ...deals]);
    const { user_id: id } = await context.db.selectFrom('members').select('user_id').executeTakeFirstOrThrow();
    const added = await context.db.selectFrom('deals').select('title').orderBy('thread_id', 'desc').limit(12).execute();
    expect((await loadMember(context, String(id)))?.deals.map(({ dealTitle }) => dealTitle)).toEqual(added.map(({ title }) => title));
  });
});
