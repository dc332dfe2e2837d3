import type { Channel, Frequency } from '../../lib/alert-delivery.ts';

/** The channels of notification that a site offers. */
export const alertChannels = (offersPush: boolean): Channel[] => (offersPush ? ['email', 'push', 'feed'] : ['email', 'feed']);

export const CHANNEL_NAMES: Record<Channel, string> = { email: 'Email', push: 'Push', feed: 'Feed' };

export const FREQUENCY_NAMES: Record<Frequency, string> = {
  instant: 'Instant',
  hourly: 'Hourly',
  daily: 'Daily',
  weekly: 'Weekly',
};
