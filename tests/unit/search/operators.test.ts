import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldSearch, readOperators } from '../../../src/features/search/operators.ts';

test.each([
  ['ssd -refurbished', { words: 'ssd', excluded: ['refurbished'] }],
  ['"solid state" drive', { words: 'drive', phrases: ['solid state'] }],
  ['“solid state” -"open box"', { phrases: ['solid state'], excluded: ['open box'] }],
  ['27" or 32" monitor', { words: '27" or 32" monitor' }],
  ['"27 inch" 27"', { words: '27"', phrases: ['27 inch'] }],
  ['usb-c wd_black 4070-ti', { words: 'usb-c wd_black 4070-ti' }],
  ['🎧 headphones 👍🏽', { words: 'headphones' }],
  ['ssd 20€ "m.2 ❤️"', { words: 'ssd 20', phrases: ['m.2'] }],
  ['lamp - table', { words: 'lamp - table' }],
  ['"never closed', { words: '"never closed' }],
  ['"" lamp -', { words: '"" lamp -' }],
])('%s', (text, operators) => {
  expect(readOperators(text)).toEqual({ words: '', phrases: [], excluded: [], ...operators });
});

test('searches that mean the same have one text, which means the same', () => {
  expect(foldSearch('NVMe  SSD -Refurbished "Solid-State" "drive"')).toBe('nvme ssd drive "solid state" -refurbished');
  expect(foldSearch('-usb-c -"!"')).toBe('-"usb c"');
  expect(foldSearch('(2) TB ssd')).toBe('2tb ssd');
  const part = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom('-', '"', ' ', '-"', 'ssd', '27"'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const folded = foldSearch(parts.join(''));
      expect(foldSearch(folded)).toBe(folded);
    }),
  );
});
