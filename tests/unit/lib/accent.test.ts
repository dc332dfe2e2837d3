import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentsOf, contrast, darkenUntilReadable, READABLE } from '../../../src/lib/accent.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('the contrast of two colours', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
  ])('of %s and %s is %d', (first, second, expected) => {
    expect(contrast(first, second)).toBeCloseTo(expected, 2);
    expect(contrast(second, first)).toBeCloseTo(expected, 2);
  });
});

describe('a site’s colour', () => {
  test('stays as it is where it is read on everything that it stands on', () => {
    expect(accentsOf('#0b5d3b').light).toMatchObject({ action: '#0b5d3b', actionInk: '#ffffff' });
  });

  test('is read in both themes, whatever it is: as a ground, and as text on cards, pages and its own tint', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { light, midnight } = accentsOf(color);
        for (const ground of ['#f2f4f9', '#ffffff', light.actionSoft, light.actionInk])
          expect(contrast(light.action, ground), `light on ${ground}`).toBeGreaterThanOrEqual(READABLE);
        for (const ground of ['#0c1220', '#161f34', midnight.actionSoft, midnight.actionInk])
          expect(contrast(midnight.action, ground), `midnight on ${ground}`).toBeGreaterThanOrEqual(READABLE);
        expect(contrast(light.focus, '#f2f4f9')).toBeGreaterThanOrEqual(3);
        expect(contrast(midnight.focus, '#161f34')).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test('that is too light has a darker one that is not', () => {
    fc.assert(fc.property(anyColor, (color) => contrast(darkenUntilReadable(color), '#ffffff') >= READABLE));
    expect(darkenUntilReadable('#000080')).toBe('#000080');
  });
});
