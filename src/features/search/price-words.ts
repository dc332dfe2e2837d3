import { memoize } from '../../lib/memoize.ts';
import { plainDigits } from '../../lib/plain-digits.ts';
import type { Region } from '../../lib/region.ts';
import { moneyWords, type MoneyWords } from './money-words.ts';

/** The price bounds of a query, and the query without them. */
interface PriceWords {
  rest: string;
  /** In units of the site's currency, as is `max`. */
  min?: number;
  max?: number;
  /** The words that were read as a price. */
  matchedText?: string;
}

const UNITS =
  'percent x in inch cm mm m ft feet foot gb tb mb gbps mbps g kg lb pound oz ounce l ml liter litre qt quart gal gallon cup w kw wh kwh watt v kv va kva volt amp ' +
  'hz mhz ghz mah dpi rpm db mp fps core thread port bay slot min minute hour second day week month year piece person people calorie';
/** "Under 30 minutes" and "over 20 inch" are not about money. */
const NO_MEASURE = String.raw`(?![\-\s]*(?:"|''|%|(?:${UNITS.replaceAll(' ', '|')})(?:e?s)?\b))`;

/** "$50 off" and a "$50 gift card" do not say what the thing costs. */
const NO_COST = String.raw`\b(?:off|save|back|cash ?back|rebates?|discounts?|coupons?|vouchers?|gift|credits?|bonus|rewards?)\b`;

/** Words behind a number that say how many, in Japan, China, Korea and India. */
const MANY = new Map([
  ['k', 1_000],
  ['千', 1_000],
  ['천', 1_000],
  ['万', 10_000],
  ['萬', 10_000],
  ['만', 10_000],
  ['lakh', 100_000],
]);
/** "20 k-cups" are no 20,000. */
const HOW_MANY = String.raw`k|[千천万萬만]|\s?lakh(?=s?\b)`;
/** Behind a number that is more than what is read of it: `1万5千`, `1億`. */
const NO_MORE = String.raw`(?!\s?(?:[千천万萬만億亿억]|(?:lakhs?|crores?|million)\b))`;

/** What is written for full-width keyboards and in other digits, as one letter for each. */
const OTHERWISE_TYPED = /[\p{Nd}٫٬\uff01-\uff5e￡￥￦]/gu;
const asTyped = (query: string) => query.replace(OTHERWISE_TYPED, (letter) => (letter.length === 1 ? plainDigits(letter) : letter));

/** How far from a price what is "around" it may cost. */
const AROUND = 0.2;

type Bounds = Pick<PriceWords, 'min' | 'max'>;
type Forms = [RegExp, (numbers: number[]) => Bounds][];

/** The forms for a currency in a language, built once: that takes longer than reading a query. */
const formsFor = memoize((currency) => memoize((locale) => buildForms(moneyWords(currency, locale))));

function buildForms({ signs, names, group, decimal }: MoneyWords): Forms {
  const money = String.raw`\s*(?:${[...signs, ...names].join('|')})(?![\p{L}\d])`;
  const whole = String.raw`(\d{1,3}(?:${group}\d{2,3})*${group}\d{3}|\d{1,7})`;
  const cents = String.raw`(${decimal}\d{1,2}(?!\d)|[.,/][-–—]{1,2})?`;
  const many = String.raw`(?:(${HOW_MANY})(?:(?<=lakh)s)?(?!\d))?${NO_MORE}`;
  const number = String.raw`${whole}${cents}${many}(?:(?=${money})|\b|(?<=[-–—千천万萬만]))(?!\s*%)`;
  const signed = String.raw`(?:${signs.join('|')})\s?${number}`;
  const amount = String.raw`(?:(?:${signs.join('|')})\s?)?${number}`;
  const to = String.raw`\s*(?:-|–|to)\s*`;
  const end = `(?:${money}|${NO_MEASURE})`;
  const priced = `(?:${signed}|${number}${money})`;
  // Pounds are also a weight.
  const ownMoney = String.raw`\s*(?:${[...signs, ...names.filter((name) => !name.startsWith('pound'))].join('|')})(?![\p{L}\d])`;
  const bare = `(?:${signed}|${number}${ownMoney})`;
  const form = (pattern: string) => new RegExp(pattern, 'iu');
  return [
    [form(String.raw`\b(?:between|from)\s+${amount}\s*(?:-|–|and|to)\s*${amount}${end}`), both],
    [form(String.raw`(?<![\p{L}\d])(?:${signs.join('|')})\s?${number}${to}${amount}${end}`), both],
    [form(String.raw`(?<![\p{L}\d])${number}${to}${amount}${money}`), both],
    [form(String.raw`(?:\b(?:under|below|less than|cheaper than|no more than|at most|up to|maximum)|<=?|≤)\s*${amount}${end}`), most],
    [form(String.raw`(?:\b(?:over|above|more than|at least|minimum)|>=?|≥)\s*${amount}${end}`), least],
    // A "Fire Max 11" costs more than 11: these say a price with the currency alone.
    [form(String.raw`\bmax\s+${priced}`), most],
    [form(String.raw`\bmin\s+${priced}`), least],
    [form(String.raw`(?<![\p{L}\d.,-])${amount}(?:${money})?\s+(?:or|and)\s+(?:less|under|below|cheaper)\b`), most],
    [form(String.raw`(?<![\p{L}\d.,-])${priced}\s+(?:or|and)\s+(?:more|over|above|up)\b`), least],
    [form(String.raw`\b(?:around|about|roughly)\s+${priced}`), around],
    // A price before or after the thing is what it should cost at most: "$20 mouse", "mouse 20 dollars".
    [form(String.raw`^${bare}(?=\s+\S)(?!.*${NO_COST})`), most],
    [form(String.raw`(?<=\S\s+)(?<!${NO_COST}.*)${bare}$`), most],
    // Beside other words "free" may say of what: "gluten free".
    [/^\s*(?:free(?:\s+stuff)?|freebies?)\s*$/i, nothing],
  ];
}

function both(numbers: number[]): Bounds {
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

const around = ([price = 0]: number[]): Bounds => ({ min: inCents(price * (1 - AROUND)), max: inCents(price * (1 + AROUND)) });
const inCents = (price: number) => Math.round(price * 100) / 100;

const most = ([max]: number[]): Bounds => ({ max });
const nothing = (): Bounds => ({ max: 0 });
const least = ([min]: number[]): Bounds => ({ min });

/**
 * Reads prices as shoppers type them: "under 600", "$50-$100", "$20 mouse", "between 20 and 40 dollars", "free"; where the site is so,
 * "under 25,50 €". An amount in another currency than the site's says nothing, because prices in one currency are compared.
 */
export function readPriceWords(query: string, { currency, locale }: Pick<Region, 'currency' | 'locale'>): PriceWords {
  const typed = asTyped(query);
  for (const [form, bounds] of formsFor(currency)(locale)) {
    const match = form.exec(typed);
    if (!match) continue;
    const numbers: number[] = [];
    for (let index = 1; index < match.length; index += 3) {
      const [whole, cents = '', many = ''] = match.slice(index, index + 3);
      // An amount that may be written in two ways is in one of them.
      if (whole === undefined) continue;
      const number = Number(`${whole.replaceAll(/\D/g, '')}.${cents.replaceAll(/\D/g, '')}`);
      numbers.push(inCents(number * (MANY.get(many.trim().toLowerCase()) ?? 1)));
    }
    const rest = `${query.slice(0, match.index)} ${query.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim();
    return { rest, ...bounds(numbers), matchedText: query.slice(match.index, match.index + match[0].length).trim() };
  }
  return { rest: query };
}

/** Amounts alone, the lower one first: "200-300", "200 to 300". */
const AMOUNTS = String.raw`([1-9]\d{1,5})\s*(?:-|–|to)\s*([1-9]\d{1,5})`;
const BARE_RANGE = new RegExp(String.raw`^${AMOUNTS}(?=\s+\S)|(?<=\s)${AMOUNTS}$`, 'i');

/**
 * Returns the prices that numbers without a currency may be meant for, first or last in a query (without blanks around it): "monitor 200-300". They may be a size or a model
 * as well, so that they are words first; undefined where there are none.
 */
export function guessPriceRange(query: string): { rest: string; min: number; max: number } | undefined {
  const match = BARE_RANGE.exec(query);
  if (!match) return undefined;
  const [min = 0, max = 0] = match.slice(1).filter(Boolean).map(Number);
  if (min >= max) return undefined;
  return { rest: `${query.slice(0, match.index)}${query.slice(match.index + match[0].length)}`.trim(), min, max };
}
