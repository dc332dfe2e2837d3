import { parseMoney } from './money.ts';
import { plainDigits } from './plain-digits.ts';
import { NO_CENTS, withPoint, writtenNumber } from './written-number.ts';

/** A sign such as `€` or `R$`, a code, a short name such as `kr`, `zł`, `ש"ח` or `ج.م.`. */
const SIGN = String.raw`\p{L}{0,3}\p{Sc}|\p{L}{2,3}\.?|(?:\p{L}\.){1,2}\p{L}\.?|\p{L}["״]\p{L}`;
/** What says how many, as in `15万円`, `3만원`, `5 mil` and `5 тыс`: the amount is another then. */
const HOW_MANY = String.raw`[十百千万萬億亿兆십백천만억조]|(?:[Mm](?:io|ln|ld|rd|il)|[Tt][yi]s|[Bb]in|[Ll]ac|[Cc]r|тыс|млн|тис)(?!\p{L})`;
/** Before digits a sign, or also a letter such as `R` or `S/`; behind them a sign or `円`. */
const CURRENCY = new RegExp(
  String.raw`^(?:${SIGN}|\p{Lu}(?:\/\.?)?) ?(?=[\d.,])|(?<=[\d.,/–—-]) ?(?!${HOW_MANY})(?:${SIGN}|[円元圓원])$`,
  'u',
);

/**
 * Reads a price that a visitor types as a limit, with the separators and digits of any language, because a keyboard for numbers may have no
 * others: `49.99`, `49,99`, `1.299,50`, `1 299`, `٤٩٫٩٩`; and whatever `parseMoney` reads. A currency beside it, as in a price that was copied from
 * the page, is left out: limits are in the site's.
 * @returns cents, or undefined when the text is no price
 */
export function readTypedPrice(text: string): number | undefined {
  const typed = plainDigits(text).trim().replace(/\s+/g, ' ').replace(CURRENCY, '').replace(NO_CENTS, '');
  const number = writtenNumber(typed);
  return parseMoney(number ? withPoint(number) : typed);
}
