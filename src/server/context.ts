import type { JWTVerifyGetKey } from 'jose';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import { openIssuerKeys } from './issuer-keys.ts';
import { openKeptPictures, type KeptPictures } from './kept-pictures.ts';
import { openLimits, type Limits } from './limits.ts';
import { consoleLog, type EventLog } from './log.ts';
import { openNetworkLimits, type NetworkLimits } from './network-limits.ts';
import { openPasswords, type Passwords } from './passwords.ts';
import { readSecret } from './secret.ts';
import { openVisitorCounts, type VisitorCounts } from './visitor-counts.ts';

/** The services that features use: made once per process and passed to them, so that no feature keeps state of its own. */
export interface Context {
  config: Config;
  db: Db;
  /** The time now; tests freeze it. */
  clock(): Date;
  /** Logs errors that the answer does not show. */
  log: EventLog;
  passwords: Passwords;
  limits: Limits;
  networkLimits: NetworkLimits;
  /** Cache of rendered pictures, in `DATA_DIR`. */
  pictures: KeptPictures;
  /** A keyed hash of personal data, such as a network address; the same on all servers. */
  keyedHash(text: string): string;
  /** Counts of searches that are not stored yet. */
  searches: VisitorCounts;
  /** Runs tasks that need much memory, such as decoding pictures, one after the other. */
  inTurn: LimitFunction;
  /**
   * The public keys of an OpenID Connect issuer, fetched on first use and cached.
   * @throws IssuerUnavailable when they cannot be fetched
   */
  keysOf(issuer: string): Promise<JWTVerifyGetKey>;
}

/** Room for some thousand pictures, and for a minute of rendering in the queue. */
const PICTURES = { mostBytes: 256 * 1024 * 1024, mostWaiting: 100 };

/** Makes a context of the configuration and the database of a process; the other services are made on first use. */
export function makeContext({
  config,
  db,
  clock = () => new Date(),
  log = consoleLog(),
}: Pick<Context, 'config' | 'db'> & Partial<Pick<Context, 'clock' | 'log'>>): Context {
  let passwords: Passwords | undefined;
  let limits: Limits | undefined;
  let secret: string | undefined;
  const keyedHash = (text: string) =>
    createHmac('sha256', (secret ??= readSecret(config)))
      .update(text)
      .digest('base64url')
      .slice(0, 22);
  return {
    config,
    db,
    clock,
    log,
    get passwords() {
      return (passwords ??= openPasswords());
    },
    get limits() {
      return (limits ??= openLimits(db, keyedHash));
    },
    networkLimits: openNetworkLimits(clock),
    pictures: openKeptPictures(join(config.dataDir, 'pictures'), PICTURES),
    keyedHash,
    searches: openVisitorCounts(clock),
    inTurn: pLimit(1),
    keysOf: openIssuerKeys(clock),
  };
}
