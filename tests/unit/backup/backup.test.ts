import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { backUp } from '../../../src/features/backup/backup.server.ts';
import { gatherTallies, talliedDeals } from '../../../src/features/feeds/tallies.server.ts';
import { gatherSearch } from '../../../src/features/search/gather.server.ts';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { CATALOGUE_ID } from '../../../src/server/db/settings.ts';
import { accountsContext, newMember, tryLogIn } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { eachDatabase, openEmbeddedCopy } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { administer, databaseAt } from '../../support/postgres.ts';
import { catalogue } from '../../support/arbitrary-catalogue.ts';
import {
  brand,
  collection,
  comment,
  contextOf,
  deal,
  exported,
  importRecords,
  member,
  NOW,
  offer,
  surroundings,
  temporaryFolder,
} from '../../support/catalogue.ts';

const everything = () => [
  ...surroundings(),
  brand(),
  collection(),
  member(),
  deal({ brand: 'zeta', collections: ['under-25'], prices: [['2026-01-01', 30]], variants: ['a "b"', 'ü, {c}'], title: 'Zwölf\\ "x" €' }),
  deal({ sourceId: 'd2', postedAt: '2026-02-01T00:00:00.123Z', description: 'One.\n\nTwo\t\u2028three' }),
  comment(),
  comment({ sourceId: 'c2', parent: 'c1' }),
  offer({ percent: 12.3 }),
];

/** Every row of every table but the migrator's, the journal's and the catalogue's id. */
async function contents(db: Db): Promise<Record<string, unknown>> {
  await gatherTallies(db);
  await gatherSearch(db);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' and tablename not in ('changes', 'reputation_due')
      and tablename not like 'suggestion%' and tablename <> 'search_synonyms'
    order by tablename collate "C"`.execute(db);
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(db);
    all[name] = rows
      .map(({ row }) => row)
      .filter((row) => !row.includes(CATALOGUE_ID))
      .toSorted();
  }
  return all;
}

const catalogueId = async (db: Db) =>
  (await db.selectFrom('settings').select('value').where('key', '=', CATALOGUE_ID).executeTakeFirstOrThrow()).value;
const nextPost = async (db: Db) => (await sql<{ id: number }>`select nextval('post_ids') as id`.execute(db)).rows[0]!.id;

eachDatabase('a backup', (open) => {
  let context: Context;
  let path: string;
  beforeEach(async () => {
    context = contextOf(await open());
    path = join(await temporaryFolder(), 'all.jsonl.gz');
  });

  const fill = async () => expect((await importRecords(context, everything())).problems).toEqual([]);
  const other = async () => contextOf(await open());
  const backup = () => backUp(context, path);

  /** Writes the backup's lines otherwise. */
  const rewrite = async (change: (lines: string[]) => string[]) => {
    const lines = gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n');
    await writeFile(path, gzipSync(`${change(lines).join('\n')}\n`));
  };

  test('restored elsewhere is the same, and goes on counting where it was', async () => {
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

  test('holds accounts and pictures, and nothing of the moment', async () => {
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

  test('of many rows comes back', { timeout: 120_000 }, async () => {
    const many = Array.from({ length: 2_300 }, (_, at) => brand({ slug: `b${at}`, name: `Brand ${at}` }));
    await importRecords(context, many);
    const phases = new Set<string>();
    await backUp(context, path, ({ phase }) => void phases.add(phase));
    const target = await other();
    const { rows } = await restore(target, path, { yes: false, onProgress: ({ phase }) => void phases.add(phase) });
    expect(rows['brands']).toBe(2_300);
    expect([...phases]).toEqual(['writing', 'verifying', 'restoring', 'comparing']);
  });

  test('replaces what is there only when told to, gives a new id, and says that everything changed', async () => {
    await fill();
    await backup();
    const before = await contents(context.db);
    const id = await catalogueId(context.db);
    await importRecords(context, [deal({ title: 'Changed' }), deal({ sourceId: 'd9' })]);
    await expect(restore(context, path, { yes: false })).rejects.toThrow(
      'The site holds 3 deals, and restoring replaces everything on it.',
    );
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
      (await context.db.selectFrom('changes').select('subject').where('subject', '=', 'deal').where('seq', '>', seq).execute()).length,
    ).toBe(1);
    await expect(sql`delete from stores`.execute(context.db)).rejects.toThrow('foreign key');
  });

  test('that is interrupted leaves the one before in its place', async () => {
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

  test('cannot be written where there is no folder', async () => {
    await expect(backUp(context, join(path, '..', 'none', 'x.jsonl.gz'))).rejects.toThrow('its folder does not exist');
  });

  describe('is refused before anything is touched', () => {
    let before: unknown;
    beforeEach(async () => {
      await fill();
      await backup();
      before = await contents(context.db);
    });
    const refused = async (message: RegExp | string) => {
      await expect(restore(context, path, { yes: true })).rejects.toThrow(message);
      expect(await contents(context.db)).toEqual(before);
    };
    const header = (change: object) => (lines: string[]) => [
      JSON.stringify({ ...(JSON.parse(lines[0]!) as object), ...change }),
      ...lines.slice(1),
    ];

    test('when it is cut off', async () => {
      const bytes = await readFile(path);
      await writeFile(path, bytes.subarray(0, bytes.length - 20));
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
      await rewrite(change);
      await refused(message);
    });

    test('when it is something else', async () => {
      await writeFile(path, gzipSync(`${JSON.stringify(deal())}\n`));
      await refused(`is no backup of Magpie's; records of the catalogue are read by "import"`);
      await writeFile(path, gzipSync(''));
      await refused('is empty');
      await writeFile(path, 'no gzip');
      await refused('is damaged');
    });

    test('when its format is newer', async () => {
      await rewrite(header({ format: 2 }));
      await refused('was made by a newer version of Magpie; upgrade this one first');
    });
  });

  /** A backup whose sums are right although its contents were changed: as another version would write it. */
  const forged = async (change: (header: { migrations: string[]; tables: Record<string, string[]> }) => void) => {
    await rewrite((lines) => {
      const header = JSON.parse(lines[0]!) as Parameters<typeof change>[0];
      change(header);
      const body = [JSON.stringify(header), ...lines.slice(1, -1)];
      const trailer = JSON.parse(lines.at(-1)!) as object;
      const tables = Object.fromEntries(
        Object.keys(header.tables).map((name) => {
          const rows = body.slice(1).flatMap((line) => (line.startsWith(`["${name}",`) ? [line.slice(name.length + 4, -1)] : []));
          return [
            name,
            {
              rows: rows.length,
              sha256: createHash('sha256')
                .update(rows.map((row) => `${row}\n`).join(''))
                .digest('hex'),
            },
          ];
        }),
      );
      const sha256 = createHash('sha256')
        .update(body.map((line) => `${line}\n`).join(''))
        .digest('hex');
      return [...body, JSON.stringify({ ...trailer, tables, sha256 })];
    });
  };

  test('of a newer version is refused, and one of an older table too', async () => {
    await fill();
    await backup();
    await forged(({ migrations }) => migrations.push('0999-later'));
    await expect(restore(context, path, { yes: true })).rejects.toThrow('newer version of Magpie (it has the migration 0999-later)');
    await backup();
    await forged(({ tables }) => tables['brands']!.push('colour'));
    await expect(restore(context, path, { yes: true })).rejects.toThrow('older version of Magpie, whose table brands had a column colour');
  });

  test('of an older version goes in; tables that it did not know are empty then', async () => {
    await fill();
    await backup();
    await forged(({ tables, migrations }) => {
      delete tables['merged_deals'];
      migrations.pop();
    });
    const before = await contents(context.db);
    await mergeDeals(context, 'test:d2', 'test:d1');
    await restore(context, path, { yes: true });
    expect(await contents(context.db)).toEqual(before);
    expect(before).toMatchObject({ merged_deals: [] });
  });

  test('of before a column was renamed goes in, under its new name', async () => {
    await fill();
    const { user_id } = await context.db.selectFrom('members').select('user_id').executeTakeFirstOrThrow();
    const report = { post_id: 1, user_id, created_at: NOW };
    await context.db
      .insertInto('reports')
      .values([
        { ...report, reason: 'Spam', resolved_at: NOW },
        { ...report, reason: 'Troll' },
      ])
      .execute();
    const before = await contents(context.db);
    await sql`alter table reports rename column resolved_at to settled_at`.execute(context.db);
    await backup().finally(() => sql`alter table reports rename column settled_at to resolved_at`.execute(context.db));
    const target = await other();
    await restore(target, path, { yes: false });
    expect(await contents(target.db)).toEqual(before);
    expect(await target.db.selectFrom('reports').select('resolved_at').orderBy('id').execute()).toEqual([
      { resolved_at: NOW },
      { resolved_at: null },
    ]);
  });

  test('whose references lead nowhere is taken back whole', async () => {
    await fill();
    await backup();
    const before = await contents(context.db);
    await rewrite((lines) => lines.filter((line) => !line.startsWith('["stores",')));
    await forged(() => undefined);
    await importRecords(context, [deal({ title: 'Since then' })]);
    const since = await contents(context.db);
    await expect(restore(context, path, { yes: true })).rejects.toThrow('foreign key');
    expect(await contents(context.db)).toEqual(since);
    expect(since).not.toEqual(before);
    expect(await nextPost(context.db)).toBeGreaterThan(1_004);
  });

  test.runIf(inject('postgres'))('is restored by a user of PostgreSQL without special rights', async () => {
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
