import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from './db/database.ts';
import { keyed, keysOf } from '../lib/keyed.ts';

const MINUTE = 60;
const YEAR = 365 * 24 * 60 * MINUTE;

/** A count may end so much later than its limit says, as clocks are set right in small steps and servers have several. */
const CLOCKS_DIFFER_MS = 60_000;

/** How often something may be done by one key: so many times in so many seconds. */
export const LIMITS = {
  /** Wrong passwords of an account (issue 4). */
  'wrong-password': { points: 10, duration: 10 * MINUTE },
  /** Wrong passwords of an account since its last log-in; the time is practically for ever, but ends, so that rows are deleted. */
  'failed-log-in': { points: 100, duration: 10 * YEAR },
  /** Tries to log in from a network address that failed. */
  'log-in': { points: 30, duration: 10 * MINUTE },
  /** Asking by network address whether an e-mail address has an account. */
  'email-check': { points: 30, duration: 5 * MINUTE },
  'username-check': { points: 120, duration: 5 * MINUTE },
  'new-name': { points: 10, duration: 60 * MINUTE },
  /** Sign-ups from a network address; each costs a hash and a mail. */
  registration: { points: 100, duration: 60 * MINUTE },
  /** Requests from a network address that lead to a mail. */
  'mail-request': { points: 30, duration: 10 * MINUTE },
  /** Mails of a kind to an address. */
  mail: { points: 5, duration: 60 * MINUTE },
  /** Uses of links in mails, and of what providers say, by network address. */
  token: { points: 60, duration: 10 * MINUTE },
  /** Changes of a member's picture, which have all pages published anew that show it. */
  picture: { points: 20, duration: 60 * MINUTE },
  /** Comments of a member (issue 5). */
  comment: { points: 5, duration: MINUTE },
  /** Edits of a member's comments. */
  edit: { points: 30, duration: 10 * MINUTE },
  /** Deals that a member posts, in an hour and in a day. */
  'deal-post': { points: 5, duration: 60 * MINUTE },
  'deal-post-day': { points: 20, duration: 24 * 60 * MINUTE },
  /** Deals that a member has checked and shown before posting them. */
  'deal-check': { points: 120, duration: 10 * MINUTE },
  report: { points: 30, duration: 60 * MINUTE },
  /** New and changed deal alerts of a member. */
  alert: { points: 60, duration: 10 * MINUTE },
  /** Dry runs of deal alerts from a network address. */
  'alert-preview': { points: 120, duration: 10 * MINUTE },
  /** Changes of notification settings. */
  'notification-settings': { points: 60, duration: MINUTE },
  /** Deals that a member saves, files and removes. */
  save: { points: 120, duration: MINUTE },
  /** Deals that a member hides, or shows again. */
  hide: { points: 120, duration: MINUTE },
  /** Members' answers whether a coupon worked. */
  'coupon-result': { points: 30, duration: 10 * MINUTE },
  /** Votes of a member. */
  vote: { points: 60, duration: MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;

/** Rate limits, counted in the database, so that servers share the counts and a restart does not reset them. */
export interface Limits {
  /**
   * Counts one more.
   * @param seconds how long the key is counted, where that is not as long as the limit says
   * @returns seconds to wait; 0 when it may be done
   */
  take(name: LimitName, key: string | number, seconds?: number): Promise<number>;
  /** Undoes one count, for example after a success. */
  refund(name: LimitName, key: string | number): Promise<void>;
  /** Resets the count of a key. */
  clear(name: LimitName, key: string | number): Promise<void>;
  /** Whether no more may be done; counts nothing. */
  isReached(name: LimitName, key: string | number): Promise<boolean>;
}

/** @param keyedHash hashes keys, so that people's addresses are not stored in clear */
export function openLimits(db: Db, keyedHash: (key: string) => string): Limits {
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const result = await db.executeQuery(CompiledQuery.raw(text, values));
      return { ...result, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
    },
  };
  const limiters = keyed(
    keysOf(LIMITS),
    (keyPrefix, index) =>
      new RateLimiterPostgres({
        ...LIMITS[keyPrefix],
        keyPrefix,
        storeClient,
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        // One of the limiters deletes expired rows for all.
        clearExpiredByTimeout: index === 0,
      }),
  );
  const hashed = (key: string | number) => keyedHash(String(key));
  /** Whether a count began while the clock was ahead of what it is now: it would go on for as long as the clock was put back. */
  const isOfLater = (name: LimitName, { msBeforeNext }: RateLimiterRes) => msBeforeNext > LIMITS[name].duration * 1_000 + CLOCKS_DIFFER_MS;
  return {
    async take(name, key, seconds) {
      try {
        await limiters[name].consume(hashed(key), 1, seconds === undefined ? {} : { customDuration: seconds });
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        if (!isOfLater(name, refused)) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
        await limiters[name].delete(hashed(key));
        return this.take(name, key, seconds);
      }
    },
    async refund(name, key) {
      await limiters[name].reward(hashed(key));
    },
    async clear(name, key) {
      await limiters[name].delete(hashed(key));
    },
    async isReached(name, key) {
      const counted = await limiters[name].get(hashed(key));
      return counted !== null && counted.remainingPoints <= 0 && !isOfLater(name, counted);
    },
  };
}
