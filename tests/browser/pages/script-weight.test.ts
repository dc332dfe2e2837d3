import pLimit from 'p-limit';
import { weigh, type Weight } from '../../bench/weigh.ts';
import { expect, test } from '../../support/browser.ts';

/** Bytes, gzip, of the scripts that run before somebody uses a page. */
const MOST = 8192;
/** The same for visitors whom a page knows; all but the first visit has most of them in the browser's cache. */
const MOST_OF_KNOWN = { returning: 12.5 * 1024, member: 16.5 * 1024 };
/** Bytes, as sent, of the stylesheet of feeds and deals: with more of them a page weighs more than 45 KB in all, pictures left out. */
const MOST_STYLES = 12 * 1024;

/** Pages that are opened at once: most of the time each is waited for until it has been quiet for a while. */
const AT_ONCE = 4;

/** Scripts that a page fetches ahead for whoever uses it: each is a request, of which a browser has six at a time under HTTP/1.1. */
const MOST_PREFETCHED = 12;

/** Pages that their browser fills. */
const FILLED = { personal: '/for-you', kept: '/offline', hidden: '/hidden-deals' };

/** They are made of the same parts as a later page. */
const THE_SAME = ['a deep page', 'another order'];

function expectScripts({ asked, inlineScript }: Weight, most: number, page: string): void {
  const ran = asked.filter((file) => file.kind === 'js' && file.ran);
  const names = ran.map(({ address, gzip }) => `${address} ${gzip}`).join(', ');
  expect(ran.length, page).toBeGreaterThan(0);
  expect(
    ran.reduce((sum, { gzip }) => sum + gzip, inlineScript),
    `${page}: inside ${inlineScript}, ${names}`,
  ).toBeLessThanOrEqual(most);
}

test('before somebody uses a page its scripts weigh 8,192 bytes at most, few are fetched ahead, and the stylesheet of feeds and deals has 12 KB', async ({
  browser,
  kinds,
  siteUrl,
}) => {
  test.slow();
  const all = Object.entries({ ...kinds, ...FILLED }).filter(([kind]) => !THE_SAME.includes(kind));
  const weights = await pLimit(AT_ONCE).map(all, async ([kind, address]) => ({ kind, weight: await weigh(browser, siteUrl + address) }));
  for (const { kind, weight } of weights) {
    expectScripts(weight, MOST, kind);
    expect(weight.asked.filter((file) => file.kind === 'js' && !file.ran).length, kind).toBeLessThanOrEqual(MOST_PREFETCHED);
    if (!['home', 'feed', 'deal', 'offer', 'search'].includes(kind)) continue;
    const styles = weight.asked.filter((file) => file.kind === 'css');
    expect(styles.length, kind).toBe(1);
    expect(styles[0]!.sent, kind).toBeLessThanOrEqual(MOST_STYLES);
  }
});

test('for visitors whom it knows a page runs besides what shows their own, and nothing that comes once they use it', async ({
  browser,
  kinds,
  siteUrl,
}) => {
  const { hostname } = new URL(siteUrl);
  const signedIn = { name: 'signed-in', value: '1', domain: hostname, path: '/', expires: -1, httpOnly: false, secure: false };
  const kept = {
    returning: { cookies: [], origins: [{ origin: siteUrl, localStorage: [{ name: 'activity', value: '{}' }] }] },
    member: { cookies: [{ ...signedIn, sameSite: 'Lax' as const }], origins: [] },
  };
  await pLimit(AT_ONCE).map(['returning', 'member'] as const, (visitor) =>
    pLimit(AT_ONCE).map(['feed', 'deal'], async (kind) =>
      expectScripts(await weigh(browser, siteUrl + kinds[kind]!, kept[visitor]), MOST_OF_KNOWN[visitor], `${kind}, ${visitor}`),
    ),
  );
});
