import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../lib/durations.ts';

/** How many visitors did something, each visitor counted once. */
export interface VisitorCounts {
  /** Counts `what` for a visitor, unless the visitor was counted for it lately. */
  note(what: string, visitor: string): void;
  /** What was counted since the last time. */
  take(): Map<string, number>;
  /** Puts back what could not be stored. */
  putBack(counts: ReadonlyMap<string, number>): void;
}

const LATELY_MS = 7 * DAY_MS;
const MOST_REMEMBERED = 100_000;
/** So many things are counted of one visitor a day, so that nobody can push other visitors out of the memory. */
const MOST_A_DAY = 50;
const MOST_WAITING = 10_000;

/**
 * Counts in memory alone: who was counted for what is remembered as digests under a key that this process made up and no
 * one else has, for 7 days at most. A restart loses it, and each server remembers for itself.
 * @param most so much of who was counted for what is remembered, and so many visitors of a day; older ones are evicted first
 */
export function openVisitorCounts(clock: () => Date, most = MOST_REMEMBERED): VisitorCounts {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 16);
  const remembered = new Map<string, number>();
  const today = { number: 0, things: new LRUCache<string, number>({ maxSize: most, sizeCalculation: () => 1 }) };
  let counts = new Map<string, number>();

  const evict = (now: number) => {
    for (const [who, at] of remembered) {
      if (remembered.size <= most && now - at < LATELY_MS) break;
      remembered.delete(who);
    }
  };
  const mayCount = (visitor: string, day: number) => {
    if (today.number !== day) today.things.clear();
    today.number = day;
    const who = digest(visitor);
    const things = (today.things.get(who) ?? 0) + 1;
    today.things.set(who, things);
    return things <= MOST_A_DAY;
  };

  return {
    note(what, visitor) {
      const now = clock().getTime();
      evict(now);
      const who = digest(`${visitor}\n${what}`);
      if (remembered.has(who) || (counts.size >= MOST_WAITING && !counts.has(what))) return;
      if (!mayCount(visitor, Math.floor(now / DAY_MS))) return;
      remembered.set(who, now);
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    putBack(back) {
      for (const [what, many] of back) counts.set(what, (counts.get(what) ?? 0) + many);
    },
  };
}
