/** A drop between two neighbouring observations; `prices` ends at the later one, `was` is the earlier one's index. */
export type Drop = { was: number; prices: (number | null)[] };

/**
 * The drop most worth posting, or none. A compared price that stands far above what was seen before it is a
 * spike, not a saving, and a fall by two thirds is more likely a mistaken row than a deal: both are
 * passed over. So is a fall across a gap in the snapshots, which says nothing about when it happened,
 * and a change of cents on the cheapest things.
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
