import { parseMoney } from './money.ts';
import { plainDigits } from './plain-digits.ts';
import { withPoint, writtenNumber } from './written-number.ts';

/**
 * A sign such as `€` or `R$`, a code, a short name such as `kr`, `zł` or `ج.م.`, or `円`, before or after digits; before them also a letter such as
 * `R` or `S/`. Behind them `k` and `万` say how many.
 */
const CURRENCY =
  /^(?:\p{L}{0,3}\p{Sc}|\p{L}{2,3}\.?|\p{Lu}(?:\/\.?)?|(?:\p{L}\.){2,3}) ?(?=[\d.,])|(\d) ?(?:\p{L}{0,3}\p{Sc}|\p{L}{2,3}\.?|(?:\p{L}\.){2,3}|[円元圓원])$/u;

/**
 * Reads a price that a visitor types as a limit, with the separators and digits of any language, because a keyboard for numbers may have no
 * others: `49.99`, `49,99`, `1.299,50`, `1 299`, `٤٩٫٩٩`; and whatever `parseMoney` reads. A currency beside it, as in a price that was copied from
 * the page, is left out: limits are in the site's.
 * @returns cents, or undefined when the text is no price
 */
export function readTypedPrice(text: string): number | undefined {
  const typed = plainDigits(text).trim().replace(/\s+/g, ' ').replace(CURRENCY, '$1');
  const number = writtenNumber(typed);
  return parseMoney(number ? withPoint(number) : typed);
}
