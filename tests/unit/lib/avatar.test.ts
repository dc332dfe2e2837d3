import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { encodeAvatar } from '../../../src/features/accounts/avatar-picture.server.ts';
import { AVATAR_TINTS, avatarPath, generatedAvatar } from '../../../src/lib/avatar.ts';
import { LARGEST_FILE } from '../../../src/server/http/body.ts';
import { avifBomb } from '../../support/photos.ts';

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };
const DIGEST = 'a1'.repeat(32);

describe('the address of a picture', () => {
  test.each<[string, { userId?: number; username?: string; avatar?: string | null }, string]>([
    ['the tint of the id', { userId: 25 }, '/profile/avatar/a-1.svg'],
    ['a chosen tint', { avatar: '11' }, '/profile/avatar/a-11.svg'],
    ['a tint that there is not', { userId: 5, avatar: '12' }, '/profile/avatar/a-5.svg'],
    ['an uploaded picture', { avatar: DIGEST }, `/profile/avatar/${DIGEST}.webp`],
    ['something else', { userId: 5, avatar: '../../secret' }, '/profile/avatar/a-5.svg'],
    ['a name that begins otherwise', { userId: 0, username: '..Zoe' }, '/profile/avatar/z-0.svg'],
    ['a name of digits', { userId: 0, username: '4ever' }, '/profile/avatar/4-0.svg'],
    ['a name without letters', { userId: 0, username: '._-' }, '/profile/avatar/_-0.svg'],
    ['a name in another script', { userId: 0, username: 'Дмитрий' }, '/profile/avatar/_-0.svg'],
  ])('of %s', (_what, changes, path) => {
    expect(avatarPath({ userId: 12, username: 'Ada', avatar: null, ...changes })).toBe(path);
  });

  test('of every member leads to a drawing', () => {
    for (let userId = 0; userId < 40; userId++) {
      const path = avatarPath({ userId, username: 'Ada', avatar: null });
      expect(generatedAvatar(/([^/]+)\.svg$/.exec(path)![1]!)).toMatch(/^<svg [^]*>A<\/text><\/svg>$/);
    }
  });
});

describe('a generated picture', () => {
  test.each(['', 'a', 'a-', 'a-12', 'a-01', 'a--1', 'A-1', 'ab-1', 'a-1.svg', '<-1', 'é-1', 'a-1\n'])(
    'there is none of the name %j',
    (name) => {
      expect(generatedAvatar(name)).toBeUndefined();
    },
  );

  test('differs by tint, and shows a person where there is no letter', () => {
    const drawings = Array.from({ length: AVATAR_TINTS }, (_, tint) => generatedAvatar(`q-${tint}`));
    expect(new Set(drawings).size).toBe(AVATAR_TINTS);
    expect(generatedAvatar('_-3')).not.toContain('<text');
  });

  test('is white on what is dark enough to read it, on every tint', () => {
    for (let tint = 0; tint < AVATAR_TINTS; tint++) {
      const grounds = [...generatedAvatar(`a-${tint}`)!.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, colour]) => colour!);
      expect(grounds).toHaveLength(2);
      for (const ground of grounds) expect(1.05 / (luminance(ground) + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('can be drawn', async () => {
    const { width, height } = await sharp(Buffer.from(generatedAvatar('a-0')!)).metadata();
    expect([width, height]).toEqual([128, 128]);
  });
});

/** As WCAG 2 defines it, of #rrggbb. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Red on the left, blue on the right. */
const twoColours = (width = 80, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: BLUE } }, left: width / 2, top: 0 },
  ]);

/** The colour of a point of a picture, each part rounded to none or full. */
async function colourAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data].map((part) => (part > 127 ? 255 : 0));
}

async function encoded(bytes: Uint8Array) {
  const found = await encodeAvatar(bytes);
  if ('fault' in found) throw new Error(found.fault);
  return found;
}

const faultOf = async (bytes: Uint8Array) => {
  const found = await encodeAvatar(bytes);
  return 'fault' in found ? found.fault : 'none';
};

describe('an uploaded picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of %s becomes a square of WebP', async (format) => {
    const { digest, image } = await encoded(await twoColours().toFormat(format).toBuffer());
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect([await colourAt(image, 20, 128), await colourAt(image, 236, 128)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  test('has the same digest when it is the same, and another one when it is not', async () => {
    const [one, same, other] = await Promise.all(
      [twoColours(), twoColours(), twoColours().negate()].map(async (picture) => encoded(await picture.png().toBuffer())),
    );
    expect(same!.digest).toBe(one!.digest);
    expect(other!.digest).not.toBe(one!.digest);
  });

  test('is turned as its camera said, and tells nothing else of it', async () => {
    const exif = { IFD0: { Copyright: 'Ada at home', Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } };
    const bytes = await twoColours().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const { image } = await encoded(bytes);
    expect([await colourAt(image, 128, 20), await colourAt(image, 128, 236)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
    const { exif: left, xmp, iptc, icc, orientation } = await sharp(image).metadata();
    expect([left, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
    expect(image.includes('Ada at home')).toBe(false);
  });

  test('that moves stands still at its first frame', async () => {
    const frames = await Promise.all(
      [RED, BLUE].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    for (const format of ['gif', 'webp'] as const) {
      const { image } = await encoded(
        await sharp(frames, { join: { animated: true } })
          .toFormat(format)
          .toBuffer(),
      );
      expect((await sharp(image).metadata()).pages ?? 1).toBe(1);
      expect(await colourAt(image, 128, 128)).toEqual([255, 0, 0]);
    }
  });

  test('that is tall or tiny fills the square', async () => {
    for (const [width, height] of [
      [2, 300],
      [2, 1],
    ] as const) {
      const { image } = await encoded(await twoColours(width, height).png().toBuffer());
      expect(await sharp(image).metadata()).toMatchObject({ width: 256, height: 256 });
    }
  });

  test('is nothing but the picture, whatever else the file holds', async () => {
    const script = '<html><script>alert(1)</script></html>';
    const { image } = await encoded(Buffer.concat([await twoColours().png().toBuffer(), Buffer.from(script)]));
    expect(image.includes('<script>')).toBe(false);
  });
});

const FORMAT = 'We cannot show this file as a picture. Please choose a JPEG, PNG, WebP, GIF or AVIF.';
const DAMAGED = 'This picture is damaged or cut off. Please save it again, or choose another one.';
const PIXELS = 'This picture has more than 30 megapixels. Please choose a smaller one.';

describe('a file is refused', () => {
  test.each<[string, string | Promise<Buffer>, string]>([
    ['that is empty', '', 'Choose a picture first.'],
    ['that is text', 'hello', FORMAT],
    ['that is HTML', '<!doctype html><script>alert(1)</script>', FORMAT],
    ['that is a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>', FORMAT],
    ['that is a drawing in XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', FORMAT],
    ['that is TIFF', twoColours().tiff().toBuffer(), FORMAT],
    ['that is PDF', '%PDF-1.7\n', FORMAT],
    ['that is a HEIC of a telephone', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', FORMAT],
    ['that begins as a GIF and goes on as a script', 'GIF89a/*<script>*/=alert(1)', DAMAGED],
    ['that begins as a PNG', '\u0089PNG\r\n\u001a\n<svg/>', DAMAGED],
    ['that begins as an AVIF', '\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000mif1avif', DAMAGED],
  ])('%s', async (_what, content, fault) => {
    expect(await faultOf(typeof content === 'string' ? Buffer.from(content, 'latin1') : await content)).toBe(fault);
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('that is a cut off %s', async (format) => {
    const noise = sharp({
      create: { width: 200, height: 200, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    });
    const whole = await noise.toFormat(format).toBuffer();
    expect(await faultOf(whole)).toBe('none');
    expect(await faultOf(whole.subarray(0, Math.floor(whole.length / 2)))).toBe(DAMAGED);
    expect(await faultOf(whole.subarray(0, 40))).toBe(DAMAGED);
  });

  test('that is larger than 2 MiB, before anything reads it', async () => {
    const picture = await twoColours().png().toBuffer();
    const padded = (length: number) => Buffer.concat([picture, Buffer.alloc(length - picture.length)]);
    expect(await faultOf(padded(LARGEST_FILE))).toBe('none');
    expect(await faultOf(padded(LARGEST_FILE + 1))).toBe('This picture is larger than 2 MB. Please choose a smaller one.');
  });

  test('that would take more memory than others, as an AVIF', async () => {
    const fault = 'This picture is an AVIF of more than 16 megapixels. Please choose a smaller one, or a JPEG.';
    expect(await faultOf(await avifBomb(4_001))).toBe(fault);
  });

  test('that a busy site is not done with in time, and may be sent again', async () => {
    const picture = await twoColours().png().toBuffer();
    const encoding = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 12% complete'));
    expect(await faultOf(picture)).toBe('The site could not prepare this picture in time. Please try again, or choose a smaller one.');
    encoding.mockRestore();
  });

  test('that would be huge when unpacked', async () => {
    const bomb = await sharp({ create: { width: 6_000, height: 5_001, channels: 3, background: RED } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(LARGEST_FILE);
    expect(await faultOf(bomb)).toBe(PIXELS);
    // One that only says so.
    const header = await twoColours().png().toBuffer();
    header.writeUInt32BE(0x7fffffff, 16);
    header.writeUInt32BE(0x7fffffff, 20);
    expect([PIXELS, DAMAGED]).toContain(await faultOf(header));
  });
});
