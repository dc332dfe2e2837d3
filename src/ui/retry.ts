/** What may pass when it is tried once more (spec §7). */
const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];
/** A pause where the server names none, and the longest that somebody is kept waiting for. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 2_000;

/**
 * After how many milliseconds a request is worth another try.
 * @param retryAfter the header, in seconds or as a date
 * @returns undefined when it is not: another status, or the server wants to be left alone for longer
 */
export function pauseBeforeRetry(status: number, retryAfter: string | null, now = Date.now()): number | undefined {
  if (!RETRIED.includes(status)) return undefined;
  if (retryAfter === null) return PAUSE_MS;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return ms <= LONGEST_PAUSE_MS ? Math.max(ms, 0) : undefined;
}
