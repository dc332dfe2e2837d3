/** Statuses after which a retry may succeed (spec §7). */
const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504];
/** The pause if the server names none, and the longest acceptable one. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 2_000;

/**
 * After how many milliseconds a request is worth another try.
 * @param retryAfter the header, in seconds or as a date
 * @returns undefined when it should not be retried: another status, or the server asks for a longer pause
 */
export function pauseBeforeRetry(status: number, retryAfter: string | null): number | undefined {
  if (!RETRIED.includes(status)) return undefined;
  if (retryAfter === null) return PAUSE_MS;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return ms <= LONGEST_PAUSE_MS ? Math.max(ms, 0) : undefined;
}
