import { typedMoney } from '../../lib/money.ts';
import { dayIn, momentText } from '../../server/read-date.ts';
import type { ParseContext, ParsedFields } from './parse-fields.ts';

interface Contradiction {
  field: string;
  reason: string;
}

type Facts = Pick<ParsedFields, 'amounts' | 'moments' | 'days'>;

/** What cannot both be true in a record, whichever way it comes in. */
export function contradictions(
  { amounts, moments, days }: Facts,
  { now, timeZone, locale }: Pick<ParseContext, 'now' | 'timeZone' | 'locale'>,
): Contradiction[] {
  const problems: Contradiction[] = [];
  const [starts, expires] = [moments.get('startsAt'), moments.get('expiresAt')];
  if (starts && expires && starts >= expires)
    problems.push({ field: 'expiresAt', reason: `must be after startsAt, which is ${momentText(starts, timeZone)}` });
  const [price, listPrice] = [amounts.get('price'), amounts.get('listPrice')];
  if (price !== undefined && listPrice !== undefined && listPrice <= price)
    problems.push({
      field: 'listPrice',
      reason: `must be more than the price, which is ${typedMoney(price, { locale }, 'auto')}, or left out`,
    });
  const seen = days.get('listPriceSeen');
  // The day in UTC rules nearly all out, and costs less to find.
  if (seen !== undefined && seen >= now.toISOString().slice(0, 10) && seen > dayIn(now, timeZone))
    problems.push({ field: 'listPriceSeen', reason: 'must not be in the future: give the day on which that price was seen' });
  const checked = moments.get('checkedAt');
  if (checked !== undefined && checked > now)
    problems.push({ field: 'checkedAt', reason: 'must not be in the future: give when the price was checked' });
  return problems;
}
