import { CHANNEL_NAMES, FREQUENCY_NAMES } from './channels.ts';
import type { Alert } from './contracts/list.ts';
import { counted } from '../../lib/counted.ts';

/** The limits of an alert that are its member's own, each in a few words; prices are part of what is looked for. */
export function limitsOf({ newlow, votelevel, targetforums }: Pick<Alert, 'newlow' | 'votelevel' | 'targetforums'>): string[] {
  return [
    ...(newlow ? ['only at a new low'] : []),
    ...(votelevel > 0 ? [`${counted(votelevel, 'vote')} or more`] : []),
    ...(targetforums.length > 0 ? [`in ${counted(targetforums.length, 'forum')}`] : []),
  ];
}

/** How its member is notified: "Daily by email and feed". */
export const notifiedBy = ({ frequency, notification }: Pick<Alert, 'frequency' | 'notification'>): string =>
  notification.length === 0
    ? 'Not at all'
    : `${FREQUENCY_NAMES[frequency]} by ${LIST.format(notification.map((each) => CHANNEL_NAMES[each].toLowerCase()))}`;

const LIST = new Intl.ListFormat('en-US');
