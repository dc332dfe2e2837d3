import { expect, test } from 'vitest';
import { forumNamed, withoutForum } from '../../../../src/features/search/box/forum.ts';

test.each([
  ['filters[forum][]=3', '3'],
  ['filters%5Bforum%5D%5B%5D=3&f=4', '3'],
  ['f=hot-deals', 'hot-deals'],
  ['filters[forum][]=&f=', undefined],
  ['q=f', undefined],
])('the address with %s names the forum %s', (query, forum) => {
  expect(forumNamed(new URLSearchParams(query))).toBe(forum);
});

test('an address without its forum is the first page of the rest', () => {
  expect(withoutForum(new URL('http://a.example/search?q=tv&filters[forum][]=3&f=4&page=2'))).toBe('/search?q=tv');
  expect(withoutForum(new URL('http://a.example/all?f=4'))).toBe('/all');
});
