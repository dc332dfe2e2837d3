import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, formatMoney } from '../../../src/lib/money.ts';
import { readAmount } from '../../../src/lib/read-amount.ts';

const read = (text: string, locale = 'en-US', { currency, home = 'USD' }: { currency?: string; home?: string } = {}) =>
  readAmount(text, { locale, currency, home });

describe('reading a price as it is printed', () => {
  test.each<[string, string, number, string | undefined]>([
    ['$1,299.99', 'en-US', 129_999, 'USD'],
    ['5$', 'en-US', 500, 'USD'],
    ['$5 USD', 'en-US', 500, 'USD'],
    ['US$5', 'en-US', 500, 'USD'],
    ['CA$ 5', 'en-US', 500, 'CAD'],
    ['€19.99', 'en-US', 1_999, 'EUR'],
    ['1.299,99 €', 'de-DE', 129_999, 'EUR'],
    ['1.299,99 €', 'en-US', 129_999, 'EUR'],
    ['1\u202f299,99\u00a0€', 'fr-FR', 129_999, 'EUR'],
    ['1 299,99 €', 'en-US', 129_999, 'EUR'],
    ['CHF 1’299.50', 'de-CH', 129_950, 'CHF'],
    ['19,99', 'en-US', 1_999, undefined],
    ['USD 19.99', 'de-DE', 1_999, 'USD'],
    ['¥1,980', 'en-US', 198_000, 'JPY'],
    ['￥1,980', 'ja-JP', 198_000, 'JPY'],
    ['¥1,980', 'de-DE', 198_000, 'JPY'],
    ['1.299', 'de-DE', 129_900, undefined],
    ['1,299', 'en-US', 129_900, undefined],
    ['19,-', 'de-DE', 1_900, undefined],
    ['1.299,- €', 'en-US', 129_900, 'EUR'],
    ['1,299.-', 'de-DE', 129_900, undefined],
    ['1,23,456.50', 'en-IN', 12_345_650, undefined],
    ['$.99', 'en-US', 99, 'USD'],
    ['₹ 1,299/-', 'en-IN', 129_900, 'INR'],
    ['1,980円', 'ja-JP', 198_000, 'JPY'],
    ['１，９８０円', 'ja-JP', 198_000, 'JPY'],
    ['19,900원', 'ko-KR', 1_990_000, 'KRW'],
    ['1299,99 zl', 'pl-PL', 129_999, 'PLN'],
    ['١٬٢٩٩٫٩٩ ج.م.', 'ar-EG', 129_999, 'EGP'],
    ['1,299.99 ج.م', 'ar-EG', 129_999, 'EGP'],
    ['١٢٩٩', 'ar-EG', 129_900, undefined],
    ['Fr. 49.–', 'de-CH', 4_900, 'CHF'],
    ["1'299.50 Fr.", 'en-US', 129_950, 'CHF'],
    ['49 NIS', 'he-IL', 4_900, 'ILS'],
    ['49.90 ש"ח', 'he-IL', 4_990, 'ILS'],
    ['د.إ 49.90', 'ar-AE', 4_990, 'AED'],
    ['99¢', 'en-US', 99, 'USD'],
    ['150¢', 'en-US', 150, 'USD'],
    ['R 99 ZAR', 'en-US', 9_900, 'ZAR'],
    ['5 Kč', 'en-US', 500, 'CZK'],
    ['5 kč', 'en-US', 500, 'CZK'],
    ['34.0000', 'en-US', 3_400, undefined],
    ['$1,299.500000', 'en-US', 129_950, 'USD'],
    ['34,9900', 'de-DE', 3_499, undefined],
    ['1980.0000 JPY', 'en-US', 198_000, 'JPY'],
    ['Free', 'de-DE', 0, undefined],
  ])('“%s” in %s is %d hundredths', (text, locale, cents, currency) => {
    expect(read(text, locale)).toEqual({ cents, currency });
  });

  test.each([
    ['ar-EG', 'EGP'],
    ['de-CH', 'CHF'],
    ['en-IN', 'INR'],
    ['fa-IR', 'IRR'],
    ['he-IL', 'ILS'],
    ['ja-JP', 'JPY'],
    ['mr-IN', 'INR'],
    ['pl-PL', 'PLN'],
    ['pt-BR', 'BRL'],
    ['th-TH', 'THB'],
  ])('a price is read as a site in %s writes it', (locale, currency) => {
    for (const cents of [99_900, 129_900, 123_456_700])
      expect(readAmount(formatMoney(cents, currency, locale), { locale, currency: undefined, home: currency })).toEqual({
        cents,
        currency,
      });
  });

  test('a sign that several currencies share means the one of the record or the site', () => {
    expect(read('$5', 'en-CA', { home: 'CAD' })).toEqual({ cents: 500, currency: 'CAD' });
    expect(read('$5', 'en-US', { currency: 'AUD' })).toEqual({ cents: 500, currency: 'AUD' });
    expect(read('5 kr', 'en-US', { home: 'SEK' })).toEqual({ cents: 500, currency: 'SEK' });
    expect(read('5 kr.', 'da-DK', { home: 'DKK' })).toEqual({ cents: 500, currency: 'DKK' });
    expect(read('Rs. 499', 'en-IN', { home: 'INR' })).toEqual({ cents: 49_900, currency: 'INR' });
    expect(read('Fr. 49.–', 'fr-CH', { home: 'CHF' })).toEqual({ cents: 4_900, currency: 'CHF' });
    expect(read('Dhs. 49', 'ar-AE', { home: 'AED' })).toEqual({ cents: 4_900, currency: 'AED' });
    expect(read('49 DH', 'fr-MA', { home: 'MAD' })).toEqual({ cents: 4_900, currency: 'MAD' });
    expect(read('49 Fr', 'fr-FR', { home: 'EUR' })).toEqual({ fault: 'is in Fr, which may be CHF, RWF; give the currency' });
    expect(read('5 kr')).toEqual({ fault: 'is in kr, which may be DKK, ISK, NOK, SEK; give the currency' });
    expect(read('Rs.499')).toEqual({ fault: 'is in Rs., which may be INR, LKR, MUR, NPR, PKR; give the currency' });
  });

  test('Rp. is a hundredth of the Swiss franc where prices are in it, and otherwise the rupiah', () => {
    for (const text of ['50 Rp.', 'Rp. 50', '50 rp']) {
      expect(read(text, 'de-CH', { home: 'CHF' }), text).toEqual({ cents: 50, currency: 'CHF' });
      expect(read(text, 'en-US', { currency: 'CHF' }), text).toEqual({ cents: 50, currency: 'CHF' });
      expect(read(text, 'de-CH', { home: 'CHF', currency: 'IDR' }), text).toEqual({ cents: 5_000, currency: 'IDR' });
      expect(read(text, 'id-ID', { home: 'IDR' }), text).toEqual({ cents: 5_000, currency: 'IDR' });
      expect(read(text), text).toEqual({ cents: 5_000, currency: 'IDR' });
    }
  });

  test('a single letter is the sign of the record’s or the site’s currency, as it is written', () => {
    expect(read('R 99', 'en-ZA', { home: 'ZAR' })).toEqual({ cents: 9_900, currency: 'ZAR' });
    expect(read('P5', 'en-US', { currency: 'BWP' })).toEqual({ cents: 500, currency: 'BWP' });
    expect(read('99p', 'en-GB', { home: 'GBP' })).toEqual({ cents: 99, currency: 'GBP' });
    const letters = [
      ['99p'],
      ['5k'],
      ['20 k'],
      ['5 L'],
      ['10 R'],
      ['4 q'],
      ['Q4'],
      ['10 r', { home: 'ZAR' }],
      ['99P', { home: 'GBP' }],
    ] as const;
    for (const [text, { home = 'USD' } = {}] of letters)
      expect(read(text, 'en-US', { home })).toEqual({
        fault: `has ${/[a-z]/i.exec(text)?.[0]} beside the number; write the amount in full, with a code such as ${home}`,
      });
  });

  test.each<[string, string, string]>([
    ['1.299', 'en-US', 'may mean 1299 or 1.30; write 1299.00 or 1.30'],
    ['1,299', 'de-DE', 'may mean 1299 or 1,30; write 1299,00 or 1,30'],
    ['0.500', 'de-DE', 'may mean 500 or 0,50; write 500,00 or 0,50'],
    ...['', '$', '-5', 'about 5', '5 apples', '2 for $5', '12,34.50', '1.299.99', '1e3', 'NaN', '1,2345', '34.9950', '1,299,0000'].map(
      (text): [string, string, string] => [text, 'en-US', 'must be an amount'],
    ),
    ...['99999999999', '$21,474,836.48', `${10n ** 30n}¢`].map((text): [string, string, string] => [
      text,
      'en-US',
      'is too large: the largest amount is 21474836.47',
    ]),
  ])('“%s” in %s is refused: %s', (text, locale, fault) => {
    expect(read(text, locale)).toEqual({ fault });
  });

  test('a long text is refused at once, whatever is in it', () => {
    // Searching through them would take longer than a test may.
    for (const text of [`$${' '.repeat(200_000)}!`, `${'p.'.repeat(100_000)} pm`, `$5${'a.'.repeat(100_000)}!`])
      expect(read(text)).toEqual({ fault: 'must be an amount' });
  });

  test('another currency than the record’s is refused, and so are decimals of yen', () => {
    expect(read('€5', 'en-US', { currency: 'USD' })).toEqual({
      fault: 'is in €, but the currency is USD; give the amount in USD, or the currency that it is in',
    });
    expect(read('¥19.80')).toEqual({ fault: 'must be a whole number: JPY has no decimals' });
    expect(read('1980.00', 'en-US', { currency: 'JPY' })).toEqual({ cents: 198_000, currency: undefined });
  });

  test('reads back what Intl prints in any language, and what an export writes', () => {
    const cases = fc.record({
      cents: fc.integer({ min: 100_000, max: 200_000_000 }),
      locale: fc.constantFrom('en-US', 'en-GB', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE', 'pl-PL', 'pt-BR', 'ja-JP'),
      currency: fc.constantFrom('USD', 'EUR', 'GBP', 'PLN', 'BRL', 'INR', 'CHF'),
    });
    fc.assert(
      fc.property(cases, ({ cents, locale, currency }) => {
        const printed = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100);
        expect(read(printed, locale)).toEqual({ cents, currency });
        expect(read(decimal(cents), locale)).toEqual({ cents, currency: undefined });
      }),
    );
  });
});
