import { required } from '../../lib/required.ts';

/** What a query says of the price, and what is left of it. */
export interface PriceWords {
  rest: string;
  min?: number;
  max?: number;
  /** The words that were read as a price. */
  matchedText?: string;
}

const AMOUNT = String.raw`(?:us)?\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(\.\d{1,2})?(k)?\b(?!\s*%)`;
const MONEY = String.raw`(?:\s*(?:dollars?|bucks|usd|\$))?`;
/** "Under 30 minutes" and "over 20 inch" are not about money. */
const NO_MEASURE = String.raw`(?![-\s]*(?:"|''|%|x\b|in\b|inch|cm\b|mm\b|m\b|ft\b|feet|foot|gb\b|tb\b|mb\b|g\b|kg\b|lbs?\b|pounds?\b|oz\b|ounces?|w\b|watts?|v\b|volts?|hz\b|mhz\b|ghz\b|mah\b|dpi\b|rpm\b|db\b|minutes?|mins?\b|hours?|seconds?|days?|weeks?|months?|years?|pieces?|people|calories))`;

const RANGES: [RegExp, (numbers: number[]) => Pick<PriceWords, 'min' | 'max'>][] = [
  [new RegExp(String.raw`\b(?:between|from)\s+${AMOUNT}\s*(?:-|–|and|to)\s*${AMOUNT}${NO_MEASURE}${MONEY}`, 'i'), both],
  [new RegExp(String.raw`\$\s?${AMOUNT}\s*(?:-|–|to)\s*${AMOUNT}${NO_MEASURE}${MONEY}`, 'i'), both],
  [
    new RegExp(
      String.raw`(?:\b(?:under|below|less than|cheaper than|no more than|at most|up to|max(?:imum)?)|[<≤])\s*${AMOUNT}${NO_MEASURE}${MONEY}`,
      'i',
    ),
    ([max]) => ({ max }),
  ],
  [
    new RegExp(String.raw`(?:\b(?:over|above|more than|at least|min(?:imum)?)|[>≥])\s*${AMOUNT}${NO_MEASURE}${MONEY}`, 'i'),
    ([min]) => ({ min }),
  ],
];

function both(numbers: number[]): Pick<PriceWords, 'min' | 'max'> {
  return { min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** Reads prices as shoppers type them: "under 600", "$50-$100", "between 20 and 40 dollars". Amounts are in dollars. */
export function readPriceWords(query: string): PriceWords {
  for (const [pattern, bounds] of RANGES) {
    const match = pattern.exec(query);
    if (!match) continue;
    const numbers: number[] = [];
    for (let index = 1; index < match.length; index += 3) {
      const [whole, cents = '', thousands] = match.slice(index, index + 3);
      numbers.push(Number(required(whole, 'an amount').replaceAll(',', '') + cents) * (thousands ? 1000 : 1));
    }
    const rest = `${query.slice(0, match.index)} ${query.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim();
    return { rest, ...bounds(numbers), matchedText: match[0].trim() };
  }
  return { rest: query };
}
