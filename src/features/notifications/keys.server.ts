import { readWhole } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { isSameSecret } from '../../server/same-secret.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

type Keyed = Pick<Context, 'keyedHash'>;

/** What an unsubscribe link ends: one alert, or all mails. */
export interface UnsubscribeTarget {
  userId: number;
  /** Undefined for all mails. */
  alertId: number | undefined;
}

/** Signed keys in addresses: nothing is stored for them, and each contains the member and the purpose. */
const signed = (keyed: Keyed, purpose: string, ids: number[], more: number[] = []) =>
  `${ids.join('-')}-${keyed.keyedHash([purpose, ...ids, ...more].join(' '))}`;

const idsOf = (key: string, count: number) => {
  const parts = key.split('-', count);
  const ids = parts.flatMap((part) => readWhole(part, 0) ?? []);
  return ids.length === count ? ids : undefined;
};

/** The key of an unsubscribe link. It never expires, because old mails still contain it. */
export const unsubscribeKey = (keyed: Keyed, { userId, alertId = 0 }: { userId: number; alertId?: number | undefined }) =>
  signed(keyed, 'unsubscribe', [userId, alertId]);

/** What an unsubscribe key ends; undefined for an invalid one. */
export function readUnsubscribeKey(keyed: Keyed, key: string): UnsubscribeTarget | undefined {
  const [userId, alertId] = idsOf(key, 2) ?? [];
  if (userId === undefined || alertId === undefined || !isSameSecret(key, unsubscribeKey(keyed, { userId, alertId }))) return undefined;
  return { userId, alertId: alertId === 0 ? undefined : alertId };
}

/** The key of a member's private feed, until they renew it. */
export const feedKey = (keyed: Keyed, userId: number, epoch: number) => signed(keyed, 'feed', [userId], [epoch]);

/** The member whose key it claims to be; to be verified against their `feedKey`. */
export const memberOfFeedKey = (key: string): number | undefined => {
  const [userId] = idsOf(key, 1) ?? [];
  return userId !== undefined && userId <= MAX_INTEGER ? userId : undefined;
};

export const isFeedKey = (keyed: Keyed, key: string, userId: number, epoch: number) => isSameSecret(key, feedKey(keyed, userId, epoch));

/** The key by which a mail server of the operator's hands in reports. */
export const bounceKey = (keyed: Keyed) => keyed.keyedHash('bounces');

export const isBounceKey = (keyed: Keyed, key: string) => isSameSecret(key, bounceKey(keyed));
