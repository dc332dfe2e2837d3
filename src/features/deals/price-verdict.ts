/** Columns that price checks maintain (migration 0036); amounts in cents. */
interface JudgedPrice {
  price_cents: number | null;
  prior_cents: number | null;
  low_cents: number | null;
  at_lowest: boolean;
}

/** Whether the price is below the lowest of the 30 days before it: all that may be called a reduction (Directive 98/6/EC, Art. 6a). */
export const isReduced = <T extends JudgedPrice>(row: T): row is T & { price_cents: number; prior_cents: number } =>
  row.price_cents !== null && row.prior_cents !== null && row.prior_cents > row.price_cents;

/** A short verdict on a price by its checks. @param money formats an amount */
export function priceVerdict(row: JudgedPrice, money: (cents: number) => string): string | undefined {
  if (row.at_lowest) return 'Lowest seen';
  if (isReduced(row)) return 'Lowest in 30 days';
  if (row.price_cents === null || row.low_cents === null || row.low_cents >= row.price_cents) return undefined;
  return `${money(row.price_cents - row.low_cents)} above its low`;
}
