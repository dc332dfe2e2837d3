import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { ConfigError } from '../../../src/server/config.ts';
import { sendCommand, serveControl } from '../../../src/server/control.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { faultSaid } from '../../../src/server/db/embedded-protocol.ts';
import { migrationFault } from '../../../src/server/db/unusable.ts';
import { DatabaseUnavailable, TakesNoWriting } from '../../../src/server/db/unavailable.ts';
import { plainFault } from '../../../src/server/plain-fault.ts';
import { readyLine } from '../../../src/server/ready-line.ts';
import { startOptions } from '../../../src/server/start-options.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { administer, databaseAt } from '../../support/postgres.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const server = inject('postgres');

test('a database that does not answer is one sentence with what to do', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://u:secret@127.0.0.1:1/deals', dataDir: '/nowhere' });
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(plainFault(error)).toBe(
    'The database at 127.0.0.1:1/deals does not answer: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded database is used.',
  );
});

test.skipIf(!server)('a server that has no connection left is told as that, and may have one soon', async () => {
  const role = `magpie_full_${randomBytes(6).toString('hex')}`;
  await administer(server!, `create role ${role} login connection limit 0`);
  onTestFinished(() => administer(server!, `drop role ${role}`));
  const address = new URL(server!);
  address.username = role;
  const error: unknown = await openDatabase({ databaseUrl: address.href, dataDir: '/nowhere' }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ mayPass: true });
  expect(plainFault(error)).toBe(
    `The database at ${address.host}/postgres refuses: too many connections for role "${role}". ` +
      'Let it take more (max_connections, or the limit of the role or database), or end some of them, and try again.',
  );
});

test('a pooler that refuses is told to be none', () => {
  const cause = Object.assign(new Error('unsupported startup parameter: options'), { code: '08P01' });
  const refused = new DatabaseUnavailable(`the database at h/d refuses: ${cause.message}`, { cause });
  expect(plainFault(refused)).toBe(
    'The database at h/d refuses: unsupported startup parameter: options. ' +
      'Name the PostgreSQL server itself in DATABASE_URL, not a pooler such as PgBouncer.',
  );
});

test('what whoever starts it can put right is told as it is', () => {
  const refused = new DatabaseUnavailable('the database at h/d refuses: wrong password', { mayPass: false });
  expect(plainFault(refused)).toMatch(/refuses: wrong password\. Correct the name, user/);
  expect(plainFault(new ConfigError('PORT must be a number'))).toBe('PORT must be a number');
  expect(plainFault(new CannotStart('It is taken'))).toBe('It is taken');
});

test('too few files that may be open are told with what to do, also where the embedded database met them', () => {
  const ofDatabase = faultSaid('could not read directory "base/1": No file descriptors available');
  const ofMachine = Object.assign(new Error('too many open files'), { code: 'ENFILE' });
  for (const error of [ofDatabase, ofMachine])
    expect(plainFault(error)).toMatch(/^Magpie may not open as many files at once as it needs: let it have 1024 at least \(ulimit -n, /);
});

test.each(['ENOSPC', '53100'])('a disk that is full (%s) is told with what to do, also by the running site', async (code) => {
  const error = Object.assign(new Error('could not extend file'), { code });
  const words = 'The disk is full: could not extend file. Make room on it, and try again.';
  expect(plainFault(error)).toBe(words);
  // As a migration that failed is told.
  const wrapped = new Error('the database could not be migrated', { cause: new Error('it failed', { cause: error }) });
  expect(plainFault(wrapped)).toBe(words);
  expect(plainFault(new CannotStart('DATA_DIR cannot be used: its disk is full.', { cause: error }))).toMatch(/^DATA_DIR cannot/);
  const folder = await temporaryFolder();
  onTestFinished(await serveControl(folder, { edit: () => Promise.reject(error) }));
  const failed: unknown = await sendCommand(folder, 'edit', {}, () => undefined).catch((reason: unknown) => reason);
  // Programs that gave the command print this without a stack.
  expect(plainFault(failed)).toBe(`It failed: ${words}`);
});

test('a file of another user in the data folder is told with what to do, also by the embedded database', () => {
  const words =
    'It is a file or folder of another user, such as root, who started Magpie or gave a command. ' +
    'Give it back to the user who runs Magpie, with all else in DATA_DIR, PUBLISH_DIR and dist: chown -R USER FOLDER.';
  const refused = Object.assign(new Error("EACCES: permission denied, open '/srv/data/lock'"), { code: 'EACCES', path: '/srv/data/lock' });
  expect(plainFault(refused)).toBe(`EACCES: permission denied, open '/srv/data/lock'. ${words}`);
  expect(plainFault(faultSaid('could not open file "pg_wal/1": Permission denied'))).toBe(
    `Could not open file "pg_wal/1": Permission denied. ${words}`,
  );
  expect(plainFault(Object.assign(new Error('listen EACCES'), { code: 'EACCES', address: '127.0.0.1' }))).toBeUndefined();
});

test('a server that takes no writing is told with what to do, also of what waited on its connection', () => {
  const words =
    'The database takes no writing: it is a standby, or default_transaction_read_only is on. ' +
    'Name the server that takes it in DATABASE_URL, or switch that off, and try again.';
  const refused = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  expect([refused, new TakesNoWriting()].map(plainFault)).toEqual([words, words]);
});

test.each(['57014', '55P03', '40P01'])('what the database was too slow for (%s) is told in a sentence', (code) => {
  expect(plainFault(Object.assign(new Error('canceling statement'), { code }))).toBe(
    'The database stopped a statement that took too long, or waited too long for what others have locked. ' +
      'Try again when less is going on there.',
  );
});

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['ECONNRESET', 'read ECONNRESET'],
  ['EPIPE', 'write EPIPE'],
  [undefined, 'Connection terminated unexpectedly'],
])('a connection to the database that broke (%s) is told as that, and that a change may have been carried out', (code, message) => {
  expect(plainFault(Object.assign(new Error(message), { code }))).toBe(
    'The connection to the database broke before it answered: it was stopped or restarted, or the network failed. ' +
      'A change may have been carried out all the same: once it answers, look before you try again.',
  );
});

test('a disk on which no database can be made is told so', async ({ skip }) => {
  const disk = mountSmallDisk(8) ?? skip('this user may not mount a disk to be filled');
  onTestFinished(disk.remove);
  const opening = openDatabase({ databaseUrl: undefined, dataDir: join(disk.folder, 'data') });
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(plainFault(error)).toBe('The disk is full: the embedded database has no space left. Make room on it, and try again.');
});

describe.skipIf(!server)('a database of a server', () => {
  const newName = () => `${inject('postgresTemplate')}_${randomBytes(6).toString('hex')}`;

  /** Makes a database as given, and drops it after the test. @returns its name and address */
  async function newDatabase(options = ''): Promise<{ name: string; url: string }> {
    const name = newName();
    await administer(server!, `create database ${name} ${options}`);
    onTestFinished(() => administer(server!, `drop database ${name} with (force)`));
    return { name, url: databaseAt(server!, name) };
  }

  const wordsOfStart = async (databaseUrl: string) =>
    openDatabase({ databaseUrl, dataDir: '/nowhere' }).then(
      ({ close }) => close(),
      (error: unknown) => plainFault(error),
    );

  test.each(['SQL_ASCII', 'LATIN1'])('in %s is refused before anything is stored in it', async (encoding) => {
    const { name, url } = await newDatabase(`encoding '${encoding}' locale 'C' template template0`);
    expect(await wordsOfStart(url)).toBe(
      `The database ${name} has the encoding ${encoding}, and Magpie needs UTF8. ` +
        `Make another one: create database magpie_utf8 encoding 'UTF8' locale 'C.UTF-8' template template0. ` +
        `What is in this one goes there with npm run site -- backup all.jsonl.gz, and, with the other one in DATABASE_URL, restore all.jsonl.gz.`,
    );
  });

  test('that has a table of its own is left to whom it belongs', async () => {
    const { name, url } = await newDatabase();
    await administer(url, 'create table deals (id int)');
    expect(await wordsOfStart(url)).toBe(
      `The database ${name} holds something that Magpie has not made: relation "deals" already exists. ` +
        'Name a database for Magpie alone in DATABASE_URL.',
    );
  });

  test('of a newer version is refused with what to do', async () => {
    const { url } = await newDatabase(`template ${inject('postgresTemplate')}`);
    await administer(url, "insert into kysely_migration values ('9999-later', '2030-01-01')");
    expect(await wordsOfStart(url)).toBe(
      'The database was brought up to date by a newer version of Magpie (it has the migration 9999-later), and there is no way back. ' +
        'Start that version again, or restore a backup that this one made into an empty database.',
    );
  });

  test('of a server without its additional modules asks for them', async () => {
    const { url } = await newDatabase(`template ${inject('postgresTemplate')}`);
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '/nowhere' });
    onTestFinished(close);
    const missing = Object.assign(new Error('extension "pg_trgm" is not available'), { code: '0A000' });
    expect(plainFault(await migrationFault(db, missing))).toBe(
      'The PostgreSQL server lacks what Magpie needs: extension "pg_trgm" is not available. ' +
        'Its additional modules (contrib) hold pg_trgm and unaccent: install them there, such as the package postgresql-contrib, and start again.',
    );
  });

  test.each([
    ['', 'permission denied for schema public'],
    ['revoke usage on schema public from public', 'no schema has been selected to create in'],
  ])('whose role may make no tables there asks for the rights (%s)', async (statement, reason) => {
    const role = newName();
    await administer(server!, `create role ${role} login`);
    onTestFinished(() => administer(server!, `drop role ${role}`));
    const { name, url } = await newDatabase();
    if (statement) await administer(url, statement);
    const address = new URL(url);
    address.username = role;
    expect(await wordsOfStart(address.href)).toBe(
      `The role ${role} has not the rights that Magpie needs in the database ${name}: ${reason}. ` +
        `Make it the owner of the database and of what is in it: alter database "${name}" owner to "${role}".`,
    );
    await administer(server!, `alter database ${name} owner to ${role}`);
    expect(await wordsOfStart(address.href)).toBeUndefined();
  });
});

test('what nobody expected is not made plain', () => {
  expect(plainFault(new TypeError('x is not a function'))).toBeUndefined();
});

test.each([
  ['127.0.0.1', 'Magpie is ready at https://deals.example, and listens on 127.0.0.1:4321'],
  ['::1', 'Magpie is ready at https://deals.example, and listens on [::1]:4321'],
])('ready on %s names the site and the address', (host, line) => {
  expect(readyLine({ siteUrl: 'https://deals.example', host, port: 4321 })).toBe(line);
});

test('npm start takes --empty alone', () => {
  expect([startOptions([]), startOptions(['--empty'])]).toEqual([{ empty: false }, { empty: true }]);
  expect(() => startOptions(['--emty'])).toThrow(CannotStart);
  expect(() => startOptions(['demo'])).toThrow(/npm start takes --empty alone/);
});
