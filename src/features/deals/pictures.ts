/** What stands in a picture tile: a photo, else the drawing of its kind, else an initial letter (spec §8). */
export interface Picture {
  /** Name of a drawing in `public/pictures/`. */
  kind: string | null;
  /** Address of a photo, when the source has one. */
  url: string | null;
  initial: string;
  /** Name of the category's tint, one of `$tints`. */
  tint: string;
}

/** Address of what the tile draws; undefined when only the initial is left. */
export function pictureSource(picture: Picture): string | undefined {
  return picture.url ?? (picture.kind ? `/pictures/${picture.kind}.svg` : undefined);
}
