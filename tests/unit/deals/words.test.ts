import { describe, expect, test } from 'vitest';
import { comparedPrice, shownPrice } from '../../../src/features/deals/words.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { pictureSource } from '../../../src/features/deals/pictures.ts';

describe('the compared price', () => {
  test('says when it was seen', () => {
    expect(comparedPrice({ listPriceText: '$20.00', listPriceSeen: '2026-01-31' }, DEFAULT_REGION)).toBe('$20.00, seen on 01/31/26');
    expect(comparedPrice({ listPriceText: '$20.00', listPriceSeen: null }, DEFAULT_REGION)).toBe('$20.00');
    expect(comparedPrice({ listPriceText: null, listPriceSeen: null }, DEFAULT_REGION)).toBeUndefined();
  });
});

test('what costs nothing is Free', () => {
  expect([shownPrice('free'), shownPrice('$5.00')]).toEqual(['Free', '$5.00']);
});

test('a photo goes before a drawing, and neither leaves the initial', () => {
  const tile = { initial: 'A', tint: 'blue', photo: null };
  expect(pictureSource({ ...tile, kind: 'lamp', url: '/photos/ab-480.webp' })).toBe('/photos/ab-480.webp');
  expect(pictureSource({ ...tile, kind: 'lamp', url: null })).toBe('/pictures/lamp.svg');
  expect(pictureSource({ ...tile, kind: null, url: null })).toBeUndefined();
});
