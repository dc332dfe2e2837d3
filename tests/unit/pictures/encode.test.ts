import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { encodePicture, type EncodedPicture } from '../../../src/features/pictures/encode.server.ts';
import { avifBomb, BLUE, colourAt, movingPicture, pixelBomb, RED, twoColours } from '../../support/photos.ts';

async function encoded(bytes: Uint8Array): Promise<EncodedPicture> {
  const made = await encodePicture(bytes);
  if ('fault' in made) throw new Error(made.fault);
  return made;
}

async function faultOf(bytes: Uint8Array | string): Promise<string> {
  const made = await encodePicture(Buffer.from(bytes));
  return 'fault' in made ? made.fault : 'none';
}

const [red, blue] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
];

/** Colours of the left and the right of each copy. */
const sidesOf = ({ files }: EncodedPicture) =>
  Promise.all(
    [...files.values()].map(async (bytes) => {
      const { width, height } = await sharp(bytes).metadata();
      return [
        await colourAt(bytes, Math.floor(width / 8), height >> 1),
        await colourAt(bytes, width - 1 - Math.floor(width / 8), height >> 1),
      ];
    }),
  );

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of %s is copied as AVIF and WebP in three widths', async (format) => {
    const made = await encoded(await twoColours(1_200, 600).toFormat(format).toBuffer());
    expect(made).toMatchObject({ width: 1_200, height: 600, widths: [240, 480, 960] });
    const copies = await Promise.all(
      [...made.files].map(async ([name, bytes]) => {
        const { format: kind, width, height } = await sharp(bytes).metadata();
        return [name, kind, width, height];
      }),
    );
    expect(copies).toEqual(
      [240, 480, 960].flatMap((width) => [
        [`${width}.avif`, 'heif', width, width / 2],
        [`${width}.webp`, 'webp', width, width / 2],
      ]),
    );
    expect(await sidesOf(made)).toEqual(Array(6).fill([red, blue]));
  });

  test('has the same digest when it is the same, and another one when it is not', async () => {
    const picture = await twoColours().png().toBuffer();
    const [one, same, other] = [
      await encoded(picture),
      await encoded(picture),
      await encoded(await twoColours().negate().png().toBuffer()),
    ];
    expect(one.digest).toMatch(/^[0-9a-f]{32}$/);
    expect(same).toEqual(one);
    expect(other.digest).not.toBe(one.digest);
  });

  test('is turned as its camera said, and tells nothing else of it', async () => {
    const exif = { IFD0: { Copyright: 'Ada at home' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } };
    const made = await encoded(await twoColours(80, 40).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(made).toMatchObject({ width: 40, height: 80, widths: [40] });
    for (const bytes of made.files.values()) {
      expect([await colourAt(bytes, 20, 8), await colourAt(bytes, 20, 72)]).toEqual([red, blue]);
      const { exif: left, xmp, iptc, icc, orientation = 1 } = await sharp(bytes).metadata();
      expect([left, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, 1]);
      expect(bytes.includes('Ada at home')).toBe(false);
    }
  });

  test('that moves stands still at its first frame', async () => {
    const made = await encoded(await movingPicture());
    for (const bytes of made.files.values()) {
      expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
      expect(await colourAt(bytes, 20, 20)).toEqual(red);
    }
  });

  test('stays transparent where it is', async () => {
    const made = await encoded(
      await sharp({ create: { width: 64, height: 64, channels: 4, background: { ...RED, alpha: 0 } } })
        .png()
        .toBuffer(),
    );
    for (const bytes of made.files.values()) expect((await colourAt(bytes, 32, 32))[3]).toBe(0);
  });

  test.each([
    ['the colours of printers', () => twoColours().toColourspace('cmyk').jpeg({ quality: 100 })],
    ['sixteen bits a colour', () => twoColours().toColourspace('rgb16').png()],
    ['a palette', () => twoColours().png({ palette: true })],
    ['the wide colours of a telephone', () => twoColours().withIccProfile('p3').png()],
  ])('in %s has those of screens', async (_name, picture) => {
    const made = await encoded(await picture().toBuffer());
    expect(await sidesOf(made)).toEqual(Array(2).fill([red, blue]));
    for (const bytes of made.files.values()) expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
  });

  test.each([
    ['without', 1],
    ['with transparency', 2],
  ] as const)('in grey, %s, stays grey', async (_name, channels) => {
    const pixels = Buffer.alloc(32 * 32 * channels, 200);
    const made = await encoded(
      await sharp(pixels, { raw: { width: 32, height: 32, channels } })
        .png()
        .toBuffer(),
    );
    for (const bytes of made.files.values()) expect((await colourAt(bytes, 16, 16)).slice(0, 3)).toEqual([255, 255, 255]);
  });

  test.each([
    ['very wide', 3_000, 20],
    ['very tall', 20, 3_000],
    ['tiny', 8, 8],
  ])('%s has all of it on each copy', async (_name, width, height) => {
    const made = await encoded(await twoColours(width, height).png().toBuffer());
    expect(made).toMatchObject({ width, height });
    for (const bytes of made.files.values())
      expect(
        Math.max(
          ...Object.values(
            await sharp(bytes)
              .metadata()
              .then(({ width: w, height: h }) => [w, h]),
          ),
        ),
      ).toBeLessThanOrEqual(960);
  });
});

describe('no picture is', () => {
  test.each([
    ['nothing', '', 'is no JPEG, PNG, WebP, GIF or AVIF'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'is an SVG drawing, which may hold scripts'],
    ['a drawing with a preface', '\ufeff<?xml version="1.0"?>\n<!-- a -->\n<svg\nwidth="9"/>', 'is an SVG drawing, which may hold scripts'],
    ['a drawing after comments', '<!-- > --><!----><!-- <b> -- -->\n<svg>', 'is an SVG drawing, which may hold scripts'],
    ['a page', '\n<!DOCTYPE html><title>Not found</title>', 'is a web page and no picture'],
    ['a document', '%PDF-1.7', 'is no JPEG, PNG, WebP, GIF or AVIF'],
    ['what only begins as one', '\x89PNG\r\n\x1a\n and no more', 'is no JPEG, PNG, WebP, GIF or AVIF'],
  ])('%s', async (_name, bytes, fault) => {
    expect(await faultOf(bytes)).toBe(fault);
  });

  test('comments that nothing follows, which are read once', { timeout: 10_000 }, async () => {
    expect(await faultOf('<!---->'.repeat(30))).toBe('is no JPEG, PNG, WebP, GIF or AVIF');
  });

  test('one of a format that browsers do not know', async () => {
    expect(await faultOf(await twoColours().tiff().toBuffer())).toBe('is no JPEG, PNG, WebP, GIF or AVIF');
  });

  test('a file that ends in the middle', async () => {
    const noise = sharp({
      create: { width: 200, height: 200, channels: 3, background: BLUE, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    });
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await noise.clone().toFormat(format).toBuffer();
      expect(await faultOf(bytes.subarray(0, bytes.length >> 1)), format).toBe('is damaged or cut off');
    }
  });

  test('a bomb: few bytes that would take gigabytes of memory', async () => {
    const bomb = pixelBomb(30_000);
    expect(bomb.length).toBeLessThan(1_000);
    expect(await faultOf(bomb)).toBe('has more than 50 megapixels');
  });

  test('an AVIF that would take more memory than other pictures of its size', async () => {
    expect(await faultOf(await avifBomb(4_001))).toBe('is an AVIF of more than 16 megapixels');
    expect(await faultOf(await avifBomb(4_000))).toBe('is damaged or cut off');
    expect(await faultOf(await avifBomb(8_000))).toBe('has more than 50 megapixels');
  });

  test('a pixel that counts visitors', async () => {
    expect(await faultOf(await twoColours(2, 1).png().toBuffer())).toBe('has only 2 × 1 pixels');
  });
});
