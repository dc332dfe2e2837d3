import type { Found } from './preview-store.ts';
import { counted } from '../../lib/counted.ts';

/** How many deals would match an alert: "3 deals a week; 12 in the last 30 days", or how many at least. */
export function frequencyText({ perWeek, total, isPartial }: Pick<Found, 'perWeek' | 'total' | 'isPartial'>, locale: string): string {
  if (total === 0) return `No matching deals${isPartial ? ' among the newest' : ''} in the last 30 days`;
  if (isPartial) return `At least ${counted(total, 'deal', { locale })} in the last 30 days: only the newest were gone through`;
  const weekly = perWeek < 1 ? 'Less than one deal a week' : `${counted(Math.round(perWeek), 'deal', { locale })} a week`;
  return `${weekly}; ${total.toLocaleString(locale)} in the last 30 days`;
}
