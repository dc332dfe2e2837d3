import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sitemapText } from '../../../src/features/rendering/sitemap.server.ts';
import { contextOf, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const MOST = 50_000;

onDatabase('a sitemap', (open) => {
  test('has the newest offers where there are more than a file may list', { timeout: 60_000 }, async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), offer({ offerId: 1 })]);
    await sql`alter table offers disable trigger user`.execute(context.db);
    await sql`
      insert into offers (id, source, source_id, offer_type, title, description, store_id, code, terms, posted_at, status)
      overriding system value
      select n, source, source_id || n, offer_type, title, description, store_id, code, terms, posted_at, status
      from offers cross join generate_series(2, ${MOST}::int + 1) as n`.execute(context.db);
    const listed = (await sitemapText({ context }, 'offers')) ?? '';
    const ids = [...listed.matchAll(/\/pco\/(\d+)</g)].map(([, id]) => Number(id));
    expect([ids.length, Math.max(...ids), Math.min(...ids)]).toEqual([MOST, MOST + 1, 2]);
  });
});
