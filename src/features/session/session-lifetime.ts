/** How long a session lives without being used, and at most, in milliseconds. */
export const IDLE_MS = 14 * 86_400_000;
export const LONGEST_MS = 30 * 86_400_000;
