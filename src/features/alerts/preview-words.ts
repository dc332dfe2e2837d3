import type { Found } from './preview-store.ts';
import { counted } from '../../lib/counted.ts';

/** How many deals would match an alert: "3 deals a week; 12 in the last 30 days". */
export function frequencyText({ perWeek, total }: Pick<Found, 'perWeek' | 'total'>, locale: string): string {
  if (total === 0) return 'No matching deals in the last 30 days';
  const weekly = perWeek < 1 ? 'Less than one deal a week' : `${counted(Math.round(perWeek), 'deal', { locale })} a week`;
  return `${weekly}; ${total.toLocaleString(locale)} in the last 30 days`;
}
