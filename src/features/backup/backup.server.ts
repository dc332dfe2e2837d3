import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { CATALOGUE_ID } from '../../server/db/settings.ts';
import type { Progress } from '../../lib/progress.ts';
import { writeRefusal } from '../../lib/write-refusal.ts';
import { lineDigest } from './digest.ts';
import { FORMAT, rowLine, type Header, type Trailer } from './format.ts';
import { verifyBackup } from './read-backup.ts';
import { countRows, readRows, fixJsonFormat } from './rows.server.ts';
import { readMigrations, readSequences, readTables, type Table } from './tables.server.ts';

type OnProgress = (progress: Progress) => void | Promise<void>;

interface BackupReport {
  path: string;
  bytes: number;
  /** How many rows of each table. */
  rows: Record<string, number>;
}

/**
 * Writes one state of the whole database to a compressed file, reads the file back, and only then lets it appear under
 * its name.
 * @throws Refused when the file cannot be written there
 */
export async function backUp(context: Context, path: string, onProgress: OnProgress = () => undefined): Promise<BackupReport> {
  // Two backups may be made under one name at once, also by one process.
  const draft = `${path}.${randomUUID()}.part.gz`;
  try {
    const written = await writeDraft(context, draft, onProgress);
    const { trailer } = await verifyBackup(draft, onProgress);
    if (trailer.sha256 !== written.sha256) throw new Error(`${draft} does not hold what was written; is the disk sound?`);
    const { size } = await stat(draft);
    await rename(draft, path);
    return { path, bytes: size, rows: Object.fromEntries(Object.entries(trailer.tables).map(([name, { rows }]) => [name, rows])) };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw writeRefusal(error, path, "the site's process");
  }
}

async function writeDraft({ db, clock }: Context, draft: string, onProgress: OnProgress): Promise<Trailer> {
  const gzip = createGzip();
  // It contains members' data, so only its owner can read it; and it is flushed to the disk before it gets its name.
  const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600, flush: true }));
  written.catch(() => undefined);
  const all = lineDigest();
  const write = async (text: string) => {
    if (gzip.destroyed) await written;
    if (!gzip.write(`${text}\n`)) await Promise.race([once(gzip, 'drain'), written]);
  };
  try {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const trailer = await snapshot.execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await fixJsonFormat(transaction);
      const tables = await readTables(transaction);
      const header = JSON.stringify(await headerOf(transaction, tables, clock()));
      all.add(header);
      await write(header);
      const rows = await writeTables(transaction, tables, onProgress, async (line) => {
        all.add(line);
        await write(line);
      });
      return { tables: rows, sha256: all.sha256() };
    });
    await write(JSON.stringify(trailer satisfies Trailer));
    gzip.end();
    await written;
    return trailer;
  } finally {
    gzip.destroy();
  }
}

async function headerOf(db: Db, tables: Table[], now: Date): Promise<Header> {
  const id = await db.selectFrom('settings').select('value').where('key', '=', CATALOGUE_ID).executeTakeFirst();
  return {
    backup: 'magpie',
    format: FORMAT,
    madeAt: now.toISOString(),
    migrations: await readMigrations(db),
    catalogueId: id?.value ?? '',
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    sequences: await readSequences(db),
  };
}

async function writeTables(
  transaction: Db,
  tables: Table[],
  onProgress: OnProgress,
  write: (line: string) => Promise<void>,
): Promise<Trailer['tables']> {
  let total = 0;
  for (const { name } of tables) total += await countRows(transaction, name);
  let done = 0;
  const written: Trailer['tables'] = {};
  for (const table of tables) {
    const digest = lineDigest();
    for await (const rows of readRows(transaction, table)) {
      for (const row of rows) {
        digest.add(row);
        await write(rowLine(table.name, row));
      }
      done += rows.length;
      await onProgress({ phase: 'writing', done, total });
    }
    written[table.name] = { rows: digest.count(), sha256: digest.sha256() };
  }
  return written;
}
