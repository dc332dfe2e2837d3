import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { browserIdOf } from '../session/session-cookies.server.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

const REMEMBERED_MS = 30 * DAY_MS;
const CLEARED_EVERY_MS = HOUR_MS;

/** Where a vote came from, as keyed hashes: they show several accounts of one person and nothing else. */
export interface Origin {
  network: string | null;
  /** Null for a browser that refuses cookies, or that signed in before this cookie existed. */
  browser: string | null;
}

export function originOf({ context, network, cookies }: Pick<Call, 'context' | 'network' | 'cookies'>): Origin {
  const browser = browserIdOf(cookies);
  return { network: context.keyedHash(network), browser: browser ? context.keyedHash(browser) : null };
}

/** Clears where votes came from after 30 days. @returns a function that ends it */
export function startOriginsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void clearOrigins(context).catch(onError);
  return every(CLEARED_EVERY_MS, () => clearOrigins(context), onError);
}

/**
 * Clears where votes came from that are older than that.
 * @param most how many in one transaction
 */
export async function clearOrigins({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const before = new Date(clock().getTime() - REMEMBERED_MS);
  // In the order of the index that has them: the planner takes most old votes for such, and would read all votes for the few of an hour.
  await changeBySlices(
    db,
    sql`update votes set network = null, browser = null`,
    sql`votes where cast_at < ${before}::timestamptz and (network is not null or browser is not null) order by cast_at`,
    most,
  );
}
