import { describe, expect, test } from 'vitest';
import { addressOf, groupsOf } from '../../../../src/features/search/box/suggestion.ts';
import type { Suggestion } from '../../../../src/features/search/contracts/suggestions.ts';

const keyword = (phrase: string, group: Suggestion['group'] = 'suggested'): Suggestion => ({ phrase, query_intent: 'keyword', group });
const form = (forum?: string) =>
  new URLSearchParams({ q: 'so', searcharea: 'deals', sort: '', searchtype: '', ...(forum && { 'filters[forum][]': forum }) });

describe('groups', () => {
  test('come in their order, and empty ones not at all', () => {
    const names = (recent: string[], results: Suggestion[]) => groupsOf(recent, results).map(({ heading }) => heading);
    expect(names(['a'], [keyword('b'), keyword('c', 'trending')])).toEqual(['Recent', 'Trending', 'Suggested']);
    expect(names([], [keyword('b')])).toEqual(['Suggested']);
    expect(names([], [])).toEqual([]);
  });

  test('do not suggest again what was searched before, but a store of that name', () => {
    const store: Suggestion = { phrase: 'Sony', query_intent: 'store_name', tag_id: 1, group: 'suggested' };
    const [, suggested] = groupsOf(['sony'], [keyword('Sony'), store]);
    expect(suggested!.options).toEqual([store]);
  });
});

describe('a suggestion leads', () => {
  test.each([
    ['store_name', 'store'],
    ['brand_name', 'brand'],
    ['category_name', 'category'],
  ] as const)('as %s to the results of that %s', (query_intent, facet) => {
    const option = { phrase: 'Sony', query_intent, tag_id: 4 };
    expect(addressOf(option, form(), '/search')).toBe(`/search?q=&filters[${facet}][]=4&searchtype=ac_${facet}`);
    expect(addressOf(option, form('3'), '/search')).toBe(`/search?q=&filters[${facet}][]=4&filters[forum][]=3&searchtype=ac_${facet}`);
  });

  test('as member to their page', () => {
    const option = { phrase: 'sol', query_intent: 'user', userid: 7, username: 'sol' } as const;
    expect(addressOf(option, form('3'), '/search')).toBe('/forums/member.php?u=7&searchtype=ac_user');
  });

  test('as keyword to where the form does, with all it sends', () => {
    const address = addressOf({ phrase: 'wd & black', query_intent: 'keyword' }, form('3'), 'https://search.example/find');
    const { origin, searchParams } = new URL(address);
    expect(origin).toBe('https://search.example');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ q: 'wd & black', searcharea: 'deals', sort: '', searchtype: 'ac_keyword', 'filters[forum][]': '3' },
    });
  });
});
