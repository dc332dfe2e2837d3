import { expect, test } from 'vitest';
import { once } from '../../../src/lib/once.ts';

test('what is begun once is begun again only when it failed', async () => {
  let begun = 0;
  const open = once(async () => {
    begun += 1;
    if (begun === 1) throw new Error('the disk is full');
    return `try ${begun}`;
  });
  const first = await Promise.allSettled([open(), open()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(begun).toBe(1);
  expect(await Promise.all([open(), open()])).toEqual(['try 2', 'try 2']);
  expect(await open()).toBe('try 2');
});
