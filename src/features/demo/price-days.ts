import { required } from '../../lib/required.ts';

/** A dated observation: the day as YYYY-MM-DD and the price seen on it. */
export type Seen = { date: string; price: number };

/** The price before the last one, and the last one. */
export const lastTwo = (seen: Seen[]): [was: Seen, now: Seen] => [
  required(seen.at(-2), 'an earlier price'),
  required(seen.at(-1), 'a price'),
];

/** The same prices, as far apart, with the last one seen on the day of a moment: a deal is posted when its price drops. */
export function seenUntil(moment: string, seen: Seen[]): Seen[] {
  const moved = Date.parse(moment.slice(0, 10)) - Date.parse(lastTwo(seen)[1].date);
  return seen.map(({ date, price }) => ({ date: new Date(Date.parse(date) + moved).toISOString().slice(0, 10), price }));
}
