import { BIDI_CONTROLS, DIRECTION_MARKS } from './bidi-controls.ts';

const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;

/**
 * A number, price or date with the digits 0 to 9 in place of those of its own script, `١٢٫٥٠` as `12.50`, with the separators of Arabic as
 * a point and a comma, and without what decides its direction.
 */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(DIRECTION_MARKS, '')
    .replace(BIDI_CONTROLS, '')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(DIGITS, plainDigit);

/** The zero of a script has a code whose last hexadecimal digit is 0 or 6. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const low = code % 16;
  return String(DIGIT.test(String.fromCodePoint(code - low)) ? low : low - 6);
}
