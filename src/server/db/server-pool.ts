import pg from 'pg';
import type { Embedded } from './embedded.ts';
import { listenForChanges } from './listen.ts';
import { requestScope } from '../request-scope.ts';
import { type PoolTimeouts, ServerClient, TIMEOUTS } from './server-client.ts';
import { beginBriefly } from './time-limit.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { wrapQuery } from './wrap-query.ts';
import { required } from '../../lib/required.ts';
import { errorCode } from '../../lib/error-code.ts';

const MOST_CONNECTIONS = 10;
/** How long running statements may take when the pool is closed. */
const CLOSE_MS = 2_000;
/** Switches JIT off: statements are short, and compiling one takes a hundred times as long as running it. */
const NO_COMPILING = '-c jit=off';
/**
 * Settings that a server, a database or a role may have otherwise: how times are written, which the driver reads in ISO alone, and numbers,
 * intervals and bytes; how the text of statements is read; isolation; and limits that would end a snapshot, which is idle while it is read.
 */
const AS_WRITTEN_FOR = [
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'standard_conforming_strings=on',
  'default_transaction_isolation=read\\ committed',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
/** Makes the server, too, detect a client that is gone, and release its locks. */
const KEEP_ALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool of connections to the PostgreSQL server at an address. */
export function openServer(connectionString: string, types: pg.CustomTypesConfig, timeouts: PoolTimeouts = TIMEOUTS): Embedded {
  const all = new Set<pg.Client>();
  const idle = new Set<pg.Client>();
  class PooledClient extends ServerClient {
    constructor(config: pg.ClientConfig = {}) {
      // When one connection has fallen silent, the idle ones most likely have, too, which would be noticed only on use. The error
      // makes the pool drop them at once.
      super(config, timeouts, () => idle.forEach((client) => client.emit('error', new Error('another connection has fallen silent'))));
      // Commands and jobs wait for locks for as long as needed; requests wait briefly, and then the visitor is told.
      wrapQuery(this, ([text, ...rest], query) =>
        query(text === 'begin' && requestScope.getStore() ? beginBriefly(timeouts.lock) : text, ...rest),
      );
    }
  }
  const address = new URL(connectionString);
  // The driver would take these in place of ours, and nothing would set time limits.
  const own = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const pool = new ServerPool({
    connectionString: address.href,
    types,
    max: MOST_CONNECTIONS,
    options: `${own} -c timezone=UTC -c statement_timeout=${timeouts.statement} ${AS_WRITTEN_FOR} ${NO_COMPILING} ${KEEP_ALIVE}`,
    Client: PooledClient,
  });
  pool.on('connect', (client) => all.add(client));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => [all, idle].forEach((clients) => clients.delete(client)));
  // The pool replaces a connection that breaks while idle; without a listener, the error would end the process.
  pool.on('error', () => undefined);
  const listening = listenForChanges(connectionString, timeouts);
  return {
    pool,
    onChanges: (listener, onError) => listening.onChanges(listener, (error) => onError?.(unavailable(connectionString, error))),
    async close() {
      await listening.stop();
      const late = setTimeout(() => all.forEach(({ connection }) => connection.stream.destroy()), CLOSE_MS);
      await pool.end();
      clearTimeout(late);
    },
  };
}

/** A pool whose connection errors state the reason in one sentence. */
class ServerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    return this.#connect();
  }

  /** Async, because a connection throws at once where it cannot read what its address names. */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      throw unavailable(required(this.options.connectionString, 'the address of the database'), error);
    }
  }
}

/** SQLSTATEs of a server that is starting, stopping, full or gone, or of a pooler before it: the next try may succeed. */
const MAY_PASS = /^(?:57P0|53|08)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** What the driver says of a password that the server asks for and the address has not. */
const NO_PASSWORD = /client password must be/;
/** What Node says of a file, of a key or certificate, that the address names. */
const NO_FILE = /, (?:open|read)\b/;
/** What comes of encryption that a server does not offer, or with a certificate that is not trusted, by the driver's words and Node's codes. */
const NOT_ENCRYPTED = /does not support SSL/;
const NOT_TRUSTED = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/;

function unavailable(connectionString: string, error: unknown): DatabaseUnavailable {
  const code = errorCode(error) ?? '';
  const said = (error instanceof Error && error.message) || code || String(error);
  const isRefused = error instanceof pg.DatabaseError && SQLSTATE.test(code);
  const mistake = mistakeIn(said, code);
  const [does, reason] = mistake ? ['cannot be used', mistake] : [isRefused ? 'refuses' : 'does not answer', said];
  return new DatabaseUnavailable(`the database at ${addressIn(connectionString)} ${does}: ${reason}`, {
    cause: error,
    mayPass: !mistake && (!isRefused || MAY_PASS.test(code)),
  });
}

/** What is wrong with an address that the driver gives up on by itself, however often it is tried. */
function mistakeIn(said: string, code: string): string | undefined {
  if (NO_PASSWORD.test(said)) return 'it asks for a password, and DATABASE_URL has none';
  if (said === 'URI malformed') return 'letters in DATABASE_URL are not written in UTF-8, as %C3%A9 for é';
  if (NO_FILE.test(said)) return `a file that DATABASE_URL names cannot be read: ${said}`;
  if (NOT_ENCRYPTED.test(said)) return 'it offers no encryption, which sslmode in DATABASE_URL asks for';
  if (NOT_TRUSTED.test(code))
    return `its certificate is not trusted (${said}): name a file with the authority that signed it, as sslrootcert=FILE in DATABASE_URL`;
  return undefined;
}

/** The address without user and password. */
function addressIn(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host}${pathname}`;
}
