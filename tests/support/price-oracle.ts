/** A price that was seen: the day counted from any one, the amount in cents. */
export interface Check {
  day: number;
  cents: number;
}

export interface Judged {
  prior: number | null;
  low: number | null;
  lowest: boolean;
}

/**
 * What docs/decisions/065-honest-prices.md says of a price, day by day: what the SQL of migration 0036 is compared with.
 * @param posted the day on which the deal was posted
 */
export function judge(checks: Check[], { price, posted, today }: { price: number; posted: number; today: number }): Judged {
  const said = checks
    .filter(({ day, cents }) => day <= today + 1 && cents * 10 >= price && cents <= price * 10)
    .toSorted((one, other) => one.day - other.day);
  const other = said.findLast(({ cents }) => cents !== price);
  if (!other) return { prior: null, low: null, lowest: false };
  const began = said.find(({ day }) => day > other.day)?.day ?? Math.max(posted, other.day);
  const until = said.filter(({ day }) => day <= other.day);
  const inForce = (on: number) => until.findLast(({ day }) => day <= on);
  const before = Array.from({ length: 30 }, (_, back) => inForce(began - 30 + back));
  // One that was replaced the day it was seen held on that day, too.
  const held = [...before, ...until.filter(({ day }) => day > began - 30)].flatMap((check) => check?.cents ?? []);
  const first = inForce(began - 30);
  const prior = Math.min(...held);
  const amounts = said.map(({ cents }) => cents);
  const higher = new Set(amounts.filter((cents) => cents > price));
  return {
    prior: first && first.day >= today - 90 ? prior : null,
    low: Math.min(...amounts) < price ? Math.min(...amounts) : null,
    lowest: Math.min(...amounts) >= price && higher.size > 1 && began - said[0]!.day >= 30 && prior > price,
  };
}
