import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveIds, visitedPath, reasonFor } from '../../../src/features/activity/pick-deals.ts';

test('a category and a search are asked for at their own pages, and named as they were', () => {
  const category = { kind: 'categories', id: 'monitors', title: 'Monitors' } as const;
  expect([visitedPath(category), reasonFor(category)]).toEqual(['/category/monitors', { words: 'Because you viewed', name: 'Monitors' }]);
  const search = { kind: 'searches', id: 'ssd & more' } as const;
  expect([visitedPath(search), reasonFor(search)]).toEqual([
    '/search?q=ssd+%26+more',
    { words: 'Because you searched for', name: '“ssd & more”' },
  ]);
});

test('deals that have expired are left out, and so is what is no deal', () => {
  const items = [
    { threadId: 1, isExpired: false },
    { threadId: 2, isExpired: true },
    { pcoId: 3, isExpired: false },
    null,
    { threadId: 4 },
  ];
  expect(liveIds({ pageData: { items } })).toEqual([1]);
});

test('no answer is taken for anything else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(liveIds(json)).toEqual([]);
    }),
  );
  expect(liveIds({ statusCode: 301, location: '/category/screens' })).toEqual([]);
});
