/** The site's own copies of a foreign picture, in several widths and two formats. */
export interface Photo {
  /** Beginning of its addresses: the copy of a width is `{path}-{width}.avif`, and `{path}-{width}.webp`. */
  path: string;
  /** Widths of the copies in pixels, ascending. */
  widths: number[];
  /** Size in pixels, as the source has it. */
  width: number;
  height: number;
}

/** The columns of a picture that is stored; null of one that is not. */
interface StoredColumns {
  digest: string | null;
  width: number | null;
  height: number | null;
  widths: number[] | null;
}

/** Formats of the copies, the smaller one first. */
export const PHOTO_FORMATS = ['avif', 'webp'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** Name of a copy's file. */
export const copyName = (width: number, format: PhotoFormat) => `${width}.${format}`;

/** Address of a copy, by what its picture and its file are named. */
export const photoAddress = (digest: string, name: string) => `/photos/${digest}-${name}`;

/** The photo of a row; null where none is stored. */
export function photoOf({ digest, width, height, widths }: StoredColumns): Photo | null {
  if (digest === null || width === null || height === null || widths === null) return null;
  return { path: `/photos/${digest}`, widths, width, height };
}

/** Address of the widest copy, in the format that everything reads. */
export const widestCopy = ({ path, widths }: Photo): string => `${path}-${copyName(widths.at(-1) ?? 0, 'webp')}`;

/** Address of the narrowest copy, for where a picture is no larger than a line of text or two. */
export const narrowestCopy = ({ path, widths }: Photo): string => `${path}-${copyName(widths[0] ?? 0, 'webp')}`;

/** What `srcset` says of a photo's copies. */
export const srcsetOf = ({ path, widths }: Photo, format: PhotoFormat): string =>
  widths.map((width) => `${path}-${copyName(width, format)} ${width}w`).join(', ');

/**
 * Squares that the copies fit into: the picture on a phone's card, on a card of a wide screen and on a page, each at two pixels a point.
 */
const BOXES = [240, 480, 960];

/** Sizes of the copies of a picture, ascending by their widths: each fits into its square, and none is larger than the picture. */
export function copySizes({ width, height }: { width: number; height: number }): { width: number; height: number }[] {
  const sizes = BOXES.map((box) => {
    const scale = Math.min(1, box / Math.max(width, height));
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  });
  // Of copies with the same width, as of small pictures, the highest is kept.
  return [...new Map(sizes.map((size) => [size.width, size])).values()];
}
