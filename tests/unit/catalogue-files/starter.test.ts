import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { FIELDS } from '../../../src/features/catalogue/record.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext } from '../../../src/server/context.ts';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { eachDatabase } from '../../support/databases.ts';

const DOCS = resolve(import.meta.dirname, '../../../docs');
const STARTER = join(DOCS, 'starter/deals.csv');

/** Fields that nobody needs who begins, and why. */
const LEFT_OUT: Record<string, string> = {
  type: 'a table without it holds deals',
  source: '`--source` says it',
  kind: 'a drawing; the category has one',
  image: 'the site would fetch a picture that is not there',
  forum: 'there is one',
  collections: 'there are none yet',
  currency: 'the sign in the price says it',
  postedAt: 'now',
  updatedAt: 'now',
  merged: 'no deal was merged yet',
  offSite: 'no moderator took a deal off yet',
  startsAt: 'the deals are to show at once',
  expired: 'they are not',
  postedBy: 'there are no members yet',
  postedBySource: 'there are no members yet',
  votesUp: 'nobody has voted',
  votesDown: 'nobody has voted',
  threadId: 'for a site that moves',
  postId: 'for a site that moves',
};

const readStarter = async () => parse<Record<string, string>>(await readFile(STARTER, 'utf8'), { columns: true });

test('every field of a deal is in the starter’s table, or left out for a reason', async () => {
  const columns = Object.keys((await readStarter())[0]!);
  expect([...columns, ...Object.keys(LEFT_OUT)].toSorted()).toEqual([...FIELDS.deal].toSorted());
});

test('each column has a value to show what goes there, and the document says what it does', async () => {
  const deals = await readStarter();
  const document = await readFile(join(DOCS, 'own-site.md'), 'utf8');
  for (const column of Object.keys(deals[0]!)) {
    expect(
      deals.some((deal) => deal[column] !== ''),
      column,
    ).toBe(true);
    if (column !== 'description') expect(document, column).toContain(`\`${column}\``);
  }
});

eachDatabase('the starter’s table', (open) => {
  test('is imported as it stands', async () => {
    const config = readConfig({ SITE_CURRENCY: 'EUR', SITE_LOCALE: 'en-IE', SITE_TIMEZONE: 'Europe/Berlin' });
    const context = makeContext({ config, db: (await open()).db, clock: () => new Date('2026-11-23T12:00:00Z') });
    const report = await importFiles(context, [STARTER], { source: 'own', createMissing: true });
    expect(report).toMatchObject({ problems: [], added: { deal: 5 } });
    const lamp = await context.db.selectFrom('deals').select(['condition', 'shipping_cents']).where('source_id', '=', '3').execute();
    expect(lamp).toEqual([{ condition: 'open-box', shipping_cents: 490 }]);
  });
});
