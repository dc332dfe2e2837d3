import { PGlite } from '@electric-sql/pglite';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { columnTypes, openPool } from '../../src/server/db/connect.ts';
import { poolOver } from '../../src/server/db/embedded.ts';
import { EMBEDDED_EXTENSIONS } from '../../src/server/db/embedded-extensions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with a migrated, empty embedded database to start from. */
    embeddedTemplate: string;
  }
}

/** Migrates an embedded database once a run; every test gets a copy of it, which takes a seventh of the time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-embedded-'));
  const database = await PGlite.create('memory://', { extensions: EMBEDDED_EXTENSIONS });
  await database.exec(`set time zone 'UTC'`);
  const pool = poolOver(database, columnTypes);
  await openPool({ pool, onChanges: () => undefined, close: () => pool.end() });
  const template = join(folder, 'template.tar');
  await writeFile(template, new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()));
  await pool.end();
  await database.close();
  project.provide('embeddedTemplate', template);
  return () => rm(folder, { recursive: true, force: true });
}
