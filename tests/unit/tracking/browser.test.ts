import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assignVariant } from '../../../src/features/ab-tests/assign-variant.ts';
import { stubBrowser } from '../../support/browser-globals.ts';

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

test('a page says which variants of A/B tests its visitor has, as the server assigns them', async () => {
  const variants = ['Control', 'Large'].map((name) => ({ name, weight: 1 }));
  const seen = new Set<string>();
  for (let number = 0; number < 12; number += 1) {
    vi.resetModules();
    const { cookies, root } = stubBrowser('/', { '#ab-tests': JSON.stringify([{ name: 'cards', variants }]) });
    cookies.set('sd_p', `vid=visitor-${number}`);
    await import('../../../src/features/tracking/ab-variants.ts');
    expect([...root]).toEqual([['data-ab-cards', assignVariant(`visitor-${number}`, 'cards', variants)]]);
    seen.add(root.get('data-ab-cards') ?? '');
  }
  expect([...seen].toSorted()).toEqual(['Control', 'Large']);
});

test('the card of what is clicked is looked for among ten elements, the clicked one and those around it', async () => {
  stubBrowser();
  const { cardOf } = await import('../../../src/features/tracking/opens.ts');
  /** An element so many steps inside a card. */
  const inside = (card: object, steps: number): object =>
    steps === 0 ? card : { matches: () => false, parentElement: inside(card, steps - 1) };
  const card = { matches: (selector: string) => selector === '.deal-grid > li', parentElement: null };
  const find = (steps: number) => cardOf(inside(card, steps) as Element);
  expect([find(0), find(9), find(10)]).toEqual([card, card, undefined]);
});

test('the funnel begins where the visit does, and goes on with the registration', async () => {
  const { cookies } = stubBrowser('/f/1-a-lamp');
  const first = { startPage: '/popular', entryPoint: 'letter' };
  const { noteRegistration, startFunnel } = await import('../../../src/features/tracking/funnel.ts');
  const values = () => Object.fromEntries(new URLSearchParams(cookies.get('sd_s')));
  // Of a visit that is not counted nothing is noted.
  noteRegistration();
  expect(values()).toEqual({});
  // What the first page of the visit noted.
  cookies.set('sd_s', String(new URLSearchParams(first)));
  startFunnel();
  expect(values()).toEqual({ state: 'visit', ...first });
  noteRegistration();
  expect(values()).toEqual({ state: 'registration', ...first });
  startFunnel();
  expect(values()).toMatchObject({ state: 'registration' });
});

test('of a host with more than 200 letters that led here the first 200 are counted', async () => {
  const { cookies, storage } = stubBrowser('/popular');
  cookies.set('sd_s', String(new URLSearchParams({ startPage: '/popular', entryPoint: `${'a'.repeat(250)}.example` })));
  const { startFunnel } = await import('../../../src/features/tracking/funnel.ts');
  startFunnel();
  expect(JSON.parse(storage.get('events') ?? '')).toMatchObject([{ type: 'visit', entryPoint: 'a'.repeat(200) }]);
});

test('on a copy of the site on another server no visit is noted: nobody there takes what is counted', async () => {
  const { cookies, storage } = stubBrowser('/popular', {}, 'https://deals.example/popular');
  const { startFunnel } = await import('../../../src/features/tracking/funnel.ts');
  startFunnel();
  expect([...cookies, ...storage]).toEqual([]);
});

test('a page that the browser makes ahead is counted once it is shown', async () => {
  const { cookies, storage } = stubBrowser();
  vi.useFakeTimers();
  const shown: (() => void)[] = [];
  const addEventListener = (type: string, listener: () => void) => type === 'prerenderingchange' && shown.push(listener);
  Object.assign(document, { prerendering: true, addEventListener, querySelectorAll: () => [] });
  vi.stubGlobal('IntersectionObserver', vi.fn());
  const { startTracking } = await import('../../../src/features/tracking/page-start.ts');
  startTracking(Promise.resolve());
  expect([...cookies, ...storage]).toEqual([]);
  Object.assign(document, { prerendering: false });
  shown.forEach((listener) => listener());
  expect(JSON.parse(storage.get('events') ?? '')).toMatchObject([{ type: 'view', path: '/popular' }]);
  vi.useRealTimers();
});
