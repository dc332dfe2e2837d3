import { required } from '../../lib/required.ts';

/** An observed price; the date is `YYYY-MM-DD`. */
export type Seen = { date: string; price: number };

export const lastTwo = (seen: Seen[]): [was: Seen, now: Seen] => [
  required(seen.at(-2), 'an earlier price'),
  required(seen.at(-1), 'a price'),
];

/** Shifts observations so that the last one is on the day of `moment`, because deals are posted when the price drops. */
export function seenUntil(moment: string, seen: Seen[]): Seen[] {
  const moved = Date.parse(moment.slice(0, 10)) - Date.parse(lastTwo(seen)[1].date);
  return seen.map(({ date, price }) => ({ date: new Date(Date.parse(date) + moved).toISOString().slice(0, 10), price }));
}
