import { createHash } from 'node:crypto';
import { decodePicture } from '../../server/decode-picture.ts';
import { LARGEST_FILE } from '../../server/http/body.ts';

/** A picture as it is kept and served. */
interface EncodedAvatar {
  /** SHA-256 of the image, in hex. */
  digest: string;
  /** WebP, 256 px square, without metadata. */
  image: Buffer;
}

const SIDE = 256;
const MOST_PIXELS = 30_000_000;
const SECONDS = 10;

const FAULTS = {
  empty: 'Choose a picture first.',
  size: 'This picture is larger than 2 MB. Please choose a smaller one.',
  format: 'We cannot show this file as a picture. Please choose a JPEG, PNG, WebP, GIF or AVIF.',
  pixels: 'This picture has more than 30 megapixels. Please choose a smaller one.',
  avif: 'This picture is an AVIF of more than 16 megapixels. Please choose a smaller one, or a JPEG.',
  damaged: 'This picture is damaged or cut off. Please save it again, or choose another one.',
  slow: 'The site could not prepare this picture in time. Please try again, or choose a smaller one.',
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
  const made = await decodePicture(bytes, MOST_PIXELS, async (picture) => {
    const image = await picture.resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).timeout({ seconds: SECONDS }).toBuffer();
    return { digest: createHash('sha256').update(image).digest('hex'), image };
  });
  return 'fault' in made ? { fault: FAULTS[made.fault] } : made;
}
