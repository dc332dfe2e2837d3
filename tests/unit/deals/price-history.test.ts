import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceChart } from '../../../src/features/deals/price-history.ts';

/** Prices on days in order, as they are stored. */
const history = fc
  .uniqueArray(fc.integer({ min: 14_000, max: 25_000 }), { minLength: 2, maxLength: 60 })
  .map((days) => days.toSorted((a, b) => a - b))
  .chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc.record({ on: fc.constant(new Date(day * 86_400_000).toISOString().slice(0, 10)), cents: fc.nat(10_000_000) }),
      ),
    ),
  );

const amountText = (cents: number) => `$${cents / 100}`;

describe('the price history', () => {
  test('needs two observations', () => {
    expect(priceChart([], amountText)).toBeUndefined();
    expect(priceChart([{ on: '2026-01-01', cents: 100 }], amountText)).toBeUndefined();
  });

  test('is drawn within its frame, from the first day to the last', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const chart = priceChart(prices, amountText)!;
        for (const { x, y } of chart.stops) {
          expect(x).toBeGreaterThanOrEqual(chart.left);
          expect(x).toBeLessThanOrEqual(chart.right);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(chart.bottom);
        }
        expect([chart.stops[0]!.x, chart.stops.at(-1)!.x]).toEqual([chart.left, chart.right]);
        expect(chart.line).toMatch(/^M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)+$/);
      }),
    );
  });

  test('a higher price is never drawn lower', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const byPrice = priceChart(prices, amountText)!.stops.toSorted((a, b) => a.cents - b.cents);
        for (const [index, point] of byPrice.slice(1).entries()) expect(point.y).toBeLessThanOrEqual(byPrice[index]!.y);
      }),
    );
  });

  test('marks the lowest price at the latest day on which it was seen, which the last may not be, and the average', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const { lowest, average } = priceChart(prices, amountText)!;
        const least = Math.min(...prices.map(({ cents }) => cents));
        const seen = prices.slice(0, -1).findLast(({ cents }) => cents === least);
        expect(lowest).toMatchObject(seen ?? prices.at(-1)!);
        expect(average.cents).toBeGreaterThanOrEqual(least);
        expect(average.cents).toBeLessThanOrEqual(Math.max(...prices.map(({ cents }) => cents)));
      }),
    );
  });

  test('says when the lowest price was seen, and not today, until when it holds', () => {
    const seen = { on: '2026-11-30', cents: 26999 };
    const today = { ...seen, on: '2026-12-01' };
    expect(priceChart([{ on: '2026-10-25', cents: 31920 }, seen, today], amountText)!.lowest).toMatchObject(seen);
  });

  test('its amounts are round, from nothing to the highest price or more, few enough to read', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const { ticks } = priceChart(prices, amountText)!;
        const amounts = prices.map(({ cents }) => cents);
        expect(ticks[0]!.cents).toBe(0);
        expect(ticks.at(-1)!.cents).toBeGreaterThanOrEqual(Math.max(...amounts));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  test('its dates have room, and the last is among them', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const { dates } = priceChart(prices, amountText)!;
        // A label is 100 wide at most; the first begins at its date, the last ends there, the others have it in the middle.
        const spans = dates.map(({ x }, index) =>
          index === 0 ? [x, x + 100] : index === dates.length - 1 ? [x - 100, x] : [x - 50, x + 50],
        );
        for (const [index, [from]] of spans.slice(1).entries()) expect(from! - spans[index]![1]!).toBeGreaterThanOrEqual(8);
        expect(dates.at(-1)!.on).toBe(prices.at(-1)!.on);
      }),
    );
  });
});
