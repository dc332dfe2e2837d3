import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import { gatherSearch } from '../../../src/features/search/gather.server.ts';
import { gatherSuggestions } from '../../../src/features/search/suggestions/gather.server.ts';
import { applySynonyms } from '../../../src/features/search/synonyms.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext, type Context } from '../../../src/server/context.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { vacuumChanged } from '../../../src/server/db/vacuum.ts';
import { administer, databaseAt, type Server } from '../../support/postgres.ts';
import { newDataDir } from '../../support/site.ts';
import { writeSearchCatalogue } from './catalogue/write-catalogue.ts';

/** The demo's present (`demo.server.ts`). */
const ANCHOR = new Date('2026-01-01T00:00:00Z');

/** A database that holds a catalogue. */
export interface Filled {
  /** What it is, as tables say it. */
  database: string;
  context: Context;
  /** How long the import took, in seconds; undefined when the deals were there already. */
  seconds: number | undefined;
  close(): Promise<void>;
}

/** The embedded database in a folder and its worker thread, as a site opens it; closing it removes the folder. */
export async function fillEmbedded(deals: number): Promise<Filled> {
  const folder = await newDataDir();
  const filled = await fill('embedded', { DATA_DIR: folder }, deals);
  return {
    ...filled,
    async close() {
      await filled.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database of its own on a PostgreSQL server, which goes when it is closed. */
export async function fillServer(server: Server, deals: number): Promise<Filled> {
  const name = `magpie_bench_${randomBytes(4).toString('hex')}`;
  await administer(server.url, `create database ${name}`);
  const filled = await fill(server.about.replace(/ (of|at) .*/, ''), { DATABASE_URL: databaseAt(server.url, name) }, deals);
  return {
    ...filled,
    async close() {
      await filled.close();
      await administer(server.url, `drop database ${name} with (force)`);
    },
  };
}

/** A PostgreSQL database that stays: filled when it holds no deals, and taken as it is otherwise. */
export const fillKept = (url: string, deals: number): Promise<Filled> => fill('PostgreSQL, kept', { DATABASE_URL: url }, deals);

async function fill(database: string, settings: NodeJS.ProcessEnv, deals: number): Promise<Filled> {
  const config = readConfig(settings);
  const { db, close } = await openDatabase(config);
  const context = makeContext({ config, db });
  try {
    const there = await db.selectFrom('deals').select('thread_id').limit(1).executeTakeFirst();
    const seconds = there ? undefined : await importCatalogue(context, deals);
    return { database, context, seconds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns how long it took, in seconds */
async function importCatalogue(context: Context, deals: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  try {
    const catalogue = join(folder, 'catalogue.jsonl');
    await writeSearchCatalogue(catalogue, deals);
    const began = performance.now();
    const { problems } = await importFiles(context, [catalogue], { shiftDatesFrom: ANCHOR });
    if (problems[0]) throw new Error(`the catalogue cannot be imported: line ${problems[0].line}, ${problems[0].reason}`);
    // What a running site does by itself.
    await applySynonyms(context.db);
    await gatherSearch(context.db);
    await gatherSuggestions(context.db);
    await vacuumChanged(context.db);
    return Math.round((performance.now() - began) / 100) / 10;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
