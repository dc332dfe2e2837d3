import { describe, expect, test } from 'vitest';
import { formatMoney, typedMoney } from '../../../src/lib/money.ts';
import { readTypedPrice } from '../../../src/lib/typed-price.ts';

describe('a price that is typed as a limit', () => {
  test.each<[string, number]>([
    ['49.99', 4_999],
    ['49,99', 4_999],
    [' 49,9 ', 4_990],
    ['.99', 99],
    ['1299', 129_900],
    ['1,299.50', 129_950],
    ['1.299,50', 129_950],
    ['1.299', 129_900],
    ['1 299,50', 129_950],
    ['1\u202f299', 129_900],
    ['1’299.50', 129_950],
    ['1,29,999', 12_999_900],
    ['٤٩٫٩٩', 4_999],
    ['１，９８０', 198_000],
    ['$1,299.99', 129_999],
    ['49,99 €', 4_999],
    ['€49.99', 4_999],
    ['50 EUR', 5_000],
    ['CHF 1’299.50', 129_950],
    ['1,980円', 198_000],
    ['１，９８０円', 198_000],
    ['1980元', 198_000],
    ['19,800원', 1_980_000],
    ['R 99,90', 9_990],
    ['S/ 49.90', 4_990],
    ['Q49.90', 4_990],
    ['49.–', 4_900],
    ['Fr. 1’299.–', 129_900],
    ['19,- €', 1_900],
    ['₹1,299/-', 129_900],
    ['49.90 ש"ח', 4_990],
    ['د.إ 49.90', 4_990],
    ['1,299.90 د.إ', 129_990],
    ['free', 0],
  ])('“%s” is %d hundredths, whatever the language', (text, cents) => {
    expect(readTypedPrice(text)).toBe(cents);
  });

  test.each(['', 'cheap', '1.2.3', '1.299.50', '12,34,56', '-5', '9999999999999', '€', '€50€', '5 apples', '50k', '15万', '1億', '.–'])(
    '“%s” is none',
    (text) => {
      expect(readTypedPrice(text)).toBeUndefined();
    },
  );

  test.each(['15万円', '1.5万円', '3만원', '15千円', '1億円', '5 mil', '2 bin', '5 tys.', '5 тыс', '2 Mio'])(
    '“%s”, of which a word says how many, is not the number before it',
    (text) => {
      expect(readTypedPrice(text)).toBeUndefined();
    },
  );

  test.each(['de-DE', 'ja-JP', 'pt-BR', 'en-IN', 'ar-EG', 'mr-IN', 'pl-PL', 'de-CH', 'fr-FR', 'fa-IR'])(
    'in %s is read as the site writes it',
    (locale) => {
      const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
      for (const cents of [5, 4_999, 129_950, 123_456_789]) expect(readTypedPrice(written.format(cents / 100))).toBe(cents);
    },
  );

  test.each([
    ['de-DE', 'EUR'],
    ['pt-BR', 'BRL'],
    ['en-IN', 'INR'],
    ['ja-JP', 'JPY'],
    ['en-ZA', 'ZAR'],
    ['es-PE', 'PEN'],
    ['es-HN', 'HNL'],
    ['ar-EG', 'EGP'],
    ['de-CH', 'CHF'],
    ['sv-SE', 'SEK'],
    ['pl-PL', 'PLN'],
    ['de-CH', 'CHF'],
    ['en-CA', 'USD'],
  ])('in %s is read with its currency %s, as the site writes a price', (locale, currency) => {
    for (const cents of [4_900, 129_900, 12_999_900]) expect(readTypedPrice(formatMoney(cents, currency, locale))).toBe(cents);
  });

  test.each([
    ['en-US', 2_990, '29.90'],
    ['de-DE', 2_990, '29,90'],
    ['de-DE', 129_900, '1299'],
    ['ar-EG', 129_950, '١٢٩٩٫٥٠'],
  ])('in %s %d hundredths are typed as “%s”, and read again', (locale, cents, typed) => {
    expect(typedMoney(cents, { locale })).toBe(typed);
    expect(readTypedPrice(typed)).toBe(cents);
  });
});
