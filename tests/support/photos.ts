import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export const RED = { r: 255, g: 0, b: 0 };
export const BLUE = { r: 0, g: 0, b: 255 };

/** Red on the left, blue on the right. */
export const twoColours = (width = 80, height = 40): Sharp =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: BLUE } }, left: Math.floor(width / 2), top: 0 },
  ]);

/** The colour of a point of a picture, each part, opacity last, rounded to none or full. */
export async function colourAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(image).extract({ left, top, width: 1, height: 1 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data].map((part) => (part > 127 ? 255 : 0));
}

/** A GIF of two frames, red and blue. */
export async function movingPicture(side = 40): Promise<Buffer> {
  const frame = (background: typeof RED) =>
    sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp(await Promise.all([RED, BLUE].map(frame)), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** An AVIF that says it has so many pixels. */
export async function avifBomb(side: number): Promise<Buffer> {
  const picture = await twoColours().avif().toBuffer();
  // The box with the size begins with its name, a version and flags.
  const size = picture.indexOf('ispe') + 8;
  picture.writeUInt32BE(side, size);
  picture.writeUInt32BE(side, size + 4);
  return picture;
}

/** A PNG of a few bytes that says it has so many pixels. */
export function pixelBomb(side: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}
