import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCode } from '../../../src/lib/error-code.ts';

test('an error of the system is told by its code', () => {
  let thrown: unknown;
  try {
    readFileSync('no/such/file');
  } catch (error) {
    thrown = error;
  }
  expect(errorCode(thrown)).toBe('ENOENT');
});

test.each([new Error('without one'), { code: 7 }, 'ENOENT', null, undefined])('%s has no code', (error) => {
  expect(errorCode(error)).toBeUndefined();
});
