import { sql } from 'kysely';
import { CannotStart } from '../cannot-start.ts';
import type { Db } from './database.ts';
import { oneRow } from './one-row.ts';
import { errorCode } from '../../lib/error-code.ts';

/** SQLSTATEs: a right is missing; there is no schema in which the role may make a table. */
const NO_RIGHT = ['42501', '3F000'];
/** SQLSTATEs: a table, an object, a function or a schema is there already. */
const ALREADY_THERE = ['42P07', '42710', '42723', '42P06'];
/** SQLSTATE: the server has not got something that the schema needs; of all that, extensions alone may not be installed. */
const NOT_SUPPORTED = '0A000';
/** What Kysely's migrator says of a migration that was done and that this version does not have. */
const UNKNOWN_MIGRATION = /previously executed migration (\S+) is missing/;

/** @throws CannotStart for a database in which no start and no command has made a site: a mistyped name would look like an empty one */
export async function requireSchema(db: Db): Promise<void> {
  const { exists, name } = await oneRow(
    db,
    sql<{ exists: boolean; name: string }>`select to_regclass('kysely_migration') is not null as exists, current_database() name`,
  );
  if (exists) return;
  throw new CannotStart(
    `There is no site in the database ${name}. Set DATABASE_URL to that of your site, or make one there: npm start, or npm run site -- import FILE`,
  );
}

/** @throws CannotStart for a database whose encoding is not UTF8: storing would work, and searches would then fail */
export async function requireUtf8(db: Db): Promise<void> {
  const { encoding, name } = await oneRow(
    db,
    sql<{ encoding: string; name: string }>`select current_setting('server_encoding') encoding, current_database() name`,
  );
  if (encoding === 'UTF8') return;
  throw new CannotStart(
    `The database ${name} has the encoding ${encoding}, and Magpie needs UTF8. ` +
      `Make another one: create database magpie_utf8 encoding 'UTF8' locale 'C.UTF-8' template template0. ` +
      `What is in this one goes there with npm run site -- backup all.jsonl.gz, and, with the other one in DATABASE_URL, restore all.jsonl.gz.`,
  );
}

/**
 * Why a database could not be brought to this version's schema.
 * @param error what came of it
 * @returns CannotStart for what an operator can put right: a database of a newer version, a role without rights, a server
 * without an extension, and a database that is not Magpie's alone
 */
export async function migrationFault(db: Db, error: unknown): Promise<Error> {
  const newer = error instanceof Error && UNKNOWN_MIGRATION.exec(error.message)?.[1];
  if (newer)
    return new CannotStart(
      `The database was brought up to date by a newer version of Magpie (it has the migration ${newer}), and there is no way back. ` +
        'Start that version again, or restore a backup that this one made into an empty database.',
      { cause: error },
    );
  const code = errorCode(error) ?? '';
  if (error instanceof Error && code === NOT_SUPPORTED)
    return new CannotStart(
      `The PostgreSQL server lacks what Magpie needs: ${error.message}. ` +
        'Its additional modules (contrib) hold pg_trgm and unaccent: install them there, such as the package postgresql-contrib, and start again.',
      { cause: error },
    );
  const isKnown = error instanceof Error && [...NO_RIGHT, ...ALREADY_THERE].includes(code);
  if (!isKnown) return new Error('the database could not be migrated', { cause: error });
  const { name, role } = await oneRow(db, sql<{ name: string; role: string }>`select current_database() name, current_user role`);
  return new CannotStart(
    NO_RIGHT.includes(code)
      ? `The role ${role} has not the rights that Magpie needs in the database ${name}: ${error.message}. ` +
          `Make it the owner of the database and of what is in it: alter database "${name}" owner to "${role}".`
      : `The database ${name} holds something that Magpie has not made: ${error.message}. Name a database for Magpie alone in DATABASE_URL.`,
    { cause: error },
  );
}
