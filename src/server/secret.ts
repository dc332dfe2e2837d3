import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import { errorCode } from '../lib/error-code.ts';

/** The same minimum as for SECRET. */
const SHORTEST = 32;

/** The site's secret: the one that is set, else one that is made once and kept in `DATA_DIR`. */
export function readSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string {
  if (secret) return secret;
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    // Written atomically; when two processes start at once, the first secret stays.
    const made = `${path}.${process.pid}`;
    writeFileSync(made, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(made, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(made);
    }
  }
  const kept = readFileSync(path, 'utf8');
  if (kept.length < SHORTEST)
    throw new CannotStart(
      `${path} holds no whole secret: put back the one that you keep with your backups, or remove it, and a new one is made.`,
    );
  return kept;
}
