import { formatDate } from '../../lib/dates.ts';
import type { Region } from '../../lib/region.ts';
import { dayIn } from '../../server/read-date.ts';

/**
 * The line above the title of an expired deal or offer: the day on which it ended. When the end date is still in the future, somebody has
 * ended it early, and the day is not known.
 */
export function expiredText(expiresAt: string | null, region: Pick<Region, 'locale' | 'timeZone'>, now: Date): string {
  const hasCome = expiresAt !== null && dayIn(new Date(expiresAt), region.timeZone) <= dayIn(now, region.timeZone);
  return hasCome ? `Expired on ${formatDate(expiresAt, region)}` : 'Expired';
}
