import { formatDate } from '../../lib/dates.ts';
import type { Region } from '../../lib/region.ts';
import { dayIn } from '../../server/read-date.ts';

/**
 * What heads a deal or an offer that is over: the day of its end. Where that is still to come it ended before, by somebody's word, and nothing
 * says when.
 */
export function expiredText(expiresAt: string | null, region: Pick<Region, 'locale' | 'timeZone'>, now: Date): string {
  const hasCome = expiresAt !== null && dayIn(new Date(expiresAt), region.timeZone) <= dayIn(now, region.timeZone);
  return hasCome ? `Expired on ${formatDate(expiresAt, region)}` : 'Expired';
}
