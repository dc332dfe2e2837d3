const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MOST_HOURS = 24;

/** The time left until a moment, as `in 3 h`; undefined when it has passed, or from a day on, when the date is shown instead. */
export function timeLeft(then: Date, now: Date): string | undefined {
  const left = then.getTime() - now.getTime();
  if (left <= 0 || left >= MOST_HOURS * HOUR) return undefined;
  return left >= HOUR ? `in ${Math.floor(left / HOUR)} h` : `in ${Math.max(1, Math.floor(left / MINUTE))} min`;
}
