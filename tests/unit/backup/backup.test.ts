import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';
import { backUp } from '../../../src/features/backup/backup.server.ts';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { talliedDeals } from '../../../src/features/feeds/tallies.server.ts';
import { addVersion, textVersions } from '../../../src/features/texts/versions.server.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { accountsContext, newMember, tryLogIn } from '../../support/accounts.ts';
import { catalogue } from '../../support/arbitrary-catalogue.ts';
import { contents, everything, nextPost, openForBackup } from '../../support/backups.ts';
import { Caller } from '../../support/calls.ts';
import { brand, contextOf, deal, exported, importRecords, member, temporaryFolder } from '../../support/catalogue.ts';
import { eachDatabase, openCopy, openEmbeddedCopy } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { administer, databaseAt } from '../../support/postgres.ts';

eachDatabase('a backup', (open) => {
  test('restored elsewhere is the same, and goes on counting where it was', async () => {
    const { context, path, fill, other, backup } = await openForBackup(open);
    await fill();
    await mergeDeals(context, 'test:d2', 'test:d1');
    const report = await backup();
    expect(report.rows).toMatchObject({ deals: 1, comments: 2, merged_deals: 1, offers: 1 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const target = await other();
    await restore(target, path, { yes: false });
    expect(await contents(target.db)).toEqual(await contents(context.db));
    expect(await talliedDeals(target.db, 'shown', { hideExpired: false })).toBe(1);
    expect(await nextPost(target.db)).toBe(await nextPost(context.db));
    expect((await importRecords(target, everything())).problems).toEqual([]);
    expect(await importRecords(target, [brand({ slug: 'new' }), member({ sourceId: 'm2', username: 'Bob' })])).toMatchObject({
      added: { brand: 1, member: 1 },
    });
  });

  test('of any catalogue comes back byte for byte', { timeout: 120_000 }, async () => {
    const { context, path, other, backup } = await openForBackup(open);
    const target = await other();
    const roundTrip = fc.asyncProperty(catalogue, async (records) => {
      await importRecords(context, records);
      await backup();
      await restore(target, path, { yes: true });
      expect(await contents(target.db)).toEqual(await contents(context.db));
      expect(await exported(target)).toEqual(await exported(context));
    });
    await fc.assert(roundTrip, { numRuns: runs(3, 8) });
  });

  test('holds copies of pictures of other servers; of one that has none they are wanted again', async () => {
    const { context, path, other, backup } = await openForBackup(open);
    const [digest, bytes] = ['d'.repeat(32), Buffer.from([0, 255, 34, 92, 10])];
    const pictured = deal({ sourceId: 'd9', url: 'https://acme.example/9', image: 'https://acme.example/a.png' });
    expect((await importRecords(context, [...everything(), pictured])).newPictures).toBe(1);
    await context.db
      .updateTable('pictures')
      .set({ state: 'stored', digest, width: 9, height: 9, widths: [9] })
      .execute();
    await context.db.insertInto('picture_files').values({ digest, name: '9.webp', bytes }).execute();
    await backup();
    const target = await other();
    await restore(target, path, { yes: false });
    expect(await contents(target.db)).toEqual(await contents(context.db));
    expect(await target.db.selectFrom('picture_files').selectAll().execute()).toEqual([{ digest, name: '9.webp', bytes }]);

    await context.db.deleteFrom('pictures').execute();
    await context.db.deleteFrom('picture_files').execute();
    await backup();
    await restore(target, path, { yes: true });
    expect(await target.db.selectFrom('pictures').select(['address', 'state']).execute()).toEqual([
      { address: 'https://acme.example/a.png', state: 'wanted' },
    ]);
  });

  test('holds accounts and pictures, and nothing of the moment', async () => {
    const { context, path, other, backup } = await openForBackup(open);
    const { email, password, userId, browser } = await newMember(accountsContext(context.db));
    const picture = Buffer.from([0, 255, 34, 92, 10]);
    await context.db
      .insertInto('avatars')
      .values({ user_id: userId, digest: 'd'.repeat(64), image: picture })
      .execute();
    const { rows } = await backup();
    expect(rows).toMatchObject({ accounts: 1, avatars: 1 });
    for (const table of ['sessions', 'tokens', 'outbox', 'rate_limits']) expect(rows).not.toHaveProperty(table);
    const target = await other();
    const before = await newMember(accountsContext(target.db));
    await restore(target, path, { yes: true });
    expect((await target.db.selectFrom('avatars').selectAll().executeTakeFirstOrThrow()).image).toEqual(picture);
    const there = accountsContext(target.db);
    expect((await tryLogIn(new Caller(there), email, password)).answer).toMatchObject({ success: true });
    const keptOn = new Caller(there);
    for (const jar of [browser.jar, before.browser.jar]) {
      for (const [name, value] of jar) keptOn.jar.set(name, value);
      expect((await keptOn.session()).user).toBeNull();
    }
  });

  test('holds every version of a page of text', async () => {
    const { context, path, other, backup } = await openForBackup(open);
    const markdown = '---\ntitle: "Us"\n---\n\n\\ ü\n';
    for (const [at, text] of [markdown, `${markdown}more`, null].entries())
      await addVersion(context.db, { name: 'about', version: at + 1, markdown: text, savedAt: context.clock() });
    expect((await backup()).rows).toMatchObject({ text_versions: 3 });
    const target = await other();
    await restore(target, path, { yes: true });
    expect(await textVersions(target.db, 'about')).toEqual(await textVersions(context.db, 'about'));
  });

  test('of many rows comes back', { timeout: 120_000 }, async () => {
    const { context, path, other } = await openForBackup(open);
    await sql`insert into brands (slug, name) select 'b' || n, 'Brand ' || n from generate_series(1, 2300) as n`.execute(context.db);
    const phases = new Set<string>();
    await backUp(context, path, ({ phase }) => void phases.add(phase));
    const target = await other();
    const { rows } = await restore(target, path, { yes: false, onProgress: ({ phase }) => void phases.add(phase) });
    expect(rows['brands']).toBe(2_300);
    expect([...phases]).toEqual(['writing', 'verifying', 'waiting for its turn', 'restoring', 'comparing']);
  });

  test('that is interrupted leaves the one before in its place', async () => {
    const { context, path, fill, backup } = await openForBackup(open);
    await fill();
    await backup();
    const good = await readFile(path);
    await expect(
      backUp(context, path, () => {
        throw new Error('enough');
      }),
    ).rejects.toThrow('enough');
    expect(await readFile(path)).toEqual(good);
    expect(await readdir(join(path, '..'))).toEqual(['all.jsonl.gz']);
  });

  test('made twice at once under one name is whole both times', async () => {
    const { context, path, fill, other, backup } = await openForBackup(open);
    await fill();
    const [first, second] = await Promise.all([backup(), backup()]);
    expect(second.rows).toEqual(first.rows);
    expect(await readdir(join(path, '..'))).toEqual(['all.jsonl.gz']);
    const target = await other();
    await restore(target, path, { yes: false });
    expect(await contents(target.db)).toEqual(await contents(context.db));
  });

  test('cannot be written where there is no folder', async () => {
    const { context, path } = await openForBackup(open);
    await expect(backUp(context, join(path, '..', 'none', 'x.jsonl.gz'))).rejects.toThrow('its folder does not exist');
  });

  test.runIf(inject('postgres'))('is restored by a user of PostgreSQL without special rights', async () => {
    const { context, path, fill, backup } = await openForBackup(open);
    await fill();
    await backup();
    const server = inject('postgres')!;
    const name = `magpie_plain_${randomBytes(6).toString('hex')}`;
    await administer(server, `create role ${name} login`);
    await administer(server, `create database ${name} owner ${name}`);
    try {
      const address = new URL(databaseAt(server, name));
      address.username = name;
      const plain = await openDatabase({ databaseUrl: address.href, dataDir: '' });
      try {
        const target = contextOf(plain);
        await restore(target, path, { yes: false });
        expect(await contents(plain.db)).toEqual(await contents(context.db));
      } finally {
        await plain.close();
      }
    } finally {
      await administer(server, `drop database ${name} with (force)`);
      await administer(server, `drop role ${name}`);
    }
  });

  test.runIf(inject('postgres'))('goes from one kind of database to the other', async () => {
    const { context, path, fill, backup } = await openForBackup(open);
    await fill();
    await backup();
    const embedded = await openEmbeddedCopy();
    try {
      const target = contextOf(embedded);
      await restore(target, path, { yes: true });
      expect(await exported(target)).toEqual(await exported(context));
      const back = `${path}.back.jsonl.gz`;
      await backUp(target, back);
      await restore(context, back, { yes: true });
      expect(await contents(context.db)).toEqual(await contents(embedded.db));
    } finally {
      await embedded.close();
    }
  });
});

/**
 * Makes a database with everything in it on the server, and has commands work on it, whose output is not shown.
 * @param made how the database is made
 * @returns its name, a file for its backup, and what it holds
 */
async function everythingOn(server: string, made: string, opening?: Parameters<typeof openDatabase>[2]) {
  const name = `${inject('postgresTemplate')}_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} ${made}`);
  onTestFinished(() => administer(server, `drop database ${name} with (force)`));
  const databaseUrl = databaseAt(server, name);
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ databaseUrl, dataDir }, undefined, opening);
  const context = contextOf(database);
  expect((await importRecords(context, everything())).problems).toEqual([]);
  const before = await exported(context);
  await database.close();
  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('DATA_DIR', dataDir);
  const told = vi.spyOn(console, 'log').mockReturnValue();
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => (vi.unstubAllEnvs(), told.mockRestore(), said.mockRestore()));
  return { name, file: join(dataDir, 'all.jsonl.gz'), before };
}

/** What a database in UTF8 holds after a restore of this file. */
async function restored(file: string) {
  const copy = await openCopy();
  onTestFinished(() => copy.close());
  const target = contextOf(copy);
  await restore(target, file, { yes: true });
  return exported(target);
}

test.skipIf(!inject('postgres'))('of a server that takes no writing, such as a standby, is made, and its status shown', async () => {
  const server = inject('postgres')!;
  const { name, file, before } = await everythingOn(server, `template ${inject('postgresTemplate')}`);
  await administer(server, `alter database ${name} set default_transaction_read_only = on`);
  expect(await runCommandLine(['status'])).toBe(0);
  expect(await runCommandLine(['backup', file])).toBe(0);
  expect(await runCommandLine(['restore', file, '--yes'])).toBe(1);
  expect(await restored(file)).toEqual(before);
});

test.skipIf(!inject('postgres'))('of a database in SQL_ASCII, which a start refuses, goes into one in UTF8', async () => {
  const inAscii = `encoding 'SQL_ASCII' locale 'C' template template0`;
  const { file, before } = await everythingOn(inject('postgres')!, inAscii, { anyEncoding: true });
  expect(await runCommandLine(['status'])).toBe(1);
  expect(await runCommandLine(['backup', file])).toBe(0);
  expect(await restored(file)).toEqual(before);
});
