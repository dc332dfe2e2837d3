import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { CATALOGUE_ID } from '../../server/db/settings.ts';
import type { Progress } from '../../lib/progress.ts';
import { required } from '../../lib/required.ts';
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
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await fixJsonFormat(transaction);
    let trailer: Trailer | undefined;
    const lines = async function* () {
      trailer = yield* backupLines(transaction, clock(), onProgress);
    };
    // It contains members' data, so only its owner can read it; and it is flushed to the disk before it gets its name.
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    return required(trailer, 'the end of the backup');
  });
}

/** Yields the lines of a backup, with their line breaks. @returns the last of them */
async function* backupLines(transaction: Db, now: Date, onProgress: OnProgress): AsyncGenerator<string, Trailer> {
  const tables = await readTables(transaction);
  const all = lineDigest();
  const header = JSON.stringify(await headerOf(transaction, tables, now));
  all.add(header);
  yield `${header}\n`;
  let total = 0;
  for (const { name } of tables) total += await countRows(transaction, name);
  let done = 0;
  const written: Trailer['tables'] = {};
  for (const table of tables) {
    const digest = lineDigest();
    for await (const rows of readRows(transaction, table)) {
      for (const row of rows) {
        const line = rowLine(table.name, row);
        digest.add(row);
        all.add(line);
        yield `${line}\n`;
      }
      done += rows.length;
      await onProgress({ phase: 'writing', done, total });
    }
    written[table.name] = { rows: digest.count(), sha256: digest.sha256() };
  }
  const trailer = { tables: written, sha256: all.sha256() };
  yield `${JSON.stringify(trailer)}\n`;
  return trailer;
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
