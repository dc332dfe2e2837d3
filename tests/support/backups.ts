import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { backUp } from '../../src/features/backup/backup.server.ts';
import type { Header } from '../../src/features/backup/format.ts';
import { compactTallies } from '../../src/features/feeds/tallies.server.ts';
import { gatherSearch } from '../../src/features/search/gather.server.ts';
import type { Db } from '../../src/server/db/database.ts';
import { CATALOGUE_ID } from '../../src/server/db/settings.ts';
import { brand, collection, comment, contextOf, deal, importRecords, member, offer, surroundings, temporaryFolder } from './catalogue.ts';
import type { Open } from './databases.ts';
import { fillOnce } from './fixture.ts';

/** Records of every kind, with values that are difficult to serialize. */
export const everything = () => [
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

/** Every row of every table but the migrator's, the journal's, what waits for alerts, and the catalogue's id. */
export async function contents(db: Db): Promise<Record<string, unknown>> {
  await compactTallies(db);
  await gatherSearch(db);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' and tablename not in ('changes', 'reputation_due', 'hourly_reputations', 'alert_due', 'watched_due', 'push_due')
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

/** The id that the next post gets; it is taken. */
export const nextPost = async (db: Db) => (await sql<{ id: number }>`select nextval('post_ids') as id`.execute(db)).rows[0]!.id;

/** A database, and a file to back it up to. */
export async function openForBackup(open: Open) {
  const context = contextOf(await open());
  const path = join(await temporaryFolder(), 'all.jsonl.gz');
  const fill = () =>
    fillOnce(context.db, 'records of every kind', async () => expect((await importRecords(context, everything())).problems).toEqual([]));
  const other = async () => contextOf(await open());
  const backup = () => backUp(context, path);

  /** Changes the backup's lines without updating its checksums. */
  const rewrite = async (change: (lines: string[]) => string[]) => {
    const lines = gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n');
    await writeFile(path, gzipSync(`${change(lines).join('\n')}\n`));
  };

  /** Changes the backup's header and updates its checksums, as if another version had written it. */
  const forge = async (change: (header: Pick<Header, 'migrations' | 'tables'>) => void) => {
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

  return { context, path, fill, other, backup, rewrite, forge };
}
