import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { decodePicture } from '../../server/decode-picture.ts';
import { copyName, copySizes, PHOTO_FORMATS, type PhotoFormat } from './photo.ts';

/** A picture as it is kept. */
export interface EncodedPicture {
  /** First half of the SHA-256 of all copies, in hex: the same picture is always named the same. */
  digest: string;
  width: number;
  height: number;
  widths: number[];
  /** The copies, by their names. */
  files: Map<string, Buffer>;
}

const MOST_PIXELS = 50_000_000;
/** Smaller pictures are tracking pixels. */
const LEAST_SIDE = 8;
const SECONDS = 20;

const FAULTS = {
  format: 'is no JPEG, PNG, WebP, GIF or AVIF',
  pixels: 'has more than 50 megapixels',
  avif: 'is an AVIF of more than 16 megapixels',
  damaged: 'is damaged or cut off',
  slow: 'takes too long to make copies of',
} as const;

/**
 * The beginning of an SVG file, which may follow declarations and comments. A comment ends at its first `-->`: an ambiguous
 * pattern could take exponential time on what a stranger's server sends.
 */
const DRAWING = /^(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i;

/** Why there are no copies, as a phrase that continues the picture's name, and whether another try would fail in the same way. */
interface NotEncoded {
  fault: string;
  isFinal: boolean;
}

/** Makes the copies of a picture. Decoding and encoding take a third of a second of one processor, in a thread that is not this one. */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture | NotEncoded> {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString('utf8').trimStart();
  if (DRAWING.test(start)) return { fault: 'is an SVG drawing, which may hold scripts', isFinal: true };
  if (/^<(?:!doctype html|html)/i.test(start)) return { fault: 'is a web page and no picture', isFinal: true };
  const made = await decodePicture(bytes, MOST_PIXELS, async (picture, { width, height }) => {
    if (Math.min(width, height) < LEAST_SIDE) return `has only ${width} × ${height} pixels`;
    const sizes = copySizes({ width, height });
    const largest = sizes.at(-1) ?? { width, height };
    const { data, info } = await picture
      .resize({ ...largest, fit: 'fill' })
      .raw()
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true });
    const files = new Map<string, Buffer>();
    for (const size of sizes)
      for (const format of PHOTO_FORMATS)
        files.set(copyName(size.width, format), await encode(sharp(data, { raw: info }).resize({ ...size, fit: 'fill' }), format));
    return { digest: digestOf(files), width, height, widths: sizes.map((size) => size.width), files };
  });
  if (typeof made === 'string') return { fault: made, isFinal: true };
  return 'fault' in made ? { fault: FAULTS[made.fault], isFinal: made.fault !== 'slow' } : made;
}

/** Qualities that look alike; more effort takes eight times as long and saves nothing (docs/decisions/049-pictures.md). */
const encode = (picture: Sharp, format: PhotoFormat): Promise<Buffer> =>
  (format === 'avif' ? picture.avif({ quality: 55, effort: 2 }) : picture.webp({ quality: 78, effort: 4 }))
    .timeout({ seconds: SECONDS })
    .toBuffer();

function digestOf(files: Map<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return hash.digest('hex').slice(0, 32);
}
