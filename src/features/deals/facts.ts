import { formatMoney } from '../../lib/money.ts';
import { unitPrice } from '../../lib/unit-price.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';
import type { Region } from '../../lib/region.ts';
import { dayIn } from '../../server/read-date.ts';
import type { Condition } from '../../server/db/schema/catalogue.ts';

/** What a buyer should know about a deal besides its price; unknown facts are left out. */
export interface DealFacts {
  condition?: Condition;
  unitPriceText?: string;
  membersOnly?: string;
  shipsTo?: string[];
  /** The moment when the price was checked last, or the day. */
  checkedAt?: string;
}

interface FactsRow {
  title: string;
  variants: string[];
  category_slug: string;
  price_cents: number | null;
  price_terms: PriceTerms | null;
  currency: string;
  condition: Condition | null;
  members_only: string | null;
  ships_to: string[];
  checked_at: Date | null;
  prices: { observed_on: string }[];
}

export function dealFacts(row: FactsRow, { locale, timeZone }: Pick<Region, 'locale' | 'timeZone'>, now: Date): DealFacts {
  const checkedAt = lastChecked(row, timeZone, now);
  const each = row.price_terms ? undefined : unitPrice({ ...row, category: row.category_slug }, row.price_cents ?? 0);
  return {
    ...(row.condition && { condition: row.condition }),
    ...(each && { unitPriceText: `${formatMoney(each.cents, row.currency, locale)} per ${each.unit}` }),
    ...(row.members_only && { membersOnly: row.members_only }),
    ...(row.ships_to.length > 0 && { shipsTo: row.ships_to }),
    ...(checkedAt && { checkedAt }),
  };
}

/** The time at which somebody last confirmed the price, or the day of a later observed price. */
function lastChecked({ checked_at, prices }: FactsRow, timeZone: string, now: Date): string | undefined {
  const today = dayIn(now, timeZone);
  const observed = prices.findLast(({ observed_on }) => observed_on <= today)?.observed_on;
  return checked_at && (observed === undefined || dayIn(checked_at, timeZone) >= observed) ? checked_at.toISOString() : observed;
}

const CONDITIONS = { 'open-box': 'Open box', refurbished: 'Refurbished', used: 'Used' };
const MOST_COUNTRIES = 3;
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Facts in a few words each; when the price was checked is shown beside them. */
export function factTexts({ condition, unitPriceText, membersOnly, shipsTo }: DealFacts): string[] {
  return [
    ...(condition && condition !== 'new' ? [CONDITIONS[condition]] : []),
    ...(unitPriceText ? [unitPriceText] : []),
    ...(membersOnly ? [`${membersOnly} members only`] : []),
    ...(shipsTo ? [`Ships to ${countries(shipsTo)}`] : []),
  ];
}

const countries = (codes: string[]) =>
  codes.length > MOST_COUNTRIES ? `${codes.length} countries` : codes.map((code) => COUNTRY_NAMES.of(code) ?? code).join(', ');
