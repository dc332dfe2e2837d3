/** How often a deal alert may notify. */
export const FREQUENCIES = ['instant', 'hourly', 'daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Where a deal alert's notifications go. */
export const CHANNELS = ['email', 'push', 'feed'] as const;
export type Channel = (typeof CHANNELS)[number];
