import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { LARGEST_FILE } from '../../server/http/body.ts';

/** A picture as it is kept and served. */
export interface EncodedAvatar {
  /** SHA-256 of the image, in hex. */
  digest: string;
  /** WebP, 256 px square, without metadata. */
  image: Buffer;
}

const SIDE = 256;
const MOST_PIXELS = 30_000_000;
const SECONDS = 10;

/** What the decoder calls them; AVIF is one of two kinds of HEIF. */
const DECODED = new Set<string | undefined>(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

const FAULTS = {
  empty: 'Choose a picture first.',
  size: 'This picture is larger than 2 MB. Please choose a smaller one.',
  format: 'This file is no picture that can be shown. Please choose a JPEG, PNG, WebP, GIF or AVIF.',
  pixels: 'This picture has more than 30 megapixels. Please choose a smaller one.',
  damaged: 'This picture is damaged or cut off. Please save it anew, or choose another one.',
} as const;

/**
 * Makes a member's picture of an uploaded file: what the file is tells its content, never its name; the first frame
 * counts, turned as its camera said, and nothing else of the file is kept.
 * @param bytes the file
 * @returns the picture, or as `fault` what its owner can do about it
 */
export async function encodeAvatar(bytes: Uint8Array): Promise<EncodedAvatar | { fault: string }> {
  if (bytes.length === 0) return { fault: FAULTS.empty };
  if (bytes.length > LARGEST_FILE) return { fault: FAULTS.size };
  // Before anything decodes it: libraries try whatever they know, drawings with scripts among them.
  if (!isPicture(bytes)) return { fault: FAULTS.format };
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS });
    const { format, compression } = await picture.metadata();
    if (!DECODED.has(format) || (format === 'heif' && compression !== 'av1')) return { fault: FAULTS.format };
    const image = await picture
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return { digest: createHash('sha256').update(image).digest('hex'), image };
  } catch (error) {
    return { fault: error instanceof Error && /pixel limit/.test(error.message) ? FAULTS.pixels : FAULTS.damaged };
  }
}

/** Whether a file begins as a JPEG, PNG, WebP, GIF or AVIF does. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  return (
    /^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a)/.test(head) ||
    /^RIFF[^]{4}WEBPVP8[ LX]/.test(head) ||
    // Its brand, or one of those that it is compatible with.
    /^[^]{4}ftyp(avif|avis|(mif1|msf1|miaf)[^]{4}([^]{4})*?avif)/.test(head)
  );
}
