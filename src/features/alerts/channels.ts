import type { Channel, Frequency } from './contracts/alert-fields.ts';

/** The ways of being told that are offered. */
export const OFFERED_CHANNELS: Channel[] = ['email', 'push', 'feed'];

export const CHANNEL_NAMES: Record<Channel, string> = { email: 'Email', push: 'Push', feed: 'Feed' };

export const FREQUENCY_NAMES: Record<Frequency, string> = {
  instant: 'Instant',
  hourly: 'Hourly',
  daily: 'Daily',
  weekly: 'Weekly',
};
