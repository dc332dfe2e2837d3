import { expect, test } from 'vitest';
import { required } from '../../../src/lib/required.ts';

test('what has to be there is given back, also when it is empty', () => {
  expect([required(0, 'a number'), required('', 'a text'), required(false, 'a flag')]).toEqual([0, '', false]);
});

test.each([undefined, null])('%s is said to be missing, by name', (value) => {
  expect(() => required(value, 'the bundle')).toThrow('the bundle is missing');
});
