import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { guessPriceRange, readPriceWords } from '../../../src/features/search/price-words.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';

const read = (query: string) => readPriceWords(query, DEFAULT_REGION);

it.each([
  ['rtx 4070 under 600', { rest: 'rtx 4070', max: 600, matchedText: 'under 600' }],
  ['monitor below $1,299.99', { rest: 'monitor', max: 1299.99, matchedText: 'below $1,299.99' }],
  ['laptop under 1k', { rest: 'laptop', max: 1000, matchedText: 'under 1k' }],
  ['under 20 dollars gifts', { rest: 'gifts', max: 20, matchedText: 'under 20 dollars' }],
  ['lamp <30', { rest: 'lamp', max: 30, matchedText: '<30' }],
  ['watch over $100', { rest: 'watch', min: 100, matchedText: 'over $100' }],
  ['chair $50-$100', { rest: 'chair', min: 50, max: 100, matchedText: '$50-$100' }],
  ['desk between 200 and 100 bucks', { rest: 'desk', min: 100, max: 200, matchedText: 'between 200 and 100 bucks' }],
  ['sofa from 300 to 500', { rest: 'sofa', min: 300, max: 500, matchedText: 'from 300 to 500' }],
  ['mouse 20-30 bucks', { rest: 'mouse', min: 20, max: 30, matchedText: '20-30 bucks' }],
  ['laptop max $500', { rest: 'laptop', max: 500, matchedText: 'max $500' }],
  ['laptop min 300 dollars', { rest: 'laptop', min: 300, matchedText: 'min 300 dollars' }],
  ['laptop <= 500', { rest: 'laptop', max: 500, matchedText: '<= 500' }],
  ['$25 or less gifts', { rest: 'gifts', max: 25, matchedText: '$25 or less' }],
  ['laptop 500 and under', { rest: 'laptop', max: 500, matchedText: '500 and under' }],
  ['watch 100 bucks or more', { rest: 'watch', min: 100, matchedText: '100 bucks or more' }],
  ['tv at most usd 1,500', { rest: 'tv', max: 1500, matchedText: 'at most usd 1,500' }],
  ['mouse around $50', { rest: 'mouse', min: 40, max: 60, matchedText: 'around $50' }],
  ['about 100 dollars headset', { rest: 'headset', min: 80, max: 120, matchedText: 'about 100 dollars' }],
  ['about $33.33 headset', { rest: 'headset', min: 26.66, max: 40, matchedText: 'about $33.33' }],
  ['$20 mouse', { rest: 'mouse', max: 20, matchedText: '$20' }],
  ['mouse $20', { rest: 'mouse', max: 20, matchedText: '$20' }],
  ['20 dollar mouse', { rest: 'mouse', max: 20, matchedText: '20 dollar' }],
  ['mouse 20 bucks', { rest: 'mouse', max: 20, matchedText: '20 bucks' }],
  ['Free', { rest: '', max: 0, matchedText: 'Free' }],
  ['free stuff', { rest: '', max: 0, matchedText: 'free stuff' }],
  ['freebies', { rest: '', max: 0, matchedText: 'freebies' }],
])('%s', (query, words) => expect(read(query)).toEqual(words));

it.each([
  'meals under 30 minutes',
  'cocoa over 70 percent',
  'monitor over 27 inch',
  'ssd over 500 gb',
  'under desk shelf',
  'over-ear headphones',
  'rtx 4070',
  'fire max 11 tablet',
  'iphone pro max 256',
  'cpu with at least 8 cores',
  'tent for up to 6 persons',
  'switch with over 8 ports',
  'kettle under 2 liters',
  'adapter up to 10 gbps',
  '4070 or more',
  'up to 50% off',
  'lamp under €25',
  'size 20-30',
  '$50 gift card',
  'gift card $50',
  'save $50',
  '$20 off shoes',
  'shoes $20 cash back',
  'gluten free',
  'free shipping',
  'about 100 pieces',
  'ssd $5 500 gb',
  '$5',
  '',
])('“%s” says nothing of a price', (query) => expect(read(query)).toEqual({ rest: query }));

it.each([
  ['EUR', 'de-DE', 'lampe unter der treppe under €25', { rest: 'lampe unter der treppe', max: 25, matchedText: 'under €25' }],
  ['EUR', 'de-DE', 'lamp under 25,50', { rest: 'lamp', max: 25.5, matchedText: 'under 25,50' }],
  ['EUR', 'de-DE', 'lamp under 25.50 €', { rest: 'lamp', max: 25.5, matchedText: 'under 25.50 €' }],
  ['EUR', 'de-DE', 'sofa under 1.299,99€', { rest: 'sofa', max: 1299.99, matchedText: 'under 1.299,99€' }],
  ['EUR', 'de-DE', 'chair 20-50 euros', { rest: 'chair', min: 20, max: 50, matchedText: '20-50 euros' }],
  ['EUR', 'de-DE', 'chair under $25', { rest: 'chair under $25' }],
  ['EUR', 'fr-FR', 'sofa under 1 299 €', { rest: 'sofa', max: 1299, matchedText: 'under 1 299 €' }],
  ['EUR', 'fr-FR', 'ssd under 60 512gb', { rest: 'ssd 512gb', max: 60, matchedText: 'under 60' }],
  ['GBP', 'en-GB', 'kettle under £20', { rest: 'kettle', max: 20, matchedText: 'under £20' }],
  ['GBP', 'en-GB', 'kettle under 20 pounds', { rest: 'kettle', max: 20, matchedText: 'under 20 pounds' }],
  ['GBP', 'en-GB', 'kettle under 20 quid', { rest: 'kettle', max: 20, matchedText: 'under 20 quid' }],
  ['GBP', 'en-GB', 'dumbbell 20 pounds', { rest: 'dumbbell 20 pounds' }],
  ['GBP', 'en-GB', '£20 kettle', { rest: 'kettle', max: 20, matchedText: '£20' }],
  ['EUR', 'de-DE', 'lampe 25,50 €', { rest: 'lampe', max: 25.5, matchedText: '25,50 €' }],
  ['JPY', 'ja-JP', 'lamp under ¥2,000', { rest: 'lamp', max: 2000, matchedText: 'under ¥2,000' }],
  ['JPY', 'ja-JP', 'lamp under 2000円', { rest: 'lamp', max: 2000, matchedText: 'under 2000円' }],
  ['SEK', 'sv-SE', 'lampa under 250kr', { rest: 'lampa', max: 250, matchedText: 'under 250kr' }],
  ['INR', 'en-IN', 'phone under Rs. 5,000', { rest: 'phone', max: 5_000, matchedText: 'under Rs. 5,000' }],
  ['INR', 'en-IN', 'phone 5000 rs', { rest: 'phone', max: 5_000, matchedText: '5000 rs' }],
  ['INR', 'en-IN', 'rs 500 to rs 900 kettle', { rest: 'kettle', min: 500, max: 900, matchedText: 'rs 500 to rs 900' }],
  ['INR', 'en-IN', 'phone under ₹1,00,000', { rest: 'phone', max: 100_000, matchedText: 'under ₹1,00,000' }],
  ['INR', 'en-IN', 'phone under 1.1 lakh', { rest: 'phone', max: 110_000, matchedText: 'under 1.1 lakh' }],
  ['INR', 'en-IN', 'phones under 2 lakhs', { rest: 'phones', max: 200_000, matchedText: 'under 2 lakhs' }],
  ['INR', 'en-IN', 'phone under 2 crore', { rest: 'phone under 2 crore' }],
  ['INR', 'en-IN', 'shoes under Rs.499/- white', { rest: 'shoes white', max: 499, matchedText: 'under Rs.499/-' }],
  ['JPY', 'ja-JP', 'カメラ under 15万', { rest: 'カメラ', max: 150_000, matchedText: 'under 15万' }],
  ['JPY', 'ja-JP', 'カメラ 1.5万円', { rest: 'カメラ', max: 15_000, matchedText: '1.5万円' }],
  ['JPY', 'ja-JP', 'カメラ under 1万5千円', { rest: 'カメラ under 1万5千円' }],
  ['JPY', 'ja-JP', 'カメラ　under ￥１５，０００', { rest: 'カメラ', max: 15_000, matchedText: 'under ￥１５，０００' }],
  ['KRW', 'ko-KR', 'under 3만원 이어폰', { rest: '이어폰', max: 30_000, matchedText: 'under 3만원' }],
  ['ILS', 'he-IL', 'אוזניות 200 ש"ח', { rest: 'אוזניות', max: 200, matchedText: '200 ש"ח' }],
  ['ILS', 'he-IL', 'אוזניות under 200 NIS', { rest: 'אוזניות', max: 200, matchedText: 'under 200 NIS' }],
  ['AED', 'ar-AE', 'سماعات under ١٬٢٠٠ د.إ', { rest: 'سماعات', max: 1_200, matchedText: 'under ١٬٢٠٠ د.إ' }],
  ['CHF', 'de-CH', 'velo under 1’250', { rest: 'velo', max: 1_250, matchedText: 'under 1’250' }],
  ['CHF', 'de-CH', 'velo Fr. 49.–', { rest: 'velo', max: 49, matchedText: 'Fr. 49.–' }],
  ['CHF', 'de-CH', 'velo between 49.– and 99.–', { rest: 'velo', min: 49, max: 99, matchedText: 'between 49.– and 99.–' }],
  ['USD', 'en-US', 'coffee under 20 k-cups', { rest: 'coffee k-cups', max: 20, matchedText: 'under 20' }],
  ['CHF', 'de-CH', "velo under CHF 1'250.50", { rest: 'velo', max: 1250.5, matchedText: "under CHF 1'250.50" }],
])('in %s of %s, “%s” is read as it is written there', (currency, locale, query, words) =>
  expect(readPriceWords(query, { currency, locale })).toEqual(words),
);

it.each<[string, ReturnType<typeof guessPriceRange>]>([
  ['monitor 200-300', { rest: 'monitor', min: 200, max: 300 }],
  ['gaming monitor 200 to 300', { rest: 'gaming monitor', min: 200, max: 300 }],
  ['50–100 usb-c hub', { rest: 'usb-c hub', min: 50, max: 100 }],
  ['lego 10281-1', undefined],
  ['monitor 300-200', undefined],
  ['200-300', undefined],
  ['size 20-30 shoes', undefined],
  ['gtx1060-1080', undefined],
  ['tent 3.200-300', undefined],
  ['resistors 1-10', undefined],
])('“%s” may be meant for prices: %o', (query, range) => {
  expect(read(query)).toEqual({ rest: query });
  expect(guessPriceRange(query)).toEqual(range);
});

test('anything can be typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const { rest, min = 0, max = 0 } = read(query);
      expect(rest.length).toBeLessThanOrEqual(query.length);
      expect(min + max).toBeGreaterThanOrEqual(0);
    }),
  );
});
