/** A price drop between two consecutive observations: `prices` ends with the later one, `was` is the index of the earlier one. */
type Drop = { was: number; prices: (number | null)[] };

/**
 * Returns the largest plausible drop, preferring later ones. Skipped are drops from a price far above the earlier ones (a spike), by more
 * than 65 % (probably an error of the data), across more than 50 days without an observation (its date is unknown), and to prices below 5.
 */
export function bestDrop(prices: readonly (number | null)[], dates: readonly string[]): Drop | undefined {
  let best: { drop: Drop; worth: number } | undefined;
  let was = -1;
  for (const [now, price] of prices.entries()) {
    if (price === null) continue;
    const before = prices[was];
    const earlier = prices.slice(0, Math.max(was, 0)).filter((seen) => seen !== null);
    const recent = daysApart(dates[was] ?? '', dates[now] ?? '') <= 50;
    if (recent && price >= 5 && before != null && price <= before * 0.9 && price >= before * 0.35 && !isSpike(before, earlier)) {
      const worth = (1 - price / before) * 60 + now * 2;
      if (!best || worth > best.worth) best = { drop: { was, prices: prices.slice(0, now + 1) }, worth };
    }
    was = now;
  }
  return best?.drop;
}

function daysApart(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / (24 * 60 * 60 * 1000);
}

function isSpike(price: number, earlier: readonly number[]): boolean {
  if (earlier.length < 2) return false;
  const sorted = [...earlier].sort((one, other) => one - other);
  return price > (sorted[Math.floor(sorted.length / 2)] ?? price) * 1.3;
}
