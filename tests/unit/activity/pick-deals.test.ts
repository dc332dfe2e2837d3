import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { liveIds, pickDeals, visitedPath, reasonFor } from '../../../src/features/activity/pick-deals.ts';

afterEach(() => vi.unstubAllGlobals());

/** Has the pages of categories answer with the deals of these ids; others are not there. @returns the pages that were asked for */
function answer(pages: Record<string, number[]>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('location', { href: 'https://deals.example/for-you' });
  vi.stubGlobal('fetch', (address: string) => {
    const name = /category\/(\w+)/.exec(address)?.[1] ?? '';
    asked.push(name);
    const items = pages[name]?.map((threadId) => ({ threadId, isExpired: false }));
    return Promise.resolve(Response.json(items ? { pageData: { items } } : { summary: 'gone' }, { status: items ? 200 : 404 }));
  });
  return asked;
}

const categories = (...ids: string[]) => ids.map((id) => ({ kind: 'categories', id, title: id }) as const);

test('deals that are hidden give their places to the next ones', async () => {
  answer({ monitors: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
  const picks = await pickDeals(categories('monitors'), new Set([1, 2, 3, 5]));
  expect(picks.map(({ id }) => id)).toEqual([4, 6, 7, 8, 9]);
});

test('where the first interests have too few deals, the next ones are asked for, and no more than it takes', async () => {
  const asked = answer({ empty: [], lamps: [1, 2], desks: [3, 4, 5, 6, 7], chairs: [8] });
  const picks = await pickDeals(categories('gone', 'away', 'empty', 'lamps', 'desks', 'lost', 'chairs'), new Set());
  expect(picks.map(({ id, reason }) => [id, reason.id])).toEqual([
    [1, 'lamps'],
    [3, 'desks'],
    [2, 'lamps'],
    [4, 'desks'],
    [5, 'desks'],
    [6, 'desks'],
  ]);
  expect(asked).toEqual(['gone', 'away', 'empty', 'lamps', 'desks', 'lost']);
});

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
