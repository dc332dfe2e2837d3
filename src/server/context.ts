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

/** What every feature works with; made once a process and handed on, so that no feature keeps state of its own. */
export interface Context {
  config: Config;
  db: Db;
  /** The time now; tests freeze it. */
  clock(): Date;
  /** For what goes wrong behind an answer. */
  log: EventLog;
  passwords: Passwords;
  limits: Limits;
  networkLimits: NetworkLimits;
  /** Pictures that were rendered, in `DATA_DIR`. */
  pictures: KeptPictures;
  /** A keyed hash of what says who somebody is, such as a network address; the same on all servers. */
  keyedHash(text: string): string;
  /** What was searched for and is not stored yet. */
  searches: VisitorCounts;
  /** Does one after the other what takes much memory, such as decoding pictures. */
  inTurn: LimitFunction;
  /**
   * The public keys of an OpenID Connect issuer, fetched when they are needed and kept.
   * @throws IssuerAway when they cannot be had
   */
  keysOf(issuer: string): Promise<JWTVerifyGetKey>;
}

/** Some thousand pictures; a minute of rendering may wait. */
const PICTURES = { mostBytes: 256 * 1024 * 1024, mostWaiting: 100 };

/** A context over what a process has; the rest is made on first use. */
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
