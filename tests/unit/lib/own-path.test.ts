import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPath } from '../../../src/lib/own-path.ts';

const OURS = 'https://deals.example';

test('a path of ours stays as it is', () => {
  for (const path of ['/', '/all?page=2', '/f/1-a-deal#comments', '/search?q=a%20b']) expect(ownPath(path)).toBe(path);
});

test('what leads elsewhere is none', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
  ];
  for (const text of [...elsewhere, 'javascript:alert(1)', 'all', '', null, undefined]) expect(ownPath(text), String(text)).toBeUndefined();
});

test('whatever is made of it leads to us', () => {
  const character = fc.constantFrom('/', '\\', '.', '..', '\t', '\n', '@', ':', '?', '#', '%2f', 'evil.example', ' ');
  fc.assert(
    fc.property(fc.array(character, { maxLength: 8 }), (parts) => {
      const path = ownPath(`/${parts.join('')}`);
      if (path !== undefined) expect(new URL(path, OURS).origin).toBe(OURS);
    }),
    { numRuns: 2_000 },
  );
});
