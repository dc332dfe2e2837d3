import { describe, expect, test } from 'vitest';
import { addressOf, groupsOf, searchFor } from '../../../../src/features/search/box/suggestion.ts';
import type { Suggestion } from '../../../../src/features/search/contracts/suggestions.ts';

const keyword = (phrase: string, group: Suggestion['group'] = 'suggested'): Suggestion => ({ phrase, query_intent: 'keyword', group });
const form = (forum?: string) =>
  new URLSearchParams({ q: 'so', searcharea: 'deals', sort: '', searchtype: '', ...(forum && { 'filters[forum][]': forum }) });

describe('groups', () => {
  test('come in their order, and empty ones not at all', () => {
    const names = (recent: string[], results: Suggestion[]) => groupsOf(recent, { results }).map(({ heading }) => heading);
    expect(names(['a'], [keyword('b'), keyword('c', 'trending')])).toEqual(['Recent', 'Trending', 'Suggested']);
    expect(names([], [keyword('b')])).toEqual(['Suggested']);
    expect(names([], [])).toEqual([]);
  });

  test('have fewer suggestions above deals, and links of a kind together', () => {
    const results = ['a', 'b', 'c', 'd', 'e', 'f'].map((phrase) => keyword(phrase));
    const deals = [{ title: 'Lamp', path: '/f/1-lamp', priceText: '$9.00', picture: null }];
    const offers = [{ title: 'Acme coupons', path: '/store/acme#offers', count: 3 }];
    const links = [
      { kind: 'collection', title: 'Under $25', path: '/browse/under-25' } as const,
      { kind: 'category', title: 'Lamps', path: '/category/lamps' } as const,
    ];
    const groups = groupsOf([], { results, deals, offers, links });
    expect(groups.map(({ heading, options }) => [heading, options.length])).toEqual([
      ...[
        ['Suggested', 4],
        ['Coupons', 1],
        ['Deals', 1],
        ['Collections', 1],
        ['Categories', 1],
      ],
    ]);
    expect(groups.slice(1).map(({ options: [option] }) => addressOf(option!, form(), '/search'))).toEqual([
      ...['/store/acme#offers', '/f/1-lamp', '/browse/under-25', '/category/lamps'],
    ]);
  });

  test('do not suggest again what was searched before, but a store of that name', () => {
    const store: Suggestion = { phrase: 'Sony', query_intent: 'store_name', tag_id: 1, group: 'suggested' };
    const [, suggested] = groupsOf(['sony'], { results: [keyword('Sony'), store] });
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

  test('as the search for what is typed to what the form itself sends', () => {
    const { searchParams } = new URL(addressOf(searchFor('so').options[0]!, form(), 'https://search.example/find'));
    expect([searchParams.get('q'), searchParams.get('searchtype')]).toEqual(['so', '']);
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
