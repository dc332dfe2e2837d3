import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeXml } from '../../../src/lib/xml.ts';

test('nothing that is escaped can end or begin a tag, an entity or a value', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', ';', '#', '\u0000', '\u000b', '\uffff') }), (text) => {
      expect(escapeXml(text)).toMatch(/^(?:[a;#]|&(?:amp|lt|gt|quot|#39);)*$/);
    }),
  );
});

test('everything else stays as it was', () => {
  expect(escapeXml('Größe\t10\n– “so”')).toBe('Größe\t10\n– “so”');
});
