import { expect, test } from 'vitest';
import { writeRefusal } from '../../../src/lib/write-refusal.ts';

test.each([
  ['ENOENT', '/x cannot be written: its folder does not exist'],
  ['EACCES', '/x cannot be written: you may not write there'],
  ['ENOSPC', '/x cannot be written: the disk is full'],
  ['EROFS', '/x cannot be written: its file system is read-only; name another place'],
  ['EFBIG', '/x cannot be written: it is larger than a file may be there; raise that limit (ulimit -f)'],
])('a file that cannot be written (%s) is told with the reason that can be put right', (code, message) => {
  expect(writeRefusal(Object.assign(new Error('from the system'), { code }), '/x', 'you')).toMatchObject({ message });
});

test('other errors stay what they are', () => {
  const error = new Error('something else');
  expect(writeRefusal(error, '/x', 'you')).toBe(error);
});
