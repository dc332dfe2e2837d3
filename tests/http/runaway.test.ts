import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/db/connect.ts';
import { feed } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';
import { outputOf, removeSite, startBriefSite, type RunningSite } from '../support/site.ts';
import { smallSite } from '../support/built-site.ts';

const LONG = 360_000;
/** A statement's 30 s are over after 3. */
const HURRIED = new URL('../support/hurried-clock.ts', import.meta.url).href;

// Two sites are never built at once.
await sharedSite();

let dataDir: string;
let site: RunningSite;

beforeAll(async () => {
  const settings = await smallSite();
  dataDir = settings.DATA_DIR;
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir });
  await sql`alter table merged_deals rename to merged_deals_before`.execute(db);
  await sql`create view merged_deals as
    select m.* from (select count(*) as n from generate_series(1, 100000000000)) as endless left join merged_deals_before as m on n < 0`.execute(
    db,
  );
  await close();
  site = await startBriefSite(settings, ['--import', HURRIED]);
  await site.ready();
}, LONG);

afterAll(async () => {
  await site.stop();
  await removeSite(dataDir);
}, LONG);

test(
  'a page whose query runs away fails alone: the site serves on, and others wait for the database a moment',
  { timeout: LONG },
  async () => {
    const title = (await feed(site.url, '/all')).items[0]!.dealTitle;
    const address = (path: string) => fetch(new URL(path, site.url));
    const [stuck, published, searched] = await Promise.all(['/click?tid=999999999', '/all', '/web-api/page/search?q=lamp'].map(address));
    expect([stuck!.status, published!.status, searched!.status]).toEqual([503, 200, 200]);
    expect(stuck!.headers.get('retry-after')).toBe('5');
    expect((await address('/readyz')).status).toBe(200);
    const faults = () => outputOf(site).filter((line) => line.includes('request stopped'));
    await expect
      .poll(() => faults().map((line) => JSON.parse(line) as object))
      .toEqual([expect.objectContaining({ method: 'GET', path: '/click' })]);
    expect((await feed(site.url, '/all')).items[0]!.dealTitle).toBe(title);
    expect((await address('/web-api/page/search?q=lamp')).status).toBe(200);
  },
);
