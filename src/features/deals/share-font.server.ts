import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkitten';

/** The weights of share pictures' text. */
export type ShareWeight = 500 | 700;

/** npm runs every script in the project's folder, also those of a built release. */
const fileOf = (weight: ShareWeight) => join('src/features/deals/share-fonts', `figtree-${weight}.ttf`);
export const SHARE_FONTS = [fileOf(500), fileOf(700)];

const read = (weight: ShareWeight): Font => {
  const font = create(readFileSync(fileOf(weight)));
  if (font.isCollection) throw new Error(`${fileOf(weight)} is a collection of fonts`);
  return font;
};
const fonts: Partial<Record<ShareWeight, Font>> = {};
const fontOf = (weight: ShareWeight): Font => (fonts[weight] ??= read(weight));

const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200D|\u20E3|\uFE0E|\uFE0F/u;
/** Has no width of its own: marks on other letters, and what is not drawn. */
const WIDTHLESS = /\p{M}|\p{C}/u;

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;
const lacks = (character: string) => !fontOf(700).hasGlyphForCodePoint(codePointOf(character));

/** Returns a text without pictograms (emoji), which only fonts in colour have, and these are not drawn. */
export const withoutPictograms = (text: string): string =>
  [...text]
    .filter((character) => !PICTOGRAM.test(character) || !lacks(character))
    .join('')
    .trim();

/** Whether a text has letters of other scripts, which are drawn with fonts of the machine. */
export const needsOtherFonts = (text: string): boolean => [...text].some((character) => !WIDTHLESS.test(character) && lacks(character));

/** Width of a line of text in pixels, kerning left out. A letter of another script is taken to be as wide as the text is high. */
export function widthOf(text: string, px: number, weight: ShareWeight): number {
  const font = fontOf(weight);
  const units = [...text].map((character) => {
    if (!lacks(character)) return font.glyphForCodePoint(codePointOf(character)).advanceWidth;
    return WIDTHLESS.test(character) ? 0 : font.unitsPerEm;
  });
  return (units.reduce((sum, each) => sum + each, 0) * px) / font.unitsPerEm;
}
