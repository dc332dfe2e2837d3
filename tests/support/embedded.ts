import { PGlite } from '@electric-sql/pglite';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { columnTypes, openPool } from '../../src/server/db/connect.ts';
import { embeddedPool } from '../../src/server/db/embedded.ts';
import { closeContent } from '../../src/server/private-folder.ts';
import { EMBEDDED_EXTENSIONS } from '../../src/server/db/embedded-extensions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with a migrated, empty embedded database to start from. */
    embeddedTemplate: string;
  }
}

const ROOT = resolve(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'node_modules/.cache/magpie-tests');
/** What a new database is made of. */
const SOURCES = ['src/server/db/migrations/*.ts', 'src/server/db/migrate.ts', 'src/server/db/settings.ts', 'package-lock.json'];

/** Every test of an embedded database gets a copy of a migrated one, which takes a seventh of the time that migrating takes. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('embeddedTemplate', await embeddedTemplate());
}

/** A file with a migrated, empty embedded database: made once and kept until the migrations or PGlite change. */
export async function embeddedTemplate(): Promise<string> {
  const digest = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT }).toSorted()) digest.update(readFileSync(join(ROOT, file)));
  const name = `embedded-${digest.digest('hex').slice(0, 16)}.tar`;
  const path = join(KEPT, name);
  if (existsSync(path)) return path;
  await mkdir(KEPT, { recursive: true });
  for (const old of await readdir(KEPT)) await rm(join(KEPT, old), { force: true });
  // Whole from the first moment, for a run beside this one.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, await migratedDatabase());
  await rename(draft, path);
  return path;
}

async function migratedDatabase(): Promise<Uint8Array> {
  const database = await PGlite.create('memory://', { extensions: EMBEDDED_EXTENSIONS });
  await database.exec(`set time zone 'UTC'`);
  const pool = embeddedPool(database, columnTypes);
  await openPool({ pool, onChanges: () => undefined, close: () => pool.end() });
  // Each copy is a catalogue of its own, and gets a name when it is opened.
  await database.exec('delete from settings');
  const dump = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
  await pool.end();
  await database.close();
  return dump;
}

/**
 * Puts a migrated, empty embedded database into a data folder, as a first start leaves it.
 * @param template `inject('embeddedTemplate')`
 */
export async function prepareDatabase(dataDir: string, template: string): Promise<void> {
  const folder = join(dataDir, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await promisify(execFile)('tar', ['-xf', template, '-C', folder], { cwd: dataDir });
  closeContent(folder);
}
