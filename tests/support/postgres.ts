import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import { openDatabase } from '../../src/server/db/connect.ts';
import { freePort } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server's maintenance database; undefined when there is no server to test with. */
    postgres: string | undefined;
    /** Name of a migrated, empty database to copy. */
    postgresTemplate: string;
  }
}

export interface Server {
  url: string;
  about: string;
  stop(): Promise<void>;
}

/** A server of the tests' own, which they may end and start again. */
export interface OwnServer extends Server {
  /** Ends it at once, as when its process is killed, or lets it end what runs first; and starts it again. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
}

/**
 * Finds a PostgreSQL for the tests, once a run: that of TEST_DATABASE_URL, else one started from the server's programs
 * on this machine, in a temporary folder and on a free port of the loopback; without either, PGlite alone is tested.
 * @throws where there is none and CI is set: there nothing is left out unseen
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  if (!server && process.env['CI']) throw new Error('the tests need a PostgreSQL server: install one, or name it in TEST_DATABASE_URL');
  console.log(`Databases: PGlite${server ? ` and ${server.about}` : ' alone; there is no PostgreSQL here (TEST_DATABASE_URL)'}`);
  const template = `magpie_test_template_${process.pid}`;
  project.provide('postgres', server?.url);
  project.provide('postgresTemplate', template);
  if (!server) return async () => undefined;
  await administer(server.url, `create database ${template}`);
  const { db, close } = await openDatabase({ databaseUrl: databaseAt(server.url, template), dataDir: '' });
  // Each copy is a catalogue of its own, and gets a name when it is opened.
  await db.deleteFrom('settings').execute();
  await close();
  return async () => {
    for (const name of await databasesLike(server.url, template)) await administer(server.url, `drop database ${name} with (force)`);
    await server.stop();
  };
}

/** The same server's address with another database. */
export function databaseAt(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function databasesLike(url: string, beginning: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [beginning]);
    return rows.map(({ datname }) => datname);
  } finally {
    await client.end();
  }
}

/** Runs a statement that no transaction allows, such as making a database. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Settings that trade durability for speed, as test databases need not survive a power failure. */
const IN_A_HURRY = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/**
 * That of TEST_DATABASE_URL, else one that is started from the programs on this machine.
 * @param settings of the one that is started
 */
export async function findServer(settings: string[] = IN_A_HURRY): Promise<Server | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, about: 'PostgreSQL at TEST_DATABASE_URL', stop: async () => undefined };
  return startOwnServer(settings);
}

/** Starts a server from the programs on this machine, whatever else there is. */
export async function startOwnServer(settings: string[] = []): Promise<OwnServer | undefined> {
  const programs = findPrograms();
  const user = programs && serverUser();
  return programs && user ? startServer(programs, user, settings) : undefined;
}

/** Whether tests can start a server of their own. */
export const hasServerPrograms = () => findPrograms() !== undefined && serverUser() !== undefined;

/** The folder with the newest server's programs. */
function findPrograms(): string | undefined {
  const installed = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => parseInt(b.slice(20), 10) - parseInt(a.slice(20), 10));
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  return [...installed, ...onPath].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

type User = { uid?: number; gid?: number };

/** PostgreSQL does not run as root: whom to run it as then, if there is anybody. */
function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue;
    }
  }
  return undefined;
}

/** The signals by which PostgreSQL is stopped. */
const ENDS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

async function startServer(programs: string, user: User, asked: string[]): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = { ...user, cwd: folder };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'magpie', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...run,
    stdio: 'pipe',
  });
  const port = await freePort();
  const settings = [...asked, 'unix_socket_directories=', 'max_connections=60'];
  const start = async () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...run, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const exited = once(server, 'exit');
    // For a run that is interrupted.
    const kill = () => server.kill(ENDS.immediate);
    process.once('exit', kill);
    await isReady(server.stderr);
    return async (how: keyof typeof ENDS) => {
      process.off('exit', kill);
      server.kill(ENDS[how]);
      await exited;
    };
  };
  let end = await start();
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { ...run, encoding: 'utf8' });
  return {
    url: `postgres://magpie@127.0.0.1:${port}/postgres`,
    about: `PostgreSQL ${/\d+(\.\d+)?/.exec(version)?.[0]} of ${programs}`,
    async restart(how) {
      await end(how);
      end = await start();
    },
    async stop() {
      await end('fast');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isReady(log: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    createInterface({ input: log })
      .on('line', (line) => {
        said.push(line);
        if (line.includes('ready to accept connections')) resolve();
      })
      .on('close', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  });
}
