import { expect, test } from 'vitest';
import { toReason } from '../../../src/features/moderation/words.ts';

test('line breaks in a reason become spaces, with the blanks around them', () => {
  expect(toReason(' Spam \r\n\n  again,  twice\n')).toBe('Spam again,  twice');
});

// An expression that begins anew at every blank would take minutes.
test('a reason with very many blanks is read at once', () => {
  const typed = `a${' '.repeat(500_000)}b`;
  expect(toReason(typed)).toBe(typed);
});
