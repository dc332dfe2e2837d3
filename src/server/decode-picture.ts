import sharp, { type Sharp } from 'sharp';

// Requests are answered while pictures are decoded and encoded: one thread leaves another processor to them.
sharp.concurrency(1);

/** Why a file is not shown: it is no picture, has too many pixels, or cannot be read to its end. */
export type PictureFault = 'format' | 'pixels' | 'damaged';

/** What the decoder calls them; AVIF is one of two kinds of HEIF. */
const DECODED = new Set<string | undefined>(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/**
 * Decodes a picture from an untrusted source. Its format is detected by its content, never by its name or content type;
 * of an animated one the first frame counts, turned as its camera said, in the colours of screens; nothing else of the file is kept.
 * @param make what becomes of it
 */
export async function decodePicture<T>(
  bytes: Uint8Array,
  mostPixels: number,
  make: (picture: Sharp, size: { width: number; height: number }) => Promise<T>,
): Promise<T | { fault: PictureFault }> {
  // Before anything decodes it: libraries try whatever they know, drawings with scripts among them.
  if (!isPicture(bytes)) return { fault: 'format' };
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels });
    const { format, compression, autoOrient } = await picture.metadata();
    if (!DECODED.has(format) || (format === 'heif' && compression !== 'av1')) return { fault: 'format' };
    return await make(picture.autoOrient().toColourspace('srgb'), autoOrient);
  } catch (error) {
    return { fault: error instanceof Error && /pixel limit/.test(error.message) ? 'pixels' : 'damaged' };
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
