import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { acquireEditingLock } from '../../../src/features/catalogue/editing-lock.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase, openServerCopy } from '../../support/databases.ts';
import { contextOf, deal, importRecords, NOW, surroundings } from '../../support/catalogue.ts';
import { give } from '../../support/given.ts';

onDatabase("a deal's term", (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [
      ...surroundings(),
      deal(),
      deal({ sourceId: 'd2', title: 'Over', expiresAt: '2026-02-20', url: 'https://acme.example/2' }),
      deal({ sourceId: 'd3', title: 'Later', startsAt: '2026-04-01', expiresAt: '2026-05-01', url: 'https://acme.example/3' }),
    ]);
  });

  const rowOf = (sourceId: string) =>
    context.db
      .selectFrom('deals')
      .select(['status', 'starts_at', 'expires_at', 'updated_at'])
      .where('source_id', '=', sourceId)
      .executeTakeFirstOrThrow();
  const id = async (sourceId: string) =>
    (await context.db.selectFrom('deals').select('thread_id').where('source_id', '=', sourceId).executeTakeFirstOrThrow()).thread_id;
  const noted = async () => (await context.db.selectFrom('changes').select('id').where('subject', '=', 'deal').execute()).length;

  test('ends for several deals at once; what is over already is said', async () => {
    const { said, refused } = await give(context, 'expire', { deals: ['test:d1', 'test:d2', 'test:d3', 'test:d1'] });
    expect(refused).toEqual([]);
    expect(said).toEqual([
      `${await id('d1')} "A game" is expired now`,
      `${await id('d2')} "Over" has expired already`,
      `${await id('d3')} "Later" is expired now`,
    ]);
    expect([(await rowOf('d1')).status, (await rowOf('d3')).status]).toEqual(['expired', 'expired']);
    expect((await rowOf('d1')).updated_at).toEqual(NOW);
  });

  test('ends for none when one name is wrong, and every wrong one is told', async () => {
    const { refused } = await give(context, 'expire', { deals: ['test:d1', '99', 'test:x', '99'] });
    expect(refused).toEqual([expect.stringMatching(/^there is no deal 99;/), expect.stringMatching(/^there is no deal test:x;/)]);
    expect((await rowOf('d1')).status).toBe('live');
  });

  test('goes on when a deal is revived, without a date that has passed', async () => {
    const { said } = await give(context, 'revive', { deals: ['test:d2', 'test:d1'] });
    expect(said).toEqual([
      `${await id('d2')} "Over" is live again; its expiry date is cleared`,
      `${await id('d1')} "A game" has not expired`,
    ]);
    expect(await rowOf('d2')).toMatchObject({ status: 'live', expires_at: null });
  });

  test('keeps dates to come when a deal is revived', async () => {
    await give(context, 'expire', { deals: ['test:d3'] });
    expect((await give(context, 'revive', { deals: ['test:d3'] })).said).toEqual([`${await id('d3')} "Later" is scheduled again`]);
    expect(await rowOf('d3')).toMatchObject({ status: 'scheduled', expires_at: new Date('2026-05-01T23:59:59.999Z') });
  });

  test('is not touched by what changes nothing', async () => {
    const before = await noted();
    await give(context, 'expire', { deals: ['test:d2'] });
    await give(context, 'revive', { deals: ['test:d1'] });
    expect(await noted()).toBe(before);
  });

  describe('is scheduled', () => {
    test.each<
      [string, string, { starts?: string; expires?: string }, { status: string; starts_at?: Date | null; expires_at?: Date | null }]
    >([
      [
        'to start',
        'd1',
        { starts: '2026-03-02T08:00:00+02:00' },
        { status: 'scheduled', starts_at: new Date('2026-03-02T06:00:00Z'), expires_at: null },
      ],
      ['to end', 'd1', { expires: '2026-03-02' }, { status: 'live', expires_at: new Date('2026-03-02T23:59:59.999Z') }],
      ['to have ended', 'd1', { expires: '2026-02-28' }, { status: 'expired' }],
      ['to have started', 'd3', { starts: '2026-03-01' }, { status: 'live', expires_at: new Date('2026-05-01T23:59:59.999Z') }],
      ['without a start', 'd3', { starts: 'none' }, { status: 'live', starts_at: null }],
      ['without an end, which revives nothing', 'd2', { expires: 'none' }, { status: 'expired', expires_at: null }],
      ['to end later', 'd2', { expires: '2026-06-01' }, { status: 'live' }],
    ])('%s', async (_name, sourceId, dates, expected) => {
      expect((await give(context, 'schedule', { deal: `test:${sourceId}`, ...dates })).refused).toEqual([]);
      expect(await rowOf(sourceId)).toMatchObject(expected);
    });

    test.each<[string, object, RegExp]>([
      ['d3', { starts: '2026-05-02' }, /^it would expire \(2026-05-01 23:59 UTC\) before it starts/],
      ['d1', { expires: 'tomorrow' }, /^expires: must be a date such as 2026-01-31, .* or none \(is "tomorrow"\)$/],
    ])('%s not with %j', async (sourceId, dates, message) => {
      expect((await give(context, 'schedule', { deal: `test:${sourceId}`, ...dates })).refused).toEqual([expect.stringMatching(message)]);
    });
  });

  test('follows a merged deal to the one it was merged into', async () => {
    await give(context, 'merge', { duplicate: 'test:d1', into: 'test:d3' });
    expect((await give(context, 'expire', { deals: ['test:d1'] })).said).toEqual([
      `${await id('d3')} "Later" is expired now (test:d1 was merged into ${await id('d3')})`,
    ]);
  });
});

const server = inject('postgres');

// The embedded database has one session: no command begins before the other has ended.
test.skipIf(!server)('what waits for another command is done at the time when its turn comes', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const context = contextOf(database);
  await importRecords(context, [...surroundings(), deal()]);
  let now = NOW;
  const later = new Date(NOW.getTime() + 5 * 60_000);
  const { commands } = await context.db.transaction().execute(async (transaction) => {
    await acquireEditingLock(transaction);
    const clocked = { ...context, clock: () => now };
    const waiting = [
      give(clocked, 'expire', { deals: ['test:d1'] }),
      importRecords(clocked, [deal({ sourceId: 'd2', url: 'https://acme.example/2' })]),
    ];
    const atLock = sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(async () => (await atLock.execute(context.db)).rows[0]?.n).toBe(waiting.length);
    now = later;
    // Within an object, or the transaction would wait for them.
    return { commands: waiting };
  });
  await Promise.all(commands);
  const expired = await context.db.selectFrom('deals').select('updated_at').where('source_id', '=', 'd1').executeTakeFirst();
  expect(expired?.updated_at).toEqual(later);
  const imports = await context.db.selectFrom('imports').select('imported_at').orderBy('id').execute();
  expect(imports.map(({ imported_at: at }) => at)).toEqual([NOW, later]);
});
