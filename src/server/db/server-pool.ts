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
/** How long what is under way gets when the pool is closed. */
const CLOSE_MS = 2_000;
/** Statements are short, and compiling one takes a hundred times as long as running it. */
const NO_COMPILING = '-c jit=off';
/** So that the server notices a client that is gone, too, and gives up what it had locked. */
const KEEP_ALIVE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool of connections to the PostgreSQL server at an address. */
export function openServer(connectionString: string, types: pg.CustomTypesConfig, timeouts: PoolTimeouts = TIMEOUTS): Embedded {
  const all = new Set<pg.Client>();
  const idle = new Set<pg.Client>();
  class PooledClient extends ServerClient {
    constructor(config: pg.ClientConfig = {}) {
      // Where one has fallen silent the others have, most likely, and each would be noticed only when it is used: the pool
      // drops those that fail while idle at once.
      super(config, timeouts, () => idle.forEach((client) => client.emit('error', new Error('another connection has fallen silent'))));
      // Commands and jobs wait for one another, and go on with their work; somebody who has asked for something is told.
      wrapQuery(this, ([text, ...rest], query) =>
        query(text === 'begin' && requestScope.getStore() ? beginBriefly(timeouts.lock) : text, ...rest),
      );
    }
  }
  const pool = new ServerPool({
    connectionString,
    types,
    max: MOST_CONNECTIONS,
    options: `-c timezone=UTC -c statement_timeout=${timeouts.statement} ${NO_COMPILING} ${KEEP_ALIVE}`,
    Client: PooledClient,
  });
  pool.on('connect', (client) => all.add(client));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => [all, idle].forEach((clients) => clients.delete(client)));
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const listening = listenForChanges(connectionString, timeouts);
  return {
    pool,
    onChanges: listening.onChanges,
    async close() {
      await listening.stop();
      const late = setTimeout(() => all.forEach(({ connection }) => connection.stream.destroy()), CLOSE_MS);
      await pool.end();
      clearTimeout(late);
    },
  };
}

/** A pool whose errors give in one sentence the reason why there is no connection. */
class ServerPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    return super.connect().catch((error: unknown) => {
      throw unavailable(required(this.options.connectionString, 'the address of the database'), error);
    });
  }
}

/** SQLSTATEs of a server that starts or stops, is full, or went away: the next try may go well. */
const MAY_PASS = /^(?:57P0|53|08)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

function unavailable(connectionString: string, error: unknown): DatabaseUnavailable {
  const code = errorCode(error) ?? '';
  const reason = (error instanceof Error && error.message) || code || String(error);
  const isRefused = error instanceof pg.DatabaseError && SQLSTATE.test(code) && !MAY_PASS.test(code);
  return new DatabaseUnavailable(`the database at ${addressIn(connectionString)} ${isRefused ? 'refuses' : 'does not answer'}: ${reason}`, {
    cause: error,
    mayPass: !isRefused,
  });
}

/** Without who asks and with what password. */
function addressIn(connectionString: string): string {
  const { host, pathname } = new URL(connectionString);
  return `${host}${pathname}`;
}
