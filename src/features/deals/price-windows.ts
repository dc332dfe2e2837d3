import type { DealData, PricePoint } from './detail.ts';
import { DAY_MS } from '../../lib/durations.ts';

const WINDOWS = [30, 90, 365] as const;
/** In days. */
export const LONGEST_WINDOW = Math.max(...WINDOWS);

/** A period of the price history that can be shown alone. */
interface PriceWindow {
  /** The number of days shown; undefined for the whole history. */
  days: number | undefined;
  /** Prices from its first day on; if that is between two checks, beginning with the price of the earlier one. */
  prices: PricePoint[];
  /** How many of them are checks. */
  checks: number;
}

/** What a deal costs now, with which its history goes on; undefined for one that has ended, or that has no single amount. */
export const historyNow = ({ deal, priceTerms, priceCents }: Pick<DealData, 'deal' | 'priceTerms' | 'priceCents'>): number | undefined =>
  deal.isExpired || priceTerms ? undefined : (priceCents ?? undefined);

/**
 * The windows of a history that show something of their own: those in which a price was checked besides the one that held when they began, and
 * that leave something out. Longest first.
 * @param checks in order
 * @param now what the deal costs today; undefined for one that has ended, whose history ends with its last check
 */
export function priceWindows(checks: PricePoint[], today: string, now: number | undefined): PriceWindow[] {
  const known = checks.filter(({ on }) => on <= today);
  const [first, last] = [known.at(0), known.at(-1)];
  if (!first || !last || known.length < 2) return [];
  const prices =
    now !== undefined && (last.on < today || last.cents !== now)
      ? [...known.filter(({ on }) => on < today), { on: today, cents: now }]
      : known;
  const within = WINDOWS.toReversed().flatMap((days) => {
    const from = dayBefore(today, days);
    const held = prices.findLast(({ on }) => on <= from);
    const since = prices.filter(({ on }) => on > from);
    const checks = known.filter(({ on }) => on > from).length;
    return held && checks > 0 && first.on < from ? [{ days, prices: [{ on: from, cents: held.cents }, ...since], checks }] : [];
  });
  return [{ days: undefined, prices, checks: known.length }, ...within];
}

const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
