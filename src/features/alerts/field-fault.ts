import type { Problem } from '../../ui/Form.tsx';
import { shortMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import { addFields } from './contracts/alert-fields.ts';

/** Fields of the form that show what is wrong with them. */
const SHOWN = ['maxprice', 'minpercent', 'notification', 'title', 'votelevel'];

/**
 * The fault of an entered value, as the form says it beside its field, whose label names it; null when there is none, or none of a field that
 * the form shows.
 * @param fields as a call has them
 */
export function fieldFault(fields: object, { currency, locale }: Region): Problem | null {
  const { data, error } = addFields.safeParse(fields);
  const issue = error?.issues.find(({ path }) => SHOWN.includes(String(path[0])));
  if (issue) return { at: String(issue.path[0]), message: `This ${issue.message}` };
  const { minprice, maxprice } = data ?? {};
  if (minprice === undefined || maxprice === undefined || minprice <= maxprice) return null;
  const lowest = shortMoney(minprice, currency, locale);
  return { at: 'maxprice', message: `This must not be less than the lowest price that is looked for, ${lowest}` };
}
