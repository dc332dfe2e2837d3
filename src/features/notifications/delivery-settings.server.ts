import type { Context } from '../../server/context.ts';
import type { Session } from '../session/read-session.server.ts';
import { bounceOf, type Bounce } from './bounces/bounce.server.ts';
import { feedAddresses } from './feed.server.ts';
import { readPush, type ShownPush } from './push/push-devices.server.ts';
import { defaultSettings, readSettings, type DeliverySettings } from './settings.server.ts';

/** What the form of a member's settings shows. */
export interface ShownDelivery {
  settings: DeliverySettings;
  /** Whether the settings are the member's own: they are stored. */
  isStored: boolean;
  /** Why mails to the member's address stopped. */
  bounce: Bounce | undefined;
  /** Whole addresses of the member's private feeds. */
  feeds: { rss: string; json: string };
  push: ShownPush;
}

/** What `DeliverySettings.astro` shows of a member. */
export async function readDelivery(context: Context, { userId, email }: Pick<Session, 'userId' | 'email'>): Promise<ShownDelivery> {
  const [stored, bounce, push] = await Promise.all([
    readSettings(context.db, [userId]),
    bounceOf(context.db, userId, email),
    readPush(context, userId),
  ]);
  const own = stored.get(userId);
  const settings = own ?? defaultSettings(context.config);
  return { settings, isStored: own !== undefined, bounce, feeds: feedAddresses(context, userId, settings.feedEpoch), push };
}

/** Every time zone that this machine knows, UTC first. */
export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
