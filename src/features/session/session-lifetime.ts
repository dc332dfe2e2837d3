import { DAY_MS } from '../../lib/durations.ts';

/** How long a session lives without being used, and at most, in milliseconds. */
export const IDLE_MS = 14 * DAY_MS;
export const LONGEST_MS = 30 * DAY_MS;
