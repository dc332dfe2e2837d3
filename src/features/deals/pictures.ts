import type { Photo } from '../pictures/photo.ts';

/** The content of a picture tile: a photo, otherwise a drawing, otherwise an initial (spec §8). */
export interface Picture {
  /** Name of a drawing in `public/pictures/`. */
  kind: string | null;
  /** Address of the photo's widest copy. */
  url: string | null;
  /** A photo that was given with the deal, and is stored by now. */
  photo: Photo | null;
  initial: string;
  /** Name of the category's tint, one of `$tints`. */
  tint: string;
}

/** Address of what the tile shows; undefined when there is only the initial. */
export function pictureSource(picture: Picture): string | undefined {
  return picture.url ?? (picture.kind ? `/pictures/${picture.kind}.svg` : undefined);
}

/** What the tile shows as a file for other programs, such as feed readers: its absolute address and media type; undefined when there is only the initial. */
export function pictureFile(picture: Picture, siteUrl: string): { url: string; type: string } | undefined {
  const source = pictureSource(picture);
  return source === undefined ? undefined : { url: new URL(source, siteUrl).href, type: picture.url ? 'image/webp' : 'image/svg+xml' };
}

/** Where a picture is placed: in a list, on the deal's own page, or in a frame on another site. */
export type Tile = 'card' | 'page' | 'frame';

/** The space for a picture in a tile, by the width of the window, as the stylesheets lay it out: its width and its aspect ratio. */
const TILES: Record<Tile, { from: number; width: number; unit: 'px' | 'vw'; ratio: number }[]> = {
  card: [
    { from: 1540, width: 228, unit: 'px', ratio: 1 },
    { from: 1300, width: 22, unit: 'vw', ratio: 1 },
    { from: 1110, width: 30, unit: 'vw', ratio: 4 / 3 },
    { from: 0, width: 108, unit: 'px', ratio: 1 },
  ],
  page: [
    { from: 1110, width: 460, unit: 'px', ratio: 1 },
    { from: 768, width: 40, unit: 'vw', ratio: 1 },
    { from: 0, width: 94, unit: 'vw', ratio: 1.6 },
  ],
  frame: [{ from: 0, width: 120, unit: 'px', ratio: 1 }],
};

/** The `sizes` attribute of a photo in a tile: how wide it is drawn when the whole photo is visible. */
export function sizesOf({ width, height, widths }: Photo, tile: Tile): string {
  // A small one is not enlarged.
  if (widths.length === 1) return `${width}px`;
  return TILES[tile]
    .map(({ from, width: most, unit, ratio }) => {
      const drawn = `${Math.max(1, Math.round(most * Math.min(1, width / height / ratio)))}${unit}`;
      return from > 0 ? `(min-width: ${from}px) ${drawn}` : drawn;
    })
    .join(', ');
}
