import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from '../../../src/server/db/migrations/0067-names-in-one-spelling.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { searchCatalogue, titlesOf } from '../../support/search-catalogue.ts';

eachDatabase('titles and names that were stored with their marks beside the letters', (open) => {
  test('are found as they are typed, and others are not touched', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    await searchCatalogue(context, ['ガラスのランプ', 'A glass lamp']);
    await sql`update deals set title = normalize(title, NFD)`.execute(db);
    await sql`update brands set name = normalize('be quiet! é', NFD) where slug = 'be-quiet'`.execute(db);
    expect(await titlesOf(context, 'q=ガラス')).toEqual([]);
    const untouched = () => db.selectFrom('deals').select(['title', 'modified_at']).where('title', '=', 'A glass lamp').execute();
    const before = await untouched();
    await up(db);
    expect(await titlesOf(context, 'q=ガラス')).toEqual(['ガラスのランプ']);
    expect(await untouched()).toEqual(before);
    const brand = await db.selectFrom('brands').select('name').where('slug', '=', 'be-quiet').executeTakeFirst();
    expect(brand).toEqual({ name: 'be quiet! é' });
  });
});
