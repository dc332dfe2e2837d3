import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../../src/lib/content-hash.ts';

test('a content is hashed to ten characters, always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (content) => {
      expect(contentHash(content)).toMatch(/^[0-9a-z]{10}$/);
      expect(contentHash(content)).toBe(contentHash(content));
    }),
  );
});

test('contents that differ little have other hashes', () => {
  const contents = Array.from({ length: 50_000 }, (_, number) => `POST /forums/newreply.php message=${number}`);
  expect(new Set(contents.map(contentHash)).size).toBe(contents.length);
});
