import { describe, expect, test } from 'vitest';
import { priceWindows } from '../../../src/features/deals/price-windows.ts';

const at = (on: string, cents: number) => ({ on, cents });
const TODAY = '2026-03-01';

describe('the windows of a price history', () => {
  test('begin with what held then, and end with what it costs today', () => {
    const checks = [at('2025-01-01', 500), at('2025-12-20', 400), at('2026-02-20', 300)];
    expect(priceWindows(checks, TODAY, 300)).toEqual([
      { days: undefined, prices: [...checks, at(TODAY, 300)], checks: 3 },
      { days: 365, prices: [at('2025-03-01', 500), ...checks.slice(1), at(TODAY, 300)], checks: 2 },
      { days: 90, prices: [at('2025-12-01', 500), ...checks.slice(1), at(TODAY, 300)], checks: 2 },
      { days: 30, prices: [at('2026-01-30', 400), checks[2], at(TODAY, 300)], checks: 1 },
    ]);
  });

  test('are offered only where they show something of their own', () => {
    const checks = [at('2024-01-01', 500), at('2024-02-01', 400)];
    expect(priceWindows(checks, TODAY, 400).map(({ days }) => days)).toEqual([undefined]);
    expect(priceWindows(checks.slice(1), TODAY, 400)).toEqual([]);
    expect(priceWindows([at('2026-02-10', 500), at('2026-02-20', 400)], TODAY, 400).map(({ days }) => days)).toEqual([undefined]);
  });

  test('end with the last check where the deal has ended', () => {
    const checks = [at('2025-01-01', 500), at('2026-02-20', 400)];
    expect(priceWindows(checks, TODAY, undefined)[0]!.prices).toEqual(checks);
  });

  test('leave out days to come, and take the price of today for that of a check', () => {
    const checks = [at('2026-01-01', 500), at(TODAY, 400), at('2026-03-05', 1)];
    expect(priceWindows(checks, TODAY, 300)[0]).toEqual({ days: undefined, prices: [at('2026-01-01', 500), at(TODAY, 300)], checks: 2 });
  });
});
