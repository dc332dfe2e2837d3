import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openCopy } from '../../support/databases.ts';

const WITHOUT = {
  'deals (forum_id)': 'a site has a handful of forums, and hardly ever one that goes; an index would be written with every deal',
};

test('each foreign key has an index that begins with it, so that deleting what it refers to does not read whole tables', async () => {
  const { db, close } = await openCopy();
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ' (' || string_agg(quote_ident(a.attname), ', ' order by array_position(c.conkey, a.attnum)) || ')' as key
    from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where contype = 'f' and not exists (
      select from pg_index as i
      where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        -- Rows that refer to nothing are not looked for.
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)'))
    group by c.oid, conrelid order by key`.execute(db);
  await close();
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(WITHOUT).toSorted());
});
