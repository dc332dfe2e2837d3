import sharp from 'sharp';

/** Masks cut to a circle of four fifths of the width: W3C, Web Application Manifest, "Icon masks and safe zone". */
const SAFE_SHARE = 0.56;
const TRANSPARENT = { r: 255, g: 255, b: 255, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
/** An SVG is drawn at its own size times this over 72, and then fitted. */
const FINE = 600;

/**
 * Draws a site's own mark for a home screen.
 * @param size width and height in px
 * @param shape bare, or on a white ground with room for a mask around it
 * @returns a PNG
 * @throws when the picture cannot be drawn
 */
export async function drawOwnIcon(picture: Uint8Array, size: number, shape: 'bare' | 'masked'): Promise<Buffer> {
  const inner = shape === 'bare' ? size : Math.round(size * SAFE_SHARE);
  const rest = size - inner;
  const edges = { top: Math.floor(rest / 2), bottom: Math.ceil(rest / 2), left: Math.floor(rest / 2), right: Math.ceil(rest / 2) };
  const drawn = await sharp(picture, { density: FINE, limitInputPixels: 64_000_000 })
    .resize(inner, inner, { fit: 'contain', background: TRANSPARENT })
    .extend({ ...edges, background: TRANSPARENT })
    .png()
    .toBuffer();
  return shape === 'bare' ? drawn : sharp(drawn).flatten({ background: WHITE }).png().toBuffer();
}
