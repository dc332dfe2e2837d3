import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { prepareFolder } from '../../../src/server/db/embedded-folder.ts';
import { openToOthers } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

const LONG = 120_000;

/** A folder with what is needed to be taken for a database. */
async function databaseOf(version: string): Promise<string> {
  const folder = join(await temporaryFolder(), 'database');
  mkdirSync(join(folder, 'global'), { recursive: true });
  writeFileSync(join(folder, 'PG_VERSION'), `${version}\n`);
  writeFileSync(join(folder, 'global/pg_control'), '');
  return folder;
}

/** Every name in a folder, with when it was changed. */
const stateOf = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).toSorted().map((name) => [name, statSync(join(folder, name)).mtimeMs]);

describe('the folder of the embedded database', () => {
  test('of another PostgreSQL is refused with what to do, and stays as it is', async () => {
    const folder = await databaseOf('17');
    const before = stateOf(folder);
    const dataDir = join(folder, '..');
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(CannotStart);
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(
      /is a database of PostgreSQL 17, and this Magpie has PostgreSQL 18.*npm run site -- backup FILE.*npm run site -- restore FILE/,
    );
    expect(stateOf(folder)).toEqual(before);
  });

  test.each(['PG_VERSION', 'global/pg_control'])('without %s is refused and stays as it is', async (missing) => {
    const folder = await databaseOf('18');
    rmSync(join(folder, missing));
    const before = stateOf(folder);
    expect(() => prepareFolder(folder)).toThrow(/holds something that is no whole PostgreSQL database/);
    expect(stateOf(folder)).toEqual(before);
  });

  test('that a start left half made, which was killed, is made anew', async () => {
    const folder = join(await temporaryFolder(), 'database');
    prepareFolder(folder);
    mkdirSync(join(folder, 'base'));
    const opened = prepareFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    opened();
    expect(readdirSync(join(folder, '..'))).toEqual(['database']);
  });

  test('with files that are open to others is closed', async () => {
    const folder = await databaseOf('18');
    for (const file of ['PG_VERSION', 'global/pg_control']) chmodSync(join(folder, file), 0o666);
    prepareFolder(folder);
    expect(openToOthers(folder)).toEqual([]);
  });

  test('has no file that others can read, also none that is made later', { timeout: LONG }, async () => {
    const dataDir = await temporaryFolder();
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir });
    await sql`create table many as select md5(n::text) from generate_series(1, 100000) as n`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
    expect(readdirSync(dataDir)).toEqual(['database']);
    expect(openToOthers(dataDir).filter((name) => statSync(join(dataDir, name.split(' ')[0]!)).isFile())).toEqual([]);
    await close();
  });
});
