/** How long single events are stored; of finished days only counts are left then. */
export const DAYS_STORED = 90;
