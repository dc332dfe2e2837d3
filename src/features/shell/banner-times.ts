import type { Region } from '../../lib/region.ts';
import { readMoment } from '../../server/read-date.ts';
import type { Banner } from './shell-file.ts';

/**
 * When a banner is on: a day without a time is its first moment in the site's zone, or, as an end, its last.
 * @returns undefined for what its editor left open
 */
export function bannerTimes({ startsAt, endsAt }: Banner, region: Region, now: Date): { starts: Date | undefined; ends: Date | undefined } {
  const reading = { ...region, now };
  return {
    starts: startsAt === undefined ? undefined : readMoment(startsAt, reading, 'start'),
    ends: endsAt === undefined ? undefined : readMoment(endsAt, reading, 'end'),
  };
}
