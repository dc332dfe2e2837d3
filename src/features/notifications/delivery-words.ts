import { amongEnglish } from '../../lib/bidi-controls.ts';
import { dateFormat } from '../../lib/intl-formats.ts';
import type { Region } from '../../lib/region.ts';
import type { DeliveryState } from '../../server/db/schema/notifications.ts';
import type { Channel } from '../../lib/alert-delivery.ts';

/** A notification by one channel: what became of it. */
export interface LoggedDelivery {
  channel: Channel;
  state: DeliveryState;
  /** Why it is held, skipped or failed; or, where it was sent, that the arrival is not confirmed. */
  reason: string | null;
  /** When it will be sent, if it is not settled yet. */
  dueAt: Date;
  settledAt: Date | null;
}

/** A notification with what became of it by each channel. */
export interface LoggedNotification {
  matchedAt: Date;
  deliveries: LoggedDelivery[];
}

/** The member's time zone, and the locale of the site. */
type TimeFormat = Pick<Region, 'timeZone' | 'locale'>;

/** Says what became of a notification: "matched 14:01, sent 14:02 by email". Times are of the member's time zone, with the day where it is another one. */
export function deliveryText({ matchedAt, deliveries }: LoggedNotification, { timeZone, locale }: TimeFormat): string {
  const at = (time: Date) => {
    const clock = clockIn({ timeZone, locale }, time);
    return dayIn({ timeZone, locale }, time) === dayIn({ timeZone, locale }, matchedAt)
      ? clock
      : `${dayIn({ timeZone, locale }, time)}, ${clock}`;
  };
  return [`matched ${at(matchedAt)}`, ...deliveries.map((delivery) => deliveryWords(delivery, at))].join(', ');
}

function deliveryWords({ channel, state, reason, dueAt, settledAt }: LoggedDelivery, at: (time: Date) => string): string {
  const why = reason === null || reason === '' ? '' : `: ${reason}`;
  switch (state) {
    case 'sent':
      if (channel === 'feed') return `in the feed since ${at(settledAt ?? dueAt)}`;
      return `sent ${at(settledAt ?? dueAt)} by ${channel}${reason ? `, ${reason}` : ''}`;
    case 'waiting':
      return `to be sent by ${channel} from ${at(dueAt)} on`;
    case 'held':
      return `held${why} until ${at(dueAt)} (${channel})`;
    case 'sending':
      return `being sent by ${channel}`;
    case 'skipped':
    case 'failed':
    case 'bounced':
      return `${state}${why} (${channel})`;
  }
}

const clockIn = ({ timeZone, locale }: TimeFormat, time: Date) =>
  dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })
    .format(time)
    .replace(/^0(?=\d:)/, '');

/** Day of a time where the member is: "Nov 23". */
export const dayIn = ({ timeZone, locale }: TimeFormat, time: Date): string =>
  amongEnglish(dateFormat(locale, { timeZone, month: 'short', day: 'numeric' }).format(time));
