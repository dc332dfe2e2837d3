/** A smaller difference may be the answer's time on the way, and changes no displayed age. */
const LEAST_MS = 120_000;
/** By how many milliseconds the server's clock is ahead of the device's. */
let ahead = 0;

/** Notes how far off the device's clock is, by when an answer was sent; not for answers that a cache may have kept. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const off = Date.parse(headers.get('date') ?? '') - Date.now();
  ahead = Math.abs(off) > LEAST_MS ? off : 0;
}

/** The time by the server's clock, as known from its last answer. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
