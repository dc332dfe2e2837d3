import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../lib/durations.ts';

/**
 * Limits on work that needs no account: so many times a minute from a network, which may be an office or a whole school.
 * Each number is several times what a hundred people behind one address need.
 */
export const A_MINUTE = {
  /** Pages of results, in whatever form. */
  search: 600,
  /** Suggestions: one for each pause of a tenth of a second in somebody's typing. */
  autocomplete: 3_000,
  'share-picture': 600,
  /** Names to choose from, which are looked up among all members' names. */
  usernames: 600,
  /** Batches of events: two every five seconds from each open page. */
  events: 2_400,
  /** Reports of errors; a page sends five at most. */
  'error-reports': 60,
  /** Reports of the same error, from any network: the error is the key. */
  'same-error': 1,
  /** Pages for partners: counted by partner, and by network without a key that holds. */
  syndicated: 600,
} as const;
type NetworkLimitName = keyof typeof A_MINUTE;

/** Rate limits by network address, counted in memory: each server counts for itself, and a restart resets the counts. */
export interface NetworkLimits {
  /** Counts one more. @returns seconds to wait; 0 when it may be done */
  take(name: NetworkLimitName, network: string): number;
}

/**
 * How many networks are remembered; the least recently seen are dropped first, so that nobody can fill the memory. It is set as `maxSize`,
 * with entries of size 1, because the cache would allocate space for `max` entries at once.
 */
const MOST_REMEMBERED = { maxSize: 50_000, sizeCalculation: () => 1 };

export function openNetworkLimits(clock: () => Date): NetworkLimits {
  const counts = new LRUCache<string, { count: number; until: number }>(MOST_REMEMBERED);
  return {
    take(name, network) {
      const now = clock().getTime();
      const key = `${name} ${network}`;
      const known = counts.get(key);
      // One that ends later than in a minute began before the clock was put back.
      const minute = known && known.until > now && known.until <= now + MINUTE_MS ? known : { count: 0, until: now + MINUTE_MS };
      minute.count += 1;
      counts.set(key, minute);
      return minute.count > A_MINUTE[name] ? Math.ceil((minute.until - now) / 1_000) : 0;
    },
  };
}
