import { parseMoney } from './money.ts';
import { plainDigits } from './plain-digits.ts';
import { withPoint, writtenNumber } from './written-number.ts';

/**
 * Reads a price that a visitor types as a limit, with the separators and digits of any language, because a keyboard for numbers may have no
 * others: `49.99`, `49,99`, `1.299,50`, `1 299`, `٤٩٫٩٩`; and whatever `parseMoney` reads.
 * @returns cents, or undefined when the text is no price
 */
export function readTypedPrice(text: string): number | undefined {
  const typed = plainDigits(text).trim().replace(/\s+/g, ' ');
  const number = writtenNumber(typed);
  return parseMoney(number ? withPoint(number) : typed);
}
