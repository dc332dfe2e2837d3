import { expect, test } from 'vitest';
import { shownPrice } from '../../../src/features/deals/words.ts';
import { pictureSource } from '../../../src/features/deals/pictures.ts';

test('what costs nothing is Free', () => {
  expect([shownPrice('free'), shownPrice('$5.00')]).toEqual(['Free', '$5.00']);
});

test('a photo goes before a drawing, and neither leaves the initial', () => {
  const tile = { initial: 'A', tint: 'blue', photo: null };
  expect(pictureSource({ ...tile, kind: 'lamp', url: '/photos/ab-480.webp' })).toBe('/photos/ab-480.webp');
  expect(pictureSource({ ...tile, kind: 'lamp', url: null })).toBe('/pictures/lamp.svg');
  expect(pictureSource({ ...tile, kind: null, url: null })).toBeUndefined();
});
