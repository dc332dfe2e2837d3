import { describe, expect, test } from 'vitest';
import { feedAt } from '../../../src/features/feeds/address.ts';
import { rankOf, withinSpace, keyOf, sortByImportance, withinLimits, type KeptPage } from '../../../src/features/offline/kept-page.ts';

const keyed = (address: string) => keyOf(new URL(address, 'https://deals.example'));

let clock = 0;
function page(key: string, more: Partial<KeptPage> = {}): KeptPage {
  const kind = key.startsWith('/f/') ? 'deal' : 'feed';
  return { key, path: key, kind, title: key, at: ++clock, size: 10, files: [], ...more };
}
const coupon = (at: number) => ({ code: 'SAVE', store: 'Lamps', at });
const keys = (pages: KeptPage[]) => pages.map(({ key }) => key);
const numbered = (count: number, more?: Partial<KeptPage>) => Array.from({ length: count }, (_, index) => page(`/f/${index}`, more));

describe('what is kept', () => {
  test.each([
    ['/', '/'],
    ['/popular', '/popular'],
    ['/popular/', '/popular'],
    ['/all?page=2', '/all?page=2'],
    ['/all?sort=price&page=2&hideexpired=1', '/all?hideexpired=1&page=2&sort=price'],
    ['/category/desk-lamps?utm_source=letter', '/category/desk-lamps'],
    ['/f/12-desk-lamp', '/f/12'],
    ['/f/12-another-title/?utm_medium=mail', '/f/12'],
    ['/pco/7', '/pco/7'],
  ])('%s, as %s', (address, key) => {
    expect(keyed(address)).toEqual({ key, kind: /^\/(f|pco)\//.test(key) ? 'deal' : 'feed' });
  });

  test.each([
    ...['/account/log-in', '/account/', '/moderation', '/search?q=lamp', '/search', '/debug/error-reporting', '/forums/member.php?u=1'],
    ...[
      '/?do=resetpassword&hash=0123',
      '/popular?do=resetpassword',
      '/all?page=2&token=1',
      '/opt-in/sd_p',
      '/opt-out/sd_p',
      '/embed?feed=/all',
    ],
    ...[
      '/f/12-lamp?from-reply=7',
      '/f/lamp',
      '/f/',
      '/pco/',
      '/about',
      '/offline',
      '/click?tid=1',
      '/web-api/session/',
      '/popular/feed.xml',
    ],
    ...['/f/12-lamp/_payload.json', '/_payload.json', '/healthz', '/category/a/b', '/allx', '/sw.js', '/share/1.png'],
  ])('never %s', (address) => {
    expect(keyed(address)).toBeUndefined();
  });

  test.each(['/', '/all', '/for-you', '/popular', '/popular/', '/browse/coupons', '/category/lamps', '/store/a', '/brand/b'])(
    'every feed: %s',
    (path) => {
      expect([feedAt(path) !== undefined, keyed(path)?.kind]).toEqual([true, 'feed']);
    },
  );
});

describe('which of the kept pages stay', () => {
  test('the last 30 deals and the last 20 feeds', () => {
    const deals = numbered(32);
    const feeds = Array.from({ length: 21 }, (_, index) => page(`/category/${index}`));
    const left = keys(withinLimits([...feeds, ...deals]));
    expect([left.length, left.includes('/f/1'), left.includes('/f/2'), left.includes('/category/0'), left.includes('/category/1')]).toEqual(
      [50, false, true, false, true],
    );
  });

  test('those with a coupon that was copied, however old, 50 at most; then they are as others', () => {
    const others = numbered(30);
    const copied = Array.from({ length: 52 }, (_, index) => page(`/f/c${index}`, { coupon: coupon(index) }));
    const left = withinLimits([...others, ...copied]);
    expect(left.length).toBe(80);
    expect(left.filter((kept) => kept.coupon).length).toBe(50);
    expect(keys(left)).not.toContain('/f/0');
    expect(left.find(({ key }) => key === '/f/c0')?.coupon).toBeUndefined();
  });

  test('saved deals, 50 of them besides, after copied coupons and before what was visited last', () => {
    const others = numbered(30);
    const saved = Array.from({ length: 51 }, (_, index) => page(`/f/s${index}`, { savedAt: index }));
    const left = withinLimits([...others, ...saved, page('/f/c', { coupon: coupon(1), savedAt: 99 })]);
    expect(left.length).toBe(81);
    expect(keys(left).slice(0, 3)).toEqual(['/f/c', '/f/s50', '/f/s49']);
    expect(left.find(({ key }) => key === '/f/s0')?.savedAt).toBeUndefined();
    expect(left.filter((kept) => rankOf(kept) === 'savedAt').length).toBe(50);
  });

  test('a coupon that is one too many stays as a saved deal', () => {
    const copied = Array.from({ length: 51 }, (_, index) => page(`/f/c${index}`, { coupon: coupon(index), savedAt: 7 }));
    expect(withinLimits(copied).map(rankOf)).toEqual([...Array.from({ length: 50 }, () => 'coupon'), 'savedAt']);
  });

  test('coupons come first, the one copied last before the others, then what was visited last', () => {
    expect(
      keys(sortByImportance([page('/a'), page('/f/1', { coupon: coupon(5) }), page('/b'), page('/f/2', { coupon: coupon(9) })])),
    ).toEqual(['/f/2', '/f/1', '/b', '/a']);
  });
});

describe('what there is room for', () => {
  const sizes = new Map([
    ['/_astro/site.css', 100],
    ['/pictures/a', 50],
    ['/pictures/b', 50],
  ]);

  test('everything, as long as it fits; files that several pages load count once', () => {
    const pages = ['a', 'b'].map((name) => page(`/${name}`, { files: ['/_astro/site.css', `/pictures/${name}`] }));
    expect(withinSpace(pages, sizes, 220)).toBe(pages);
    expect(keys(withinSpace(pages, sizes, 219))).toEqual(['/b']);
    expect(withinSpace(pages, sizes, 100)).toEqual([]);
  });

  test('the coupon stays before what was visited last', () => {
    const pages = [page('/f/1', { coupon: coupon(1) }), page('/all'), page('/popular')];
    expect(keys(withinSpace(pages, sizes, 20))).toEqual(['/f/1', '/popular']);
  });
});
