import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasWords, matchedParts } from '../../../../src/features/search/box/matched-parts.ts';

const marked = (phrase: string, typed: string) =>
  matchedParts(phrase, typed)
    .map(({ text, matches }) => (matches ? `[${text}]` : text))
    .join('');

describe('what was typed is marked in a phrase', () => {
  test.each([
    ['Sony headphones', 'so', '[So]ny headphones'],
    ['usb c hub', 'hub usb', '[usb] c [hub]'],
    ['Crème brûlée torch', 'creme bru', '[Crème] [brû]lée torch'],
    ['cafe au lait', 'café', '[cafe] au lait'],
    ['son of a person', 'son', '[son] of a person'],
    ['headphones', 'phone', 'head[phone]s'],
    ['27" monitor (4k)', '27" (', '[27"] monitor [(]4k)'],
    ['monitor', '', 'monitor'],
    ['monitor', 'xyz', 'monitor'],
    ['Straße 9', 'straße', '[Straße] 9'],
    ['İstanbul lamp', 'ist', '[İst]anbul lamp'],
  ])('%s, typed %s', (phrase, typed, expected) => {
    expect(marked(phrase, typed)).toBe(expected);
  });

  test('and nothing of the phrase is lost, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (phrase, typed) => {
        expect(
          matchedParts(phrase, typed)
            .map(({ text }) => text)
            .join(''),
        ).toBe(phrase);
      }),
    );
  });
});

test('a phrase has the words that stand in it, whatever their case and accents', () => {
  expect(hasWords('Crème brûlée torch', 'TORCH creme')).toBe(true);
  expect(hasWords('Crème brûlée torch', 'torch lamp')).toBe(false);
  expect(hasWords('anything', ' ')).toBe(true);
});
