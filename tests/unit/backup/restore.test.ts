import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { restore } from '../../../src/features/backup/restore.server.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { CATALOGUE_ID } from '../../../src/server/db/settings.ts';
import { required } from '../../../src/lib/required.ts';
import { contents, nextPost, openForBackup } from '../../support/backups.ts';
import { deal, importRecords } from '../../support/catalogue.ts';
import { eachDatabase, openServerCopy } from '../../support/databases.ts';

const catalogueId = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('key', '=', CATALOGUE_ID).executeTakeFirstOrThrow()).value;

eachDatabase('a restore', (open) => {
  test('replaces what is there only when told to, gives a new id, and says that everything changed', async () => {
    const { context, path, fill, backup } = await openForBackup(open);
    await fill();
    await backup();
    const before = await contents(context.db);
    const id = await catalogueId(context.db);
    await importRecords(context, [deal({ title: 'Changed' }), deal({ sourceId: 'd9' })]);
    await expect(restore(context, path, { yes: false })).rejects.toThrow('The site has 3 deals, and restoring replaces everything on it.');
    expect(await catalogueId(context.db)).toBe(id);
    const { seq } = await context.db
      .selectFrom('changes')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    await restore(context, path, { yes: true });
    expect(await contents(context.db)).toEqual(before);
    expect(await catalogueId(context.db)).not.toBe(id);
    const noted = await context.db.selectFrom('changes').select('subject').where('seq', '>', seq).execute();
    expect(noted).toEqual([{ subject: 'everything' }]);
    // The triggers are on again.
    await importRecords(context, [deal({ title: 'Changed' })]);
    expect(
      await context.db.selectFrom('changes').select('id').distinct().where('subject', '=', 'deal').where('seq', '>', seq).execute(),
    ).toEqual([{ id: 1001 }]);
    await expect(sql`delete from stores`.execute(context.db)).rejects.toThrow('foreign key');
  });

  test('of references that lead nowhere is taken back whole', async () => {
    const { context, path, fill, backup, rewrite, forge } = await openForBackup(open);
    await fill();
    await backup();
    const before = await contents(context.db);
    await rewrite((lines) => lines.filter((line) => !line.startsWith('["stores",')));
    await forge(() => undefined);
    await importRecords(context, [deal({ title: 'Since then' })]);
    const since = await contents(context.db);
    await expect(restore(context, path, { yes: true })).rejects.toThrow('foreign key');
    expect(await contents(context.db)).toEqual(since);
    expect(since).not.toEqual(before);
    expect(await nextPost(context.db)).toBeGreaterThan(1_004);
  });

  describe('is refused before anything is touched', () => {
    let site: Awaited<ReturnType<typeof openForBackup>>;
    let before: unknown;
    beforeEach(async () => {
      site = await openForBackup(open);
      await site.fill();
      await site.backup();
      before = await contents(site.context.db);
    });
    const refused = async (message: RegExp | string) => {
      await expect(restore(site.context, site.path, { yes: true })).rejects.toThrow(message);
      expect(await contents(site.context.db)).toEqual(before);
    };

    test('when it is cut off', async () => {
      const bytes = await readFile(site.path);
      await writeFile(site.path, bytes.subarray(0, bytes.length - 20));
      await refused('is damaged: it cannot be decompressed');
    });

    test.each<[string, (lines: string[]) => string[], string]>([
      ['without its end', (lines) => lines.slice(0, -1), 'is damaged: its end is missing'],
      ['with a row fewer', (lines) => lines.toSpliced(3, 1), 'is damaged: its contents are not what was written'],
      [
        'with a letter changed',
        (lines) => lines.map((line) => line.replace('Acme', 'Acne')),
        'is damaged: its contents are not what was written',
      ],
      ['with lines after its end', (lines) => [...lines, lines[1]!], 'is damaged: it goes on after its end'],
      ['with a broken line', (lines) => lines.toSpliced(2, 0, '["deals",{'), 'is damaged: line 3 cannot be read'],
    ])('%s', async (_name, change, message) => {
      await site.rewrite(change);
      await refused(message);
    });

    test('when it is something else', async () => {
      await writeFile(site.path, gzipSync(`${JSON.stringify(deal())}\n`));
      await refused(`is not a Magpie backup; use "import" for records of the catalogue`);
      await writeFile(site.path, gzipSync(''));
      await refused('is empty');
      await writeFile(site.path, 'no gzip');
      await refused('is damaged');
    });

    test('when it is a pipe or a device', async () => {
      await rm(site.path);
      await promisify(execFile)('mkfifo', [site.path]);
      await refused(`${site.path} is a pipe or a device: save what comes from it to a file, and restore that one`);
    });

    test('when its format is newer', async () => {
      await site.rewrite(([first, ...lines]) => [JSON.stringify({ ...(JSON.parse(first!) as object), format: 2 }), ...lines]);
      await refused('was made by a newer version of Magpie; upgrade this one first');
    });
  });
});

const server = inject('postgres');

test.skipIf(!server)('a restore lets go of the tables that it has when another transaction has those that it lacks', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, path, fill, backup } = await openForBackup(async () => database);
  await fill();
  await backup();
  const before = await contents(context.db);
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())`.execute(context.db);
    return rows.length;
  };
  const phases: string[] = [];
  const restored = Promise.withResolvers<unknown>();
  await context.db.transaction().execute(async (work) => {
    await sql`delete from votes where false`.execute(work);
    restore(context, path, { yes: true, onProgress: ({ phase }) => void phases.push(phase) }).then(restored.resolve, restored.reject);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await sql`delete from alerts where false`.execute(work);
    expect(phases).not.toContain('restoring');
  });
  await restored.promise;
  expect(await contents(context.db)).toEqual(before);
});
