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

describe('the price history', () => {
  test('needs two observations', () => {
    expect(priceChart([])).toBeUndefined();
    expect(priceChart([{ on: '2026-01-01', cents: 100 }])).toBeUndefined();
  });

  test('is drawn within its frame, from the first day to the last', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const chart = priceChart(prices)!;
        for (const { x, y } of chart.points) {
          expect(x).toBeGreaterThanOrEqual(chart.left);
          expect(x).toBeLessThanOrEqual(chart.right);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(chart.bottom);
        }
        expect([chart.points[0]!.x, chart.points.at(-1)!.x]).toEqual([chart.left, chart.right]);
        expect(chart.line).toMatch(/^M[\d.]+ [\d.]+(H[\d.]+V[\d.]+)+$/);
      }),
    );
  });

  test('a higher price is never drawn lower', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const byPrice = priceChart(prices)!.points.toSorted((a, b) => a.cents - b.cents);
        for (const [index, point] of byPrice.slice(1).entries()) expect(point.y).toBeLessThanOrEqual(byPrice[index]!.y);
      }),
    );
  });

  test('marks the lowest price at its latest day, and the average', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const { lowest, average } = priceChart(prices)!;
        const least = Math.min(...prices.map(({ cents }) => cents));
        expect(lowest).toMatchObject(prices.findLast(({ cents }) => cents === least)!);
        expect(average.cents).toBe(Math.round(prices.reduce((sum, { cents }) => sum + cents, 0) / prices.length));
      }),
    );
  });

  test('its amounts are round and hold every price between them, few enough to read', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const { ticks } = priceChart(prices)!;
        const amounts = prices.map(({ cents }) => cents);
        expect(ticks[0]!.cents).toBeLessThanOrEqual(Math.min(...amounts));
        expect(ticks.at(-1)!.cents).toBeGreaterThanOrEqual(Math.max(...amounts));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  test('its dates have room, and the last is among them', () => {
    fc.assert(
      fc.property(history, (prices) => {
        const { dates } = priceChart(prices)!;
        for (const [index, date] of dates.slice(1).entries()) expect(date.x - dates[index]!.x).toBeGreaterThanOrEqual(84);
        expect(dates.at(-1)!.on).toBe(prices.at(-1)!.on);
      }),
    );
  });
});
