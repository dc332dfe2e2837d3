import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInSlugs, isSlug, slugify, slugOfWords } from '../../../src/lib/slug.ts';

describe('the part of an address that stands for a text', () => {
  test.each([
    ['Desk lamp', 'desk-lamp'],
    ['Café “Größe” & Söhne', 'cafe-grosse-sohne'],
    ['ŁÓDŹ, Ærø, İstanbul ılık, Œuvre', 'lodz-aero-istanbul-ilik-oeuvre'],
    ['Góð kjör, Ħamrun, Sámi Eŋŋ', 'god-kjor-hamrun-sami-enn'],
    ['Men’s shoes', 'mens-shoes'],
    ['  --a--  ', 'a'],
    ['½ price', '1-2-price'],
    ['日本語', 'deal'],
    ['', 'deal'],
  ])('“%s” becomes %s', (text, expected) => {
    expect(slugify(text)).toBe(expected);
  });

  test('is a slug of at most 80 characters without hyphens at its ends, and stays itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(isSlug(slug)).toBe(true);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });
});

test.each(['', 'A', 'a_b', 'a b', 'ä', 'a/b', 'a\n'])('“%s” is no slug', (text) => {
  expect(isSlug(text)).toBe(false);
});

test.each([
  ['Ø', true],
  ['Æðþ', true],
  ['É', true],
  ['資生堂', false],
  ['', false],
])('whether slugs have anything of “%s”: %s', (text, is) => {
  expect(isInSlugs(text)).toBe(is);
});

describe('a slug of whole words', () => {
  test.each([
    ['MSI MPG Artymis 273C', 10, 'msi-mpg'],
    ['MSI MPG Artymis 273C', 7, 'msi-mpg'],
    ['MSI MPG Artymis 273C', 6, 'msi'],
    ['Supercalifragilistic lamp', 8, 'supercalifragilistic'],
    ['Desk lamp', 60, 'desk-lamp'],
    ['', 60, ''],
  ])('of “%s” within %d characters is %s', (text, length, expected) => {
    expect(slugOfWords(text, length)).toBe(expected);
  });
});
