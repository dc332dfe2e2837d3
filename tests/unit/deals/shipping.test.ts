import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeShippingText, shippingText, totalText, type Shipped } from '../../../src/features/deals/shipping.ts';

const row = (more: Partial<Shipped>): Shipped => ({
  ...{ price_cents: 1999, price_terms: null, shipping_cents: null, free_shipping_from_cents: null, currency: 'USD' },
  ...more,
});
const told = (more: Partial<Shipped>) => [shippingText, freeShippingText, totalText].map((text) => text(row(more), 'en-US'));

describe('delivery', () => {
  test.each<[string, Partial<Shipped>, (string | undefined)[]]>([
    ['that nobody knows', {}, [undefined, undefined, undefined]],
    ['that costs something', { shipping_cents: 599 }, ['+ $5.99 shipping', undefined, '$25.98']],
    ['that is free', { shipping_cents: 0 }, ['free shipping', undefined, undefined]],
    ['that is free from more', { shipping_cents: 599, free_shipping_from_cents: 3500 }, ['+ $5.99 shipping', 'free from $35', '$25.98']],
    ['that is free from so much', { shipping_cents: 599, free_shipping_from_cents: 1999 }, ['free shipping', undefined, undefined]],
    ['of which only is known when it is free', { free_shipping_from_cents: 3500 }, [undefined, 'free from $35', undefined]],
    ['of what costs nothing', { price_cents: 0, shipping_cents: 599 }, ['+ $5.99 shipping', undefined, '$5.99']],
    [
      'of several pieces, which together cost enough',
      { price_cents: 2000, price_terms: { kind: 'multi', quantity: 2, total: 4000 }, shipping_cents: 599, free_shipping_from_cents: 3500 },
      ['free shipping', undefined, undefined],
    ],
    [
      'of what has no amount',
      { price_cents: null, price_terms: { kind: 'percent', percent: 30 }, shipping_cents: 599, free_shipping_from_cents: 3500 },
      ['+ $5.99 shipping', 'free from $35', undefined],
    ],
  ])('%s', (_, more, texts) => {
    expect(told(more)).toEqual(texts);
  });

  test('adds up: there is a total just where delivery costs something, and it is more than the price', () => {
    const amount = fc.option(fc.nat(10_000));
    fc.assert(
      fc.property(fc.nat(10_000), amount, amount, (price_cents, shipping_cents, free_shipping_from_cents) => {
        const [text, , total] = told({ price_cents, shipping_cents, free_shipping_from_cents });
        expect(total !== undefined).toBe(text?.startsWith('+') ?? false);
        if (total) expect(Number(total.slice(1).replace(',', '')) * 100).toBeGreaterThan(price_cents);
      }),
    );
  });
});
