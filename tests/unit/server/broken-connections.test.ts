import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openHealthCheck } from '../../../src/server/db/health-check.ts';
import { awaitDatabase } from '../../../src/server/db/await-database.ts';
import { CHANNEL } from '../../../src/server/db/changes.ts';
import { columnTypes, openDatabase, openPool } from '../../../src/server/db/connect.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { listenForChanges } from '../../../src/server/db/listen.ts';
import { requestScope } from '../../../src/server/request-scope.ts';
import { ServerClient, TIMEOUTS } from '../../../src/server/db/server-client.ts';
import { openServer } from '../../../src/server/db/server-pool.ts';
import { withoutTimeLimit } from '../../../src/server/db/time-limit.ts';
import { DatabaseUnavailable, isCutOff, isUnavailable } from '../../../src/server/db/unavailable.ts';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { moderationActions } from '../../../src/features/moderation/actions.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { readEndpoint, type Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { newServerCopy } from '../../support/databases.ts';
import { newModerator } from '../../support/moderation.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { openSilentProxy } from '../../support/silent-proxy.ts';
import { freePort } from '../../support/site.ts';

const SOON = { interval: 20, timeout: 20_000 };
const CONNECTIONS = 10;

const server = inject('postgres');

/** A migrated database, what is in front of it, and a pool that notices silence soon after a statement's time is up. */
async function open() {
  const { url, drop } = await newServerCopy(server!);
  onTestFinished(drop);
  const proxy = await openSilentProxy(url);
  onTestFinished(() => proxy.close());
  const { db, close } = await openPool(openServer(proxy.url, columnTypes, { ...TIMEOUTS, grace: 200 }));
  onTestFinished(close);
  return { url, proxy, db };
}

/** Makes a role that may log in with its name as the password, once at a time. */
async function withRoleOfOneConnection(db: Db): Promise<string> {
  const name = `one_${randomUUID().replaceAll('-', '')}`;
  await sql`create role ${sql.id(name)} login connection limit 1 password ${sql.lit(name)}`.execute(db);
  onTestFinished(async () => {
    await sql`drop role ${sql.id(name)}`.execute(db);
  });
  return name;
}

const one = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db);
const processOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
const processesOf = async (db: Db) => Promise.all(Array.from({ length: 3 }, () => processOf(db)));

/** Holds every connection of a pool. @returns a function that lets go of them */
async function holdAll(db: Db): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<undefined>();
  const taken: Promise<unknown>[] = [];
  const holding: Promise<unknown>[] = [];
  while (holding.length < CONNECTIONS) {
    const begun = Promise.withResolvers<undefined>();
    taken.push(begun.promise);
    holding.push(
      db.connection().execute(async () => {
        begun.resolve(undefined);
        await held.promise;
      }),
    );
  }
  await Promise.all(taken);
  return async () => {
    held.resolve(undefined);
    await Promise.all(holding);
  };
}

describe.skipIf(!server)('a connection to PostgreSQL', () => {
  test('that the server ends amid a transaction fails that transaction alone', async () => {
    const { url, drop } = await newServerCopy(server!);
    onTestFinished(drop);
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(close);
    const cut = db.transaction().execute(async (transaction) => {
      const pid = await processOf(transaction);
      await sql`select pg_terminate_backend(${pid}, 10000)`.execute(db);
      await one(transaction);
    });
    await expect(cut).rejects.toThrow();
    expect((await one(db)).rows).toEqual([{ one: 1 }]);
  });

  test('that falls silent fails what waits for it, and none of those of before is used again', async () => {
    const { proxy, db } = await open();
    const before = await processesOf(db);
    const asked = db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 100`.execute(transaction);
      proxy.silence();
      await one(transaction);
    });
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect([(error as Error).message, isCutOff(error)]).toEqual(['the database has fallen silent', true]);
    proxy.forward();
    expect((await processesOf(db)).filter((pid) => before.includes(pid))).toEqual([]);
  });

  test('is waited for as long as the work on it may take', async () => {
    const { db } = await open();
    const sleep = (on: Db) => sql`select pg_sleep(0.5)`.execute(on);
    await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 100`.execute(transaction);
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sleep(transaction);
    });
    await db.connection().execute(async (connection) => {
      await connection.transaction().execute((transaction) => sql`set local statement_timeout = 100`.execute(transaction));
      await sleep(connection);
      await withoutTimeLimit(connection, sleep);
      await sql`set statement_timeout = 100`.execute(connection);
      await expect(sleep(connection)).rejects.toThrow('statement timeout');
      await sql`reset statement_timeout`.execute(connection);
      await sleep(connection);
    });
  });

  test('to a server that takes no writing any more, as after a failover, is given up', async () => {
    const { db } = await open();
    const write = (on: Db) => on.insertInto('settings').values({ key: 'written', value: '1' }).execute();
    const before = await db.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection);
      await expect(write(connection)).rejects.toThrow('read-only transaction');
      return processOf(connection).catch(() => 0);
    });
    await write(db);
    expect(await processOf(db)).not.toBe(before);
  });

  test('that does not come about in time says where it was to lead, and nothing secret', async () => {
    const { proxy } = await open();
    proxy.silence();
    const address = new URL(proxy.url);
    address.password = 'hidden';
    const opening = openPool(openServer(address.href, columnTypes, { ...TIMEOUTS, connect: 300 }));
    const error: unknown = await opening.catch((reason: unknown) => reason);
    expect([isUnavailable(error), (error as Error).message]).toEqual([
      true,
      `the database at ${address.host}${address.pathname} does not answer: timeout expired`,
    ]);
  });

  test('that listens and falls silent is made anew, and what may have been missed is told', async () => {
    const { url, proxy } = await open();
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(close);
    let told = 0;
    const { onChanges, stop } = listenForChanges(proxy.url, { connect: 1_000, statement: 0, grace: 300 }, 100);
    onTestFinished(stop);
    onChanges(() => told++);
    await expect.poll(() => told, SOON).toBe(1);
    proxy.silence();
    proxy.forward();
    await expect.poll(() => told, SOON).toBe(2);
    await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
    await expect.poll(() => told, SOON).toBe(3);
  });

  test('that cannot listen says why, as the others do, until it can', async () => {
    const { url, proxy } = await open();
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(close);
    const name = await withRoleOfOneConnection(db);
    const address = new URL(proxy.url);
    Object.assign(address, { username: name, password: name });
    const holder = new ServerClient({ connectionString: address.href }, TIMEOUTS);
    await holder.connect();
    const listening = openServer(address.href, columnTypes);
    onTestFinished(() => listening.close());
    const errors: unknown[] = [];
    let told = 0;
    listening.onChanges(
      () => told++,
      (error) => errors.push(error),
    );
    await expect.poll(() => errors.length, SOON).toBeGreaterThan(1);
    expect([isUnavailable(errors[0]), (errors[0] as Error).message]).toEqual([
      true,
      `the database at ${address.host}${address.pathname} refuses: too many connections for role "${name}"`,
    ]);
    await holder.end();
    await expect.poll(() => told, SOON).toBe(1);
  });

  test('that has fallen silent does not keep a pool from closing', async () => {
    const { proxy } = await open();
    const { db, close } = await openPool(openServer(proxy.url, columnTypes));
    const begun = Promise.withResolvers<undefined>();
    const endless = withoutTimeLimit(db, async (connection) => {
      proxy.silence();
      begun.resolve(undefined);
      await one(connection);
    });
    await begun.promise;
    const failed = expect(endless).rejects.toThrow('Connection terminated unexpectedly');
    await close();
    await failed;
  });
});

describe.skipIf(!server)('when the database is busy', () => {
  test('a hundred requests wait for it, the next is told at once to come back, and jobs wait all the same', async () => {
    const { db } = await open();
    const letGo = await holdAll(db);
    // A page asks for several things at once, and is one request all the same.
    const request = () => requestScope.run({ method: 'GET', path: '/search' }, async () => Promise.all([one(db), one(db)]));
    const waiting = Array.from({ length: 100 }, request);
    await expect(request()).rejects.toSatisfy(isUnavailable);
    const job = one(db);
    await letGo();
    await Promise.all([...waiting, job]);
    await request();
  });

  test('with an import, what a request would write to its rows is answered 503 after 2 s, and nothing of it is done; commands wait on', async () => {
    const { url, drop } = await newServerCopy(server!);
    onTestFinished(drop);
    const { db, close } = await openPool(openServer(url, columnTypes, { ...TIMEOUTS, lock: 100 }));
    onTestFinished(close);
    const context = accountsContext(db);
    await publishedCatalogue(context, 3);
    const [{ browser }, moderator] = [await verifiedMember(context), await newModerator(context)];
    const deal = await db.selectFrom('deals').selectAll().where('status', '=', 'live').executeTakeFirstOrThrow();
    const [postid, threadid] = [String(deal.post_id), String(deal.thread_id)];
    const calls: [Caller, Endpoint, Record<string, string>][] = [
      [browser, voteForm, { postid, votetypeid: '1', vote: '1' }],
      [browser, replyForm, { do: 'postreply', threadid, message: 'Is it bright?' }],
      [moderator.browser, moderationActions, { do: 'hide', postid, reason: 'Spam' }],
    ];
    const answer = ([caller, endpoint, form]: (typeof calls)[number]) =>
      requestScope.run({ method: 'POST', path: '/' }, () => caller.callAsMember(endpoint, { form }));
    const counted = () => db.selectFrom('deals').select(['votes_up', 'comment_count', 'status']).where('post_id', '=', deal.post_id);
    const before = await counted().executeTakeFirst();
    const { promise: isUpdated, resolve: updated } = Promise.withResolvers<undefined>();
    const { promise: isOver, resolve: endImport } = Promise.withResolvers<undefined>();
    const importing = db.transaction().execute(async (transaction) => {
      await transaction.updateTable('deals').set({ title: 'As imported' }).where('post_id', '=', deal.post_id).execute();
      updated(undefined);
      await isOver;
    });
    await isUpdated;
    for (const { status, headers, answer: said } of await Promise.all(calls.map(answer)))
      expect([status, headers.get('retry-after'), said]).toEqual([
        ...[503, '5'],
        { status: 'error', message: 'The site is very busy. Please try again in a moment.' },
      ]);
    expect(await counted().executeTakeFirst()).toEqual(before);
    const limits = db
      .transaction()
      .execute((transaction) => sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(transaction));
    expect((await limits).rows).toEqual([{ limit: '0' }]);
    endImport(undefined);
    await importing;
    for (const call of calls) expect(await answer(call)).toMatchObject({ status: 200 });
    expect(TIMEOUTS.lock).toBe(2_000);
  });

  test('it counts as not answering after a while, however many ask, and as answering when it is not busy any more', async () => {
    const { db } = await open();
    const isAnswering = openHealthCheck(db, 100);
    expect(await isAnswering()).toBe(true);
    const letGo = await holdAll(db);
    expect(await Promise.all([isAnswering(), isAnswering()])).toEqual([false, false]);
    await letGo();
    await expect.poll(isAnswering, SOON).toBe(true);
  });

  test('a vote is answered 503 and when to come back while the server takes no writing, and counts once it does', async () => {
    const { url, drop } = await newServerCopy(server!);
    onTestFinished(drop);
    const { db, close } = await openPool(openServer(url, columnTypes));
    onTestFinished(close);
    const context = accountsContext(db);
    await publishedCatalogue(context, 3);
    const { browser } = await verifiedMember(context);
    const { post_id } = await db.selectFrom('deals').select('post_id').where('status', '=', 'live').executeTakeFirstOrThrow();
    const vote = () => browser.callAsMember(voteForm, { form: { postid: String(post_id), votetypeid: '1', vote: '1' } });
    await sql`set default_transaction_read_only = on`.execute(db);
    const { status, headers, answer } = await vote();
    expect([status, headers.get('retry-after'), answer]).toEqual([
      ...[503, '5'],
      { status: 'error', message: 'The site is very busy. Please try again in a moment.' },
    ]);
    await expect.poll(async () => (await vote()).status, SOON).toBe(200);
  });

  test('an endpoint that cannot ask it answers 503 and when to come back', async () => {
    const { db } = await open();
    const endpoint = readEndpoint(() => {
      throw new DatabaseUnavailable('it is away');
    });
    const { status, headers, answer } = await new Caller(accountsContext(db)).call(endpoint, { method: 'GET' });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer).toEqual({ status: 'error', message: 'The site is very busy. Please try again in a moment.' });
  });
});

describe.skipIf(!server)('a start', () => {
  test('waits for a database that does not answer yet, and says so', async () => {
    const { url, drop } = await newServerCopy(server!);
    onTestFinished(drop);
    const port = await freePort();
    const address = new URL(url);
    address.port = String(port);
    const said: string[] = [];
    const opening = awaitDatabase({ databaseUrl: address.href, dataDir: '' }, (line) => said.push(line));
    await expect.poll(() => said, SOON).not.toEqual([]);
    expect(said[0]).toContain(`the database at ${address.host}${address.pathname} does not answer: connect ECONNREFUSED`);
    expect(said[0]).toContain('trying again in 0.5 s');
    const proxy = await openSilentProxy(url, port);
    onTestFinished(() => proxy.close());
    const { db, close } = await opening;
    onTestFinished(close);
    expect((await one(db)).rows).toEqual([{ one: 1 }]);
  });

  test('ends at once when the database refuses, and after a while when it does not answer', async () => {
    const address = new URL(server!);
    address.pathname = '/nobody_made_this';
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    await expect(awaitDatabase({ databaseUrl: address.href, dataDir: '' }, say)).rejects.toThrow(
      `the database at ${address.host}/nobody_made_this refuses: database "nobody_made_this" does not exist`,
    );
    expect(said).toEqual([]);
    address.port = String(await freePort());
    await expect(awaitDatabase({ databaseUrl: address.href, dataDir: '' }, say, { patienceMs: 1_400 })).rejects.toThrow('does not answer');
    expect(said).toHaveLength(1);
  });
});
