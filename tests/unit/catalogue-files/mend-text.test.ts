import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mendText } from '../../../src/features/catalogue-files/mend-text.ts';

test.each([
  ['Black &amp; Decker', 'Black & Decker', ['HTML entities']],
  ['27&quot; &#39;curved&#39;', `27" 'curved'`, ['HTML entities']],
  ['A&amp;amp;B', 'A&B', ['HTML entities']],
  ['donâ€™t', 'don’t', ['mojibake']],
  ['CafÃ© crÃ¨me', 'Café crème', ['mojibake']],
  ['â‚¬5 &amp; up', '€5 & up', ['HTML entities', 'mojibake']],
  ['AT&T', 'AT&T', []],
  ['Q&A; more', 'Q&A; more', []],
  ['Café crème naïve Ünïcode', 'Café crème naïve Ünïcode', []],
])('“%s” becomes “%s”', (text, expected, mended) => {
  expect(mendText(text)).toEqual({ text: expected, mended });
});

test('what was read in the wrong encoding is as it was', () => {
  const word = fc.string({ unit: fc.constantFrom('é', 'ü', 'ñ', '’', '€', '–', '™', 'ł', '京', 'a', ' '), minLength: 1 });
  fc.assert(
    fc.property(word, (text) => {
      const garbled = new TextDecoder('windows-1252').decode(Buffer.from(text));
      expect(mendText(garbled).text).toBe(text);
    }),
  );
});
