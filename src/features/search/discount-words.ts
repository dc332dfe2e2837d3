/** The lowest discount that a query asks for, and the query without it. */
interface DiscountWords {
  rest: string;
  /** At least this many percent off, 1 to 100. */
  percent?: number;
  /** The words that were read as a discount. */
  matchedText?: string;
}

/** "Up to 50% off" asks for no more than that, "20-30% off" for no single discount, and what is in quotation marks for these very words. */
const NOT_AFTER = String.raw`(?<![\p{L}\d.,$€£–-]|(?:\b(?:up to|under|below|less than|at most|no more than|max|maximum)|[<≤]=?)\s*|(?<=^|\s)-?["“„][^"”]*)`;
const AT_LEAST = String.raw`(?:(?<![\p{L}\d])(?:at least|min|minimum|over|above|more than)\s+|(?:>=?|≥)\s*)?`;
const OR_MORE = String.raw`(?:\s+(?:or|and)\s+(?:more|over|above|up|better)\b)?`;
/** "50% off-road" is no discount. */
const DISCOUNT = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- a query has 200 characters at most
  String.raw`${AT_LEAST}${NOT_AFTER}([1-9]\d?|100)\s*(?:%|percent\b)\s*\+?${OR_MORE}\s*\boff(?![\p{L}\d]|-\p{L})${OR_MORE}`,
  'iu',
);

/** Reads a discount as shoppers type it: "50% off", "at least 30 percent off", "20%+ off". A percentage alone says something else: "100% cotton". */
export function readDiscountWords(query: string): DiscountWords {
  const match = DISCOUNT.exec(query);
  if (!match) return { rest: query };
  const rest = `${query.slice(0, match.index)} ${query.slice(match.index + match[0].length)}`.replace(/\s+/g, ' ').trim();
  return { rest, percent: Number(match[1]), matchedText: match[0].trim() };
}
