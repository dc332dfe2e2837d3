import sharp, { type Sharp } from 'sharp';

// Pictures use one thread, so that requests can be answered on another processor meanwhile.
sharp.concurrency(1);

/** Why a file is not shown: it is no picture, has too many pixels, or too many for an AVIF, cannot be read to its end, or was not done with in time. */
type PictureFault = 'format' | 'pixels' | 'avif' | 'damaged' | 'slow';

/** What the decoder calls them; AVIF is one of two kinds of HEIF. */
const DECODED = new Set<string | undefined>(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/** AVIF takes up to 29 bytes of memory a pixel, where the other formats take ten at most: a file of 2 KiB with 50 megapixels took 1.4 GB. */
const MOST_AVIF_PIXELS = 16_000_000;

/**
 * Decodes a picture from an untrusted source. Its format is detected by its content, never by its name or content type;
 * of an animated one, the first frame is used. It is rotated by its EXIF orientation and converted to sRGB; all metadata are removed.
 * @param make makes the result from the decoded picture
 */
export async function decodePicture<T>(
  bytes: Uint8Array,
  mostPixels: number,
  make: (picture: Sharp, size: { width: number; height: number }) => Promise<T>,
): Promise<T | { fault: PictureFault }> {
  // Checked before decoding, because libraries try every format that they know, such as drawings with scripts.
  if (!isPicture(bytes)) return { fault: 'format' };
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels });
    const { format, compression, autoOrient } = await picture.metadata();
    if (!DECODED.has(format) || (format === 'heif' && compression !== 'av1')) return { fault: 'format' };
    if (format === 'heif' && autoOrient.width * autoOrient.height > MOST_AVIF_PIXELS) return { fault: 'avif' };
    return await make(picture.autoOrient().toColourspace('srgb'), autoOrient);
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** What an error of the decoder means; a busy server runs out of time with a picture that is none the worse. */
function faultOf(error: unknown): PictureFault {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(message)) return 'pixels';
  return message.startsWith('timeout:') ? 'slow' : 'damaged';
}

/** Whether a file begins as a JPEG, PNG, WebP, GIF or AVIF does. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  return (
    /^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a)/.test(head) ||
    /^RIFF[^]{4}WEBPVP8[ LX]/.test(head) ||
    // The major brand, or a compatible one.
    /^[^]{4}ftyp(avif|avis|(mif1|msf1|miaf)[^]{4}([^]{4})*?avif)/.test(head)
  );
}
