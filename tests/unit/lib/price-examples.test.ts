import { expect, test } from 'vitest';
import { priceExamples } from '../../../src/lib/price-examples.ts';
import { parsePrice } from '../../../src/lib/price-terms.ts';
import { readAmount } from '../../../src/lib/read-amount.ts';

test.each([
  ['USD', 'en-US', ['12.99', '2 for $5', 'from $20'], [1_299, 250, 2_000]],
  ['EUR', 'de-DE', ['12,99', '2 for 5\u00a0€', 'from 20\u00a0€'], [1_299, 250, 2_000]],
  ['BRL', 'pt-BR', ['12,99', '2 for R$\u00a05', 'from R$\u00a020'], [1_299, 250, 2_000]],
  ['JPY', 'ja-JP', ['1299', '2 for ￥5', 'from ￥20'], [129_900, 250, 2_000]],
])('examples of prices in %s are written as in %s, and are read there', (currency, locale, written, cents) => {
  const { amount, several, from } = priceExamples({ currency, locale });
  expect([amount, several, from]).toEqual(written);
  const read = (text: string) => {
    const part = readAmount(text, { locale, currency: undefined, home: currency });
    if ('fault' in part) return undefined;
    expect([undefined, currency]).toContain(part.currency);
    return part.cents;
  };
  expect([amount, several, from].map((text) => parsePrice(text, read)?.cents)).toEqual(cents);
});
