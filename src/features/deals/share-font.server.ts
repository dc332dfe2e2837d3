import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkitten';
import { memoize } from '../../lib/memoize.ts';

/** The weights of share pictures' text. */
export type ShareWeight = 500 | 700;

/** npm runs every script in the project's folder, also those of a built release. */
const fileOf = (weight: ShareWeight) => join('src/features/deals/share-fonts', `figtree-${weight}.ttf`);
export const SHARE_FONTS = [fileOf(500), fileOf(700)];

/** The widths of a font's letters in parts of its size, null for those that it lacks. */
const widthsOf = memoize((file) => {
  const font = create(readFileSync(file));
  if (font.isCollection) throw new Error(`${file} is a collection of fonts`);
  return memoize((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return font.hasGlyphForCodePoint(code) ? font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm : null;
  });
});

const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200D|\u20E3|\uFE0E|\uFE0F/u;
/** Characters without a width of their own: combining marks, and what is not drawn. */
const WIDTHLESS = /\p{M}|\p{C}/u;

const lacks = (letter: string) => widthsOf(fileOf(700))(letter) === null;

/** Returns a text without pictograms (emoji), which only fonts in colour have, and these are not drawn. */
export const withoutPictograms = (text: string): string =>
  [...text]
    .filter((letter) => !PICTOGRAM.test(letter) || !lacks(letter))
    .join('')
    .trim();

/** Whether a text has letters of other scripts, which are drawn with fonts of the machine. */
export const needsOtherFonts = (text: string): boolean => [...text].some((letter) => !WIDTHLESS.test(letter) && lacks(letter));

/** Width of a line of text in pixels, kerning left out. A letter of another script is taken to be as wide as the text is high. */
export function widthOf(text: string, px: number, weight: ShareWeight): number {
  const letterWidth = widthsOf(fileOf(weight));
  return [...text].reduce((sum, letter) => sum + (letterWidth(letter) ?? (WIDTHLESS.test(letter) ? 0 : 1)) * px, 0);
}
