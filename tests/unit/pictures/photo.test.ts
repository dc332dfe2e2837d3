import { describe, expect, test } from 'vitest';
import { sizesOf } from '../../../src/features/deals/pictures.ts';
import { copySizes, photoOf, srcsetOf, widestCopy } from '../../../src/features/pictures/photo.ts';

const widths = (width: number, height: number) => copySizes({ width, height }).map((size) => `${size.width}x${size.height}`);

describe('the copies of a picture', () => {
  test.each([
    ['of a camera', 4_000, 3_000, ['240x180', '480x360', '960x720']],
    ['very wide', 3_000, 300, ['240x24', '480x48', '960x96']],
    ['very tall', 300, 3_000, ['24x240', '48x480', '96x960']],
    ['between two sizes', 700, 700, ['240x240', '480x480', '700x700']],
    ['of just a size', 480, 480, ['240x240', '480x480']],
    ['tiny', 60, 40, ['60x40']],
    ['so thin that it is a line', 10, 9_000, ['1x960']],
  ])('%s fit into three squares, none larger than the picture', (_name, width, height, sizes) => {
    expect(widths(width, height)).toEqual(sizes);
  });

  test('are named by their widths', () => {
    const photo = photoOf({ digest: 'ab', width: 600, height: 300, widths: [240, 480] });
    expect(photo && [widestCopy(photo), srcsetOf(photo, 'avif')]).toEqual([
      '/photos/ab-480.webp',
      '/photos/ab-240.avif 240w, /photos/ab-480.avif 480w',
    ]);
    expect(photoOf({ digest: null, width: null, height: null, widths: null })).toBeNull();
  });
});

test('a browser is told how wide a photo is drawn, as all of it is to be seen', () => {
  const photo = (width: number, height: number) => ({ path: '', widths: [1, 2], width, height });
  expect(sizesOf(photo(500, 500), 'card')).toBe('(min-width: 1540px) 228px, (min-width: 1300px) 22vw, (min-width: 1110px) 23vw, 108px');
  expect(sizesOf(photo(500, 50), 'card')).toBe('(min-width: 1540px) 228px, (min-width: 1300px) 22vw, (min-width: 1110px) 30vw, 108px');
  expect(sizesOf(photo(50, 500), 'page')).toBe('(min-width: 1110px) 46px, (min-width: 768px) 4vw, 6vw');
  expect(sizesOf(photo(1, 9_000), 'frame')).toBe('1px');
  expect(sizesOf({ ...photo(40, 30), widths: [40] }, 'page')).toBe('40px');
});
