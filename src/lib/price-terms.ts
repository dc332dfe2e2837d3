import { parseMoney } from './money.ts';

/** A price that is not a single amount; amounts are in hundredths, as everywhere. */
export type PriceTerms =
  /** A percentage off the store's usual price; `upTo` if not everything is reduced that much. */
  | { kind: 'percent'; percent: number; upTo?: true }
  /** Several amounts, such as those of sizes; `to` is left out where only the lowest is known. */
  | { kind: 'range'; from: number; to?: number }
  /** A number of pieces for an amount. */
  | { kind: 'multi'; quantity: number; total: number }
  /** Buy some, get others at a percentage off; 100 is free. */
  | { kind: 'bogo'; buy: number; get: number; percent: number }
  /** An amount off the store's usual price. */
  | { kind: 'off'; amount: number };

/** A price: the amount by which it is compared, if any, and its terms, unless it is only that amount. */
export interface Price {
  /** In hundredths; of a range the lowest, of several pieces that of one. */
  cents: number | null;
  terms: PriceTerms | null;
}

type ReadAmount = (text: string) => number | undefined;

const NUMBER = String.raw`(one|two|three|four|five|\d{1,2})`;
const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five'];
const numberOf = (text: string) => (/\d/.test(text) ? Number(text) : NUMBERS.indexOf(text.toLowerCase()));

/** An amount for several pieces needs a currency or decimals: "3 for 2" means something else. */
const IS_MONEY = /[^\d\s]/;

/** "12-99" may be 12.99 that was mistyped, and the dash of "49.–" stands for its cents. Japan writes ranges with a wave. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- it is on one line, so that anything may be the second amount
const RANGE = /^(?!\d+[-–—]\d+$)(.+?) ?(?:(?<![.,/])[-–—]|[~〜～]| to ) ?(.+)$/i;

const FORMS: [RegExp, (parts: string[], amount: ReadAmount) => PriceTerms | undefined][] = [
  [/^(up to )?(\d{1,2}) ?(?:%|percent) off$/i, ([upTo, percent]) => percentOff(Number(percent), upTo !== '')],
  [/^save (up to )?(\d{1,2}) ?(?:%|percent)$/i, ([upTo, percent]) => percentOff(Number(percent), upTo !== '')],
  [/^(?:save (.+)|(.+) off)$/i, ([saved, off], amount) => amountOff(amount(saved || off || ''))],
  [/^bogo(?: free)?$/i, () => bogo('1', '1', 100)],
  [/^bogo (\d{1,2}) ?%(?: off)?$/i, ([percent]) => bogo('1', '1', Number(percent))],
  [new RegExp(`^buy ${NUMBER},? get ${NUMBER}(?: free)?$`, 'i'), ([buy = '', get = '']) => bogo(buy, get, 100)],
  [new RegExp(`^buy ${NUMBER},? get ${NUMBER} (?:half off|half price)$`, 'i'), ([buy = '', get = '']) => bogo(buy, get, 50)],
  [
    new RegExp(String.raw`^buy ${NUMBER},? get ${NUMBER} (?:at )?(\d{1,2}) ?% off$`, 'i'),
    ([buy = '', get = '', percent]) => bogo(buy, get, Number(percent)),
  ],
  [/^(?:from|starting at|starts at) (.+)$/i, ([from = ''], amount) => range(amount(from))],
  [/^(.+?)(?: and up|\+)$/i, ([from = ''], amount) => range(amount(from))],
  [
    /^(\d{1,3}) ?(?:for|\/) ?(.+)$/i,
    ([quantity, total = ''], amount) => multi(Number(quantity), IS_MONEY.test(total) ? amount(total) : undefined),
  ],
  [RANGE, ([from = '', to = ''], amount) => range(amount(from), amount(to) ?? 0)],
];

/**
 * Reads a price as stores print it: an amount, "30% off", "$19.99 - $49.99", "from $19.99", "2 for $5", "BOGO", "buy 1 get 1 50% off",
 * "save $6". @param readAmount reads the amounts in it
 * @returns undefined when it is no price
 */
export function parsePrice(text: string, readAmount: ReadAmount = parseMoney): Price | undefined {
  const cents = readAmount(text);
  if (cents !== undefined) return { cents, terms: null };
  const given = text.trim().replace(/\s+/g, ' ');
  // 0 is not valid inside such a price.
  const amount = (part: string) => readAmount(part) || undefined;
  for (const [form, read] of FORMS) {
    const found: (string | undefined)[] | null = form.exec(given);
    const parts = found?.slice(1).map((part) => part ?? '');
    const terms = parts && read(parts, amount);
    if (terms) return { cents: comparedCents(terms), terms };
  }
  return undefined;
}

const percentOff = (percent: number, upTo: boolean): PriceTerms | undefined =>
  percent > 0 ? { kind: 'percent', percent, ...(upTo && { upTo }) } : undefined;

const amountOff = (amount: number | undefined): PriceTerms | undefined => (amount ? { kind: 'off', amount } : undefined);

/** @param to 0 for a text that is not an amount */
function range(from: number | undefined, to?: number): PriceTerms | undefined {
  if (!from) return undefined;
  if (to === undefined) return { kind: 'range', from };
  return to > from ? { kind: 'range', from, to } : undefined;
}

const multi = (quantity: number, total: number | undefined): PriceTerms | undefined =>
  quantity > 1 && total ? { kind: 'multi', quantity, total } : undefined;

function bogo(buy: string, get: string, percent: number): PriceTerms | undefined {
  const terms = { kind: 'bogo' as const, buy: numberOf(buy), get: numberOf(get), percent };
  return terms.buy > 0 && terms.get > 0 && percent > 0 ? terms : undefined;
}

function comparedCents(terms: PriceTerms): number | null {
  if (terms.kind === 'range') return terms.from;
  return terms.kind === 'multi' ? Math.round(terms.total / terms.quantity) : null;
}

/** Terms in words, which `parsePrice` reads back. @param amount writes an amount */
export function termsText(terms: PriceTerms, amount: (cents: number) => string): string {
  switch (terms.kind) {
    case 'percent':
      return `${terms.upTo ? 'Up to ' : ''}${terms.percent}% off`;
    case 'range':
      return terms.to === undefined ? `from ${amount(terms.from)}` : `${amount(terms.from)} – ${amount(terms.to)}`;
    case 'multi':
      return `${terms.quantity} for ${amount(terms.total)}`;
    case 'bogo': {
      const [buy, get] = [terms.buy, terms.get].map((number) => NUMBERS[number] ?? String(number));
      return `Buy ${buy}, get ${get} ${terms.percent === 100 ? 'free' : `${terms.percent}% off`}`;
    }
    case 'off':
      return `Save ${amount(terms.amount)}`;
  }
}
