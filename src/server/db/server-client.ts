import { Socket } from 'node:net';
import pg from 'pg';
import { isRecord } from '../../lib/is-record.ts';
import { preparedName } from './prepared.ts';
import { LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './time-limit.ts';
import { FallenSilent, READ_ONLY, TakesNoWriting } from './unavailable.ts';
import { wrapQuery } from './wrap-query.ts';

/** How long to wait for a PostgreSQL server, in milliseconds. */
export interface Timeouts {
  /** Until a connection stands. */
  connect: number;
  /** What the server gives a statement where nothing else is set. */
  statement: number;
  /** How long the server may be silent beyond a statement's time limit. */
  grace: number;
}

/** The same, and how long what is written for a request waits for what others have locked, in milliseconds. */
export interface PoolTimeouts extends Timeouts {
  lock: number;
}

export const TIMEOUTS: PoolTimeouts = { connect: 5_000, statement: STATEMENT_TIMEOUT_MS, grace: 5_000, lock: LOCK_TIMEOUT_MS };

const KEEP_ALIVE_MS = 10_000;
/** How long closing a connection may take. */
const GOODBYE_MS = 1_000;

/**
 * A connection to a PostgreSQL server whose end does not end the process, and which is dropped when the server is silent for
 * longer than a statement may take: pending queries then fail, with an unknown outcome.
 * Statements without a time limit wait for as long as the connection exists.
 */
export class ServerClient extends pg.Client {
  readonly #timeouts: Timeouts;
  /** Time limits of statements: of the session, and of the transaction if that sets another. */
  #session: number;
  #transaction: number | undefined;
  /** Why the connection ended by itself. */
  #broken: Error | undefined;

  /** @param onSilence called when the connection was dropped because the server was silent */
  constructor(config: pg.ClientConfig, timeouts: Timeouts, onSilence: () => void = () => undefined) {
    super({ ...config, connectionTimeoutMillis: timeouts.connect, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS });
    this.#timeouts = timeouts;
    this.#session = timeouts.statement;
    // Pending queries are rejected; without a listener, the error would end the process.
    this.on('error', (error) => (this.#broken ??= error));
    this.once('connect', () => {
      this.#socket.on('timeout', () => {
        this.breakOff(new FallenSilent());
        onSilence();
      });
    });
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) setImmediate(() => this.breakOff(new TakesNoWriting()));
    });
    this.on('drain', () => {
      this.#socket.setTimeout(0);
      if (this.getTransactionStatus() === 'I') this.#transaction = undefined;
    });
    wrapQuery(this, (args, query) => {
      // For example the rollback of an open transaction: it fails with the reason.
      if (this.#broken) return Promise.reject(this.#broken);
      const [text, values, ...rest] = args;
      this.#watch(textOf(text));
      const name = typeof text === 'string' && Array.isArray(values) ? preparedName(text) : undefined;
      return name === undefined ? query(...args) : query({ name, text, values }, ...rest);
    });
  }

  /** Drops the connection without notifying the server; pending queries fail with the error. */
  breakOff(error?: Error): void {
    this.#socket.destroy(error);
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    const late = setTimeout(() => this.breakOff(), GOODBYE_MS).unref();
    this.once('end', () => clearTimeout(late));
    return callback ? super.end(callback) : super.end();
  }

  /** The TCP socket, or the TLS socket over it. */
  get #socket(): Socket {
    const { stream } = this.connection;
    if (!(stream instanceof Socket)) throw new Error('a connection to the database is a socket');
    return stream;
  }

  /** Watches for silence from now on, until all queries are answered. */
  #watch(text: string): void {
    if (text.includes('statement_timeout')) this.#readLimits(text);
    const limit = this.#transaction ?? this.#session;
    this.#socket.setTimeout(limit > 0 ? limit + this.#timeouts.grace : 0);
  }

  #readLimits(text: string): void {
    for (const [, what, value] of text.matchAll(/\b(set local|set|reset) statement_timeout(?: = (\d+))?/g)) {
      const limit = value === undefined ? this.#timeouts.statement : Number(value);
      if (what === 'set local') this.#transaction = limit;
      else this.#session = limit;
    }
  }
}

/** The SQL of a query, which is given as text or as an object. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return isRecord(query) && typeof query['text'] === 'string' ? query['text'] : '';
}
