import { expect, test } from 'vitest';
import { embedQuery, embedTheme } from '../../../src/features/embed/embed-query.ts';

const read = (query: string) => embedQuery(new URLSearchParams(query));

test('an address names a deal, a feed or a search, and how many deals of it', () => {
  expect(read('deal=12')).toEqual({ kind: 'deal', threadId: 12 });
  expect(read('feed=/popular')).toEqual({ kind: 'feed', feed: { kind: 'popular' }, count: 5 });
  expect(read('feed=/category/monitors/&count=12')).toEqual({ kind: 'feed', feed: { kind: 'category', slug: 'monitors' }, count: 12 });
  expect(read('feed=/&count=1')).toEqual({ kind: 'feed', feed: { kind: 'home' }, count: 1 });
  expect(read('q=+desk+lamp&count=3')).toMatchObject({ kind: 'search', search: { q: 'desk lamp', page: 1 }, count: 3 });
  expect(read('deal=12&utm_source=blog')).toEqual({ kind: 'deal', threadId: 12 });
});

const SUBJECT = 'One of deal, feed and q must be given, once.';
const DEAL = 'deal must be the number of a deal, such as 1045.';
const FEED = 'feed must be the path of a list, such as /popular or /category/monitors.';
const SEARCH = 'q must be words to search for.';
const COUNT = 'count must be a number from 1 to 12, given once.';
const THEME = 'theme must be light or midnight, given once.';

test.each<[string, string[]]>([
  [SUBJECT, ['', 'deal=1&deal=2', 'deal=1&feed=/popular', 'feed=/popular&q=lamp', 'q=a&q=b', 'id=1']],
  [DEAL, ['deal=', 'deal=0', 'deal=01', 'deal=-1', 'deal=1.0', 'deal=a']],
  [FEED, ['feed=', 'feed=popular', 'feed=x/popular', 'feed=/popular/more', 'feed=/category', 'feed=/category/UPPER', 'feed=/search']],
  [FEED, ['feed=/f/1-a', 'feed=//popular', 'feed=/popular?page=2', 'feed=https://evil.example/popular']],
  [SEARCH, ['q=', 'q=+', 'q=%00']],
  [COUNT, ['feed=/popular&count=', 'feed=/popular&count=0', 'feed=/popular&count=13', 'q=a&count=1e1', 'q=a&count=2&count=2']],
  [COUNT, ['deal=1&count=99']],
  [THEME, ['deal=1&theme=', 'deal=1&theme=dark', 'deal=1&theme=light&theme=light']],
])('an address that is incomplete or wrong shows nothing but what it needs: %s', (advice, queries) => {
  for (const query of queries) expect(read(query), query).toEqual({ kind: 'wrong', advice });
});

test('a theme is light, midnight or the system’s', () => {
  const theme = (query: string) => embedTheme(new URLSearchParams(query));
  expect([theme('theme=light'), theme('theme=midnight'), theme(''), theme('theme=other')]).toEqual([
    'light',
    'midnight',
    undefined,
    undefined,
  ]);
});
