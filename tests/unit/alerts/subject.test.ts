import { describe, expect, test } from 'vitest';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { subjectOfDeal, subjectOfFeed, subjectOfSearch } from '../../../src/features/alerts/subject.ts';
import { searchQuery } from '../../../src/features/search/query.ts';

const NONE = { store: [], brand: [], category: [], forum: [] };
const queryOf = (query: string) => searchQuery(new URLSearchParams(query))!;

describe('a page offers an alert', () => {
  test.each(['category', 'store', 'brand'] as const)('for its %s', (kind) => {
    const feed = { kind, slug: 'x' };
    expect(subjectOfFeed({ feed, subject: { id: 7, name: 'Ex' }, choices: null })).toEqual({
      criteriaId: `${kind}=7`,
      title: 'Ex',
      source: kind,
    });
  });

  test('for the words and filters of a search, and not for expired deals or an order', () => {
    const query = queryOf('q=SSD&filters[store][]=amazon&price_max=60&percent_off=12.5&coupon=1&hideexpired=1&sort=price&page=2');
    const chosen = { ...NONE, store: [{ id: 3, slug: 'amazon', name: 'Amazon' }] };
    expect(subjectOfSearch({ query, chosen, price: null, discount: null, pasted: false }, DEFAULT_REGION)).toEqual({
      criteriaId: 'store=3;coupon=1;max=6000;percent=13;q=ssd',
      title: 'SSD, Amazon',
      source: 'search',
    });
  });

  test('for a price that was written in words', () => {
    const query = queryOf('q=ssd+under+60');
    const price = { matchedText: 'under 60', min: undefined, max: 60 };
    expect(subjectOfSearch({ query, chosen: NONE, price, discount: null, pasted: false }, DEFAULT_REGION)).toMatchObject({
      criteriaId: 'max=6000;q=ssd',
      title: 'ssd under 60',
    });
    // The filters count instead, and the words are no words of deals then either.
    const narrowed = queryOf('q=ssd+30%25+off+under+60&price_max=80&percent_off=20');
    expect(subjectOfSearch({ query: narrowed, chosen: NONE, price: null, discount: null, pasted: false }, DEFAULT_REGION)).toMatchObject({
      criteriaId: 'max=8000;percent=20;q=ssd',
    });
  });

  test('for a discount that was written in words', () => {
    const query = queryOf('q=ssd+30%25+off');
    const discount = { matchedText: '30% off', percent: 30 };
    expect(subjectOfSearch({ query, chosen: NONE, price: null, discount, pasted: false }, DEFAULT_REGION)).toMatchObject({
      criteriaId: 'percent=30;q=ssd',
      title: 'ssd 30% off',
    });
  });

  const deal = { threadId: 5, dealTitle: 'A very good kettle '.repeat(9) } as Parameters<typeof subjectOfDeal>[0]['deal'];

  test('for deals like one, at its price', () => {
    const subject = subjectOfDeal({ deal, priceCents: 4999, currency: 'USD' }, DEFAULT_REGION);
    expect(subject).toMatchObject({ intagid: 'deal-5', maxprice: '49.99', source: 'deal' });
    expect(subject.title).toMatch(/^Like A very good kettle .{1,94}…$/);
  });

  test.each(['', 'a'])('under a title that does not end within a character, after %j', (before) => {
    const deal = { threadId: 5, dealTitle: before + '𠮷'.repeat(200) } as Parameters<typeof subjectOfDeal>[0]['deal'];
    expect(subjectOfDeal({ deal, priceCents: null, currency: 'USD' }, DEFAULT_REGION).title).toMatch(/^Like a?𠮷+…$/u);
  });

  test('for deals like one, at a price as it is typed there', () => {
    const germany = { currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin' };
    expect(subjectOfDeal({ deal, priceCents: 129_950, currency: 'EUR' }, germany).maxprice).toBe('1299,50');
  });

  test('for deals like one in another currency than limits are in, at any price', () => {
    expect(subjectOfDeal({ deal, priceCents: 4999, currency: 'EUR' }, DEFAULT_REGION).maxprice).toBeUndefined();
  });
});

describe('a page offers none', () => {
  test('where it is about no category, store or brand', () => {
    expect(subjectOfFeed({ feed: { kind: 'popular' }, subject: null, choices: null })).toBeUndefined();
  });

  test('where nothing is looked for', () => {
    expect(
      subjectOfSearch({ query: queryOf('q=&hideexpired=1'), chosen: NONE, price: null, discount: null, pasted: false }, DEFAULT_REGION),
    ).toBeUndefined();
  });

  test('for an address, which no deal to come has among its words', () => {
    expect(
      subjectOfSearch(
        { query: queryOf('q=https://deals.example/f/5969-lamp'), chosen: NONE, price: null, discount: null, pasted: false },
        DEFAULT_REGION,
      ),
    ).toBeUndefined();
    expect(
      subjectOfSearch(
        { query: queryOf('q=deals.example/f/5969-lamp'), chosen: NONE, price: null, discount: null, pasted: true },
        DEFAULT_REGION,
      ),
    ).toBeUndefined();
  });

  test('where a filter names what is not there', () => {
    expect(
      subjectOfSearch(
        { query: queryOf('q=ssd&filters[store][]=nowhere'), chosen: NONE, price: null, discount: null, pasted: false },
        DEFAULT_REGION,
      ),
    ).toBeUndefined();
  });
});
