import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { advanceDates, startDatesJob } from '../../../src/features/catalogue/advance-dates.server.ts';
import { acquireLock } from '../../../src/server/db/advisory-locks.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { onDatabase } from '../../support/databases.ts';
import { administer, databaseAt } from '../../support/postgres.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';

const LATE = { timeout: 20_000 };

const publishing = usePublishing();
const server = inject('postgres');
const unheard = () => undefined;

onDatabase('deals with dates', (open) => {
  test('start and expire when their time comes, without anyone acting, and the pages follow', async () => {
    const { db } = await open();
    let now = new Date('2026-06-01T12:00:00Z');
    const context = { ...frozenContext(db), clock: () => now };
    await publishedCatalogue(context, 12);
    await sql`update deals set status = 'scheduled', starts_at = '2026-06-01T12:00:00.020Z' where source_id = 'd1'`.execute(db);
    await sql`update deals set expires_at = '2026-06-01T12:00:00.040Z' where source_id = 'd2'`.execute(db);
    await sql`update offers set expires_at = '2026-06-01T12:00:00.040Z' where source_id = 'o1'`.execute(db);
    const release = await publishing.open(context);
    await release.settle();
    const shows = async (address: RegExp, text: string) => {
      await release.settle();
      const found = [...release.shown.keys()].find((name) => address.test(name));
      return found !== undefined && answerOf(release, found)!.includes(text);
    };
    const [starting, ending, offer] = [/^\/f\/\d+-deal-number-1$/, /^\/f\/\d+-deal-number-2$/, /^\/pco\/2$/];
    expect([await shows(/^\/all$/, 'Deal number 1<'), await shows(ending, '>Expired'), await shows(offer, '>Expired')]).toEqual([
      false,
      false,
      false,
    ]);

    const troubles: unknown[] = [];
    onTestFinished(startDatesJob(context, unheard, (error) => troubles.push(error)));
    now = new Date('2026-06-01T12:00:00.020Z');
    await expect.poll(() => shows(starting, 'Deal number 1'), LATE).toBe(true);
    expect([await shows(/^\/all$/, 'Deal number 1<'), await shows(ending, '>Expired')]).toEqual([true, false]);
    now = new Date('2026-06-01T12:00:00.040Z');
    await expect.poll(() => shows(ending, '>Expired'), LATE).toBe(true);
    expect([await shows(starting, '>Expired'), await shows(offer, '>Expired')]).toEqual([false, true]);

    const anew = await publishing.open(context);
    await anew.settle();
    expect([differing(release, anew), troubles]).toEqual([[], []]);
  });
});

onDatabase('what is over', (open) => {
  test('is headed by the day of its end, and by none when it ended before that', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 12);
    for (const [deal, offer, end] of [
      ['d1', 'o1', '2026-05-31T21:59:59Z'],
      ['d2', 'o2', '2026-12-31T23:59:59Z'],
    ] as const) {
      await sql`update deals set status = 'expired', expires_at = ${end}::timestamptz where source_id = ${deal}`.execute(db);
      await sql`update offers set status = 'expired', year = null, expires_at = ${end}::timestamptz where source_id = ${offer}`.execute(db);
    }
    const release = await publishing.open(context);
    await release.settle();
    const heading = (address: RegExp) => {
      const name = [...release.shown.keys()].find((each) => address.test(each));
      return /<p class="deal__state">\s*([^<]*?)\s*<\/p>/.exec(answerOf(release, name!)!.toString())?.[1];
    };
    const { rows } = await sql<{ id: number }>`select id from offers where source_id in ('o1', 'o2') order by source_id`.execute(db);
    expect([heading(/^\/f\/\d+-deal-number-1$/), heading(/^\/f\/\d+-deal-number-2$/)]).toEqual(['Expired on 05/31/26', 'Expired']);
    expect(rows.map(({ id }) => heading(RegExp(`^/pco/${id}$`)))).toEqual(['Expired on 05/31/26', 'Expired']);
  });
});

onDatabase('the copyright line', (open) => {
  test('has the year that it is where the site is, and pages follow when that ends', async () => {
    const { db } = await open();
    let now = new Date('2027-01-01T04:59:59Z');
    const frozen = frozenContext(db);
    const region = { ...frozen.config.region, timeZone: 'America/New_York' };
    const context = { ...frozen, config: { ...frozen.config, region }, clock: () => now };
    await publishedCatalogue(context, 12);
    const release = await publishing.open(context);
    const lines = async () => {
      await release.settle();
      return ['/', '/about', '/pco/1'].map((address) => /©[^<]*/.exec(answerOf(release, address)!.toString())?.[0]);
    };
    expect(new Set(await lines())).toEqual(new Set(['© 2026 Magpie']));
    now = new Date('2027-01-01T05:00:00Z');
    expect(new Set(await lines())).toEqual(new Set(['© 2027 Magpie']));
    // The demo is the community of the specification, which began in 1999.
    await sql`update deals set source = 'demo'`.execute(db);
    expect(new Set(await lines())).toEqual(new Set(['© 1999–2027 Magpie']));
  });
});

test.skipIf(!inject('postgres'))('a date that somebody sets is kept though nothing was to come for long', async () => {
  const name = `magpie_test_${randomBytes(8).toString('hex')}`;
  await administer(server!, `create database ${name} template ${inject('postgresTemplate')}`);
  onTestFinished(() => administer(server!, `drop database ${name} with (force)`));
  const { db, onChanges, close } = await openDatabase({ databaseUrl: databaseAt(server!, name), dataDir: '' });
  onTestFinished(close);
  await publishedCatalogue(frozenContext(db), 3);
  const context = { db, clock: () => new Date() };
  const troubles: unknown[] = [];
  onTestFinished(startDatesJob(context, onChanges, (error) => troubles.push(error)));
  const statusOf = async () =>
    (await db.selectFrom('deals').select('status').where('source_id', '=', 'd1').executeTakeFirstOrThrow()).status;
  await sql`update deals set expires_at = clock_timestamp() + interval '2 seconds' where source_id = 'd1'`.execute(db);
  expect(await statusOf()).toBe('live');
  await expect.poll(statusOf, LATE).toBe('expired');
  expect(troubles).toEqual([]);
});

test.skipIf(!server)('a look at dates that changes nothing wakes nobody, itself neither', async () => {
  const name = `magpie_test_${randomBytes(8).toString('hex')}`;
  await administer(server!, `create database ${name} template ${inject('postgresTemplate')}`);
  onTestFinished(() => administer(server!, `drop database ${name} with (force)`));
  const { db, close } = await openDatabase({ databaseUrl: databaseAt(server!, name), dataDir: '' });
  onTestFinished(close);
  await publishedCatalogue(frozenContext(db), 3);
  const heard: string[] = [];
  const listening = new pg.Client(databaseAt(server!, name));
  await listening.connect();
  onTestFinished(() => listening.end());
  listening.on('notification', ({ channel }) => heard.push(channel));
  await listening.query('listen changes; listen marker');
  await advanceDates(frozenContext(db));
  await sql`notify marker`.execute(db);
  await expect.poll(() => heard, LATE).toContain('marker');
  expect(heard).toEqual(['marker']);
  await sql`update deals set title = 'Another title' where source_id = 'd1'`.execute(db);
  await expect.poll(() => heard, LATE).toEqual(['marker', 'changes']);
});

test.skipIf(!server)('servers that share a database take turns, and each deal starts once', async () => {
  const name = `magpie_test_${randomBytes(8).toString('hex')}`;
  await administer(server!, `create database ${name} template ${inject('postgresTemplate')}`);
  onTestFinished(() => administer(server!, `drop database ${name} with (force)`));
  const servers = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl: databaseAt(server!, name), dataDir: '' })));
  onTestFinished(() => Promise.all(servers.map(({ close }) => close())).then(() => undefined));
  const { db } = servers[0]!;
  await publishedCatalogue(frozenContext(db), 12);
  await sql`update deals set status = 'scheduled', starts_at = '2026-06-01T11:59:00Z'`.execute(db);
  const noted = () =>
    sql<{ id: number }>`select id from changes where after ->> 'status' = 'live' and before ->> 'status' = 'scheduled'`.execute(db);
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows[0]!.count;
  };

  // While somebody else has the turn, both wait.
  const turn = await db.startTransaction().execute();
  await acquireLock(turn, 'dates');
  const troubles: unknown[] = [];
  for (const { db: own } of servers) onTestFinished(startDatesJob(frozenContext(own), unheard, (error) => troubles.push(error)));
  await expect.poll(waiting, LATE).toBe(2);
  expect((await noted()).rows).toEqual([]);
  await turn.rollback().execute();
  await expect.poll(async () => (await noted()).rows.length, LATE).toBe(12);
  await expect.poll(waiting, LATE).toBe(0);
  expect([(await noted()).rows.length, troubles]).toEqual([12, []]);
});
