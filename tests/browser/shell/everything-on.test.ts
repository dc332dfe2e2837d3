import type { Page } from '@playwright/test';
import pLimit from 'p-limit';
import type { Report } from '../../../src/features/tracking/report.ts';
import { required } from '../../../src/lib/required.ts';
import { openUntilQuiet } from '../../bench/quiet.ts';
import { weigh } from '../../bench/weigh.ts';
import { expect, test as onTheSite } from '../../support/browser.ts';
import { axe, neverScrollsSideways } from '../../support/everybody.ts';
import { expectStill, painted } from '../../support/layout-shift.ts';
import { commandSite } from '../../support/running-site.ts';
import { startOwnSite, type OwnSite } from '../../support/own-site.ts';
import { startSiteFront } from '../../support/site-front.ts';
import { smallCatalogue } from '../../support/small-catalogue.ts';
import { option, searchText, suggest, suggestions } from '../../support/suggestions.ts';

/** Looks at a site of its own alone, so it does not wait for the shared one. */
const test = onTheSite.extend({
  baseURL: async ({}, use) => {
    await use(site?.current.url);
  },
});

// It chooses its own widths.
test.describe.configure({ mode: 'serial', timeout: 240_000 });
const MOST_SCRIPT = 8_192;
const MOST_IN_ALL = 45 * 1024;
/** Pages that are weighed at once: most of the time each is waited for until it has been quiet for a while. */
const AT_ONCE = 4;
const PICTURE = '/share/site.png';
const VIEWS = [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })));

const SPONSOR = { sponsoredStoreId: 'corner-shop', sponsorLogoUrl: PICTURE, thirdPartyPixelName: 'agency' };
const BAR = {
  ...{ type: 'announcementBar', section: 'frontpage', heading: 'Ten days of lamps at half their price', ...SPONSOR },
  copyText: 'Desk lamps, floor lamps and reading lamps of all makes, as long as there are any; delivery is free from two lamps on.',
  ...{ ctaText: 'See the lamps', linkUrl: '/category/lamps', imageUrl: PICTURE },
};
const MEGA = {
  ...{ type: 'megaBanner', section: 'site', heading: 'Lamps of the Corner Shop from $12, in every colour that there is', ...SPONSOR },
  ...{ url: '/category/lamps', image1x: PICTURE, backgroundColor: '#10203f' },
};
const ITEM = { title: 'Hot', href: '/popular', leftIcon: 'star', rightIcon: 'cashback', badge: 'New' };
const shell = (bannerReservation: string) => ({
  header: {
    textLinks: [
      { title: 'Popular', href: '/popular', badge: '9' },
      { title: 'Lists', href: '/all', dropdown: [ITEM] },
    ],
    subNavigation: [{ title: 'Lamps', href: '/category/lamps' }],
    iconButtons: [
      { title: 'Alerts', icon: 'bell', badge: '3', href: '/account/alerts', clickAction: 'regModal' },
      { title: 'More', icon: 'tag', dropdown: [ITEM], modifiers: ['highlighted'] },
      { title: 'Member', buttonType: 'user', icon: 'user', badge: '7', dropdown: [ITEM] },
    ],
    financeLinks: [{ title: 'Cards', href: '/browse/cards' }],
    occasion: { title: 'Festival of lamps', imageUrl: PICTURE, link: '/popular', color: '#7a1f1f' },
    extensionPromo: { ctaLink: 'https://extension.example/' },
    optInConclusion: true,
    bannerReservation,
  },
  footer: {
    appLinks: ['extension', 'android', 'ios'].map((type) => ({ type, title: `For ${type}`, url: 'https://app.example/', src: PICTURE })),
    linkSections: [{ heading: 'Legal', links: [{ title: 'Terms of Service', url: '/terms' }] }],
    experienceSwitcher: { displaySwitcher: true, currentExperience: 'Redesign' },
    experiences: [{ content: 'Redesign', url: '/' }],
    overrides: [
      { paths: ['/category/lamps'], linkSections: [{ heading: 'Lamps', links: [{ title: 'How to choose one', url: '/help' }] }] },
    ],
  },
  banners: [BAR, MEGA],
});

let site: OwnSite | undefined;
const own = () => required(site, 'the site').current;

test.beforeAll(async () => {
  test.slow();
  const settings = { CONSENT: 'ask', BANNER_PIXELS: 'agency=https://pixel.example/p.gif' };
  site = await startOwnSite(smallCatalogue(), settings, shell('announcementBar'));
});

test.afterAll(() => site?.end());

/** Opens a page, and expects that nothing on it moves until it comes to rest. */
async function opensStill(page: Page, path: string, view?: string): Promise<void> {
  await openUntilQuiet(page, `${own().url}${path}`);
  await expectStill(page, 0.01, view);
}

/** Opens it in a tab for each view at once, because each is waited for until it comes to rest, and then in this one. */
async function looksRight(page: Page, path: string, heading: string): Promise<void> {
  await Promise.all(
    VIEWS.map(async ({ width, colorScheme }) => {
      const tab = await page.context().newPage();
      const banner = tab.getByRole('region', { name: heading });
      const view = `${path} at ${width} px, ${colorScheme}`;
      await tab.setViewportSize({ width, height: 844 });
      await tab.emulateMedia({ colorScheme });
      await opensStill(tab, path, view);
      await expect(banner, view).toBeVisible();
      await expect(banner.getByText('Corner Shop', { exact: true }), view).toBeVisible();
      await expect(banner.locator('.banner__logo img'), view).toHaveJSProperty('complete', true);
      if ((width === 390) === (colorScheme === 'dark')) {
        const { violations } = await axe(tab).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          view,
        ).toEqual([]);
      }
      await tab.close();
    }),
  );
  await page.goto(path);
  await neverScrollsSideways(page, path);
}

test('with every part of header and footer and the announcement bar nothing moves', async ({ page, context }) => {
  await looksRight(page, '/', BAR.heading);
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  const [promo, app] = [page.getByRole('link', { name: 'Get the extension' }), page.getByRole('link', { name: 'For extension' })];
  for (const link of [promo, app]) await expect(link).toBeVisible();
  const occasion = page.getByRole('link', { name: 'Festival of lamps' });
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(occasion).toBeVisible();
  // On phones there is no room for it beside the logo.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(occasion).toBeHidden();
  // Nor does the footer, where a page is so short that it is seen, when its pictures come late.
  await page.setViewportSize({ width: 390, height: 1800 });
  await page.route(`**${PICTURE}`, async (route) => {
    await painted(page);
    await route.continue();
  });
  await opensStill(page, '/');
  await page.unroute(`**${PICTURE}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Festival of lamps' })).toBeVisible();
  expect((await axe(page).include('#menu').analyze()).violations).toEqual([]);
  // A member's button has name and picture of the member, and the badge of the button.
  const user = { userid: 1, username: 'Ada', avatar: PICTURE, reputation: 0, hasUnverifiedEmail: false, hasNotSetPassword: false };
  await page.route('**/web-api/session/', (route) =>
    route.fulfill({ json: { user: { ...user, darkMode: null, unread: 0 }, securitytoken: 'token' } }),
  );
  await context.addCookies([{ name: 'signed-in', value: '1', url: own().url }]);
  await page.goto('/about');
  await page.getByRole('button', { name: 'Ada, 7' }).click();
  await expect(page.locator('#user-menu').getByRole('link', { name: ITEM.title })).toBeVisible();
  await context.clearCookies();
  // Another browser than one of Chromium's kind has no use for the extension.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });
    Reflect.deleteProperty(window, 'chrome');
    Reflect.deleteProperty(Navigator.prototype, 'userAgentData');
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'For android' })).toBeVisible();
  for (const link of [promo, app]) await expect(link).toBeHidden();
});

test('nor does the question about counting visits grow while a slow line brings it', async ({ page }) => {
  const front = await startSiteFront(own().url);
  front.pieces = { at: /(?=<aside class="tracking|<p class="tracking|<button [^>]*data-consent)/, afterEach: () => painted(page) };
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(front.url);
    await expect(page.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
    await expectStill(page, 0.002);
  } finally {
    await front.close();
  }
});

test('nor does anything move with the mega banner, nor once that is collapsed, which shows in another tab, too', async ({
  page,
  context,
}) => {
  await commandSite(own(), 'shell', { shell: JSON.stringify(shell('reserveMegabanner')), dryRun: false });
  await expect
    .poll(async () => (await page.request.get('/popular')).text(), { timeout: 30_000 })
    .toContain('banner-space--reserveMegabanner');
  await looksRight(page, '/popular', MEGA.heading);

  const [one, other, untouched] = [page, await context.newPage(), await context.newPage()];
  const button = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true });
  for (const tab of [one, other, untouched]) {
    await tab.goto('/popular');
    await expect(button(tab, 'Collapse')).toBeVisible();
  }
  await button(other, 'Collapse').click();
  await button(other, 'Expand').click();
  await button(one, 'Collapse').click();
  await expect(button(one, 'Expand')).toBeVisible();
  await expect(button(other, 'Expand')).toBeVisible();
  // It learns of it when somebody comes back to it.
  await untouched.mouse.move(100, 100);
  await untouched.mouse.move(120, 140);
  await expect(button(untouched, 'Expand')).toBeVisible();
  await button(untouched, 'Expand').click();
  await expect(button(one, 'Collapse')).toBeVisible();
  await button(one, 'Collapse').click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await opensStill(page, '/popular', `collapsed at ${width} px`);
    await expect(button(one, 'Expand')).toBeVisible();
  }

  // Another one, which nobody has collapsed, moves nothing in the room of the former either, and has its own from the next page on.
  const others = { ...shell('reserveMegabanner'), banners: [BAR, { ...MEGA, cookieName: 'another' }] };
  await commandSite(own(), 'shell', { shell: JSON.stringify(others), dryRun: false });
  await expect
    .poll(async () => (await page.request.get('/ajax/bSubNavPlacement.php?section=site&url=%2Fpopular')).text())
    .toContain('another');
  await opensStill(page, '/popular');
  await expect(button(one, 'Expand')).toBeVisible();
  await page.mouse.move(100, 100);
  await page.mouse.move(120, 140);
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'sd_p')?.value).toMatch(/banner-room=(&|$)/);
  await expect(button(one, 'Expand')).toBeVisible();
  await opensStill(page, '/popular');
  await expect(button(one, 'Collapse')).toBeVisible();
});

test('a third party counts a banner once somebody agrees, and the policy of the pages lets that one alone', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route(/^https:\/\/pixel\.example\//, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/gif', body: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64') });
  });
  await page.goto('/popular');
  await expect(page.getByRole('region', { name: MEGA.heading })).toBeVisible();
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await allow.click();
  await expect(allow).toBeHidden();
  expect(asked).toEqual([]);
  // What this page counts gets no answer, so it stays in the browser.
  await page.route('**/web-api/*events/', () => undefined);
  await page.goto('/');
  await expect.poll(() => asked).toEqual(['https://pixel.example/p.gif']);
  const waiting = () => page.evaluate(() => localStorage.getItem('events') ?? '');
  await expect.poll(waiting).toContain(`"banner":"${BAR.heading}"`);

  // What a killed page had not sent is stored once another one sends it.
  const shown = async () => {
    const report = JSON.parse(await commandSite(own(), 'report', { days: '30', json: true })) as Report;
    return report.banners.find(({ name }) => name === BAR.heading)?.shown ?? 0;
  };
  const next = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  expect(await shown()).toBe(0);
  await next.goto('/about');
  await expect.poll(shown, { timeout: 15_000 }).toBe(1);
});

test('a choice concludes on the home page, which says so once, and a part of the footer is another on some pages', async ({ page }) => {
  await page.goto('/opt-out/tracking');
  await page.getByRole('button', { name: 'Stop counting' }).click();
  await expect(page).toHaveURL('/?do=concluded');
  const status = page.getByRole('status').filter({ hasText: 'no longer counted' });
  await expect(status).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(status).toHaveCount(0);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading', { name: 'Legal' })).toBeVisible();
  await page.goto('/category/lamps');
  await expect(footer.getByRole('link', { name: 'How to choose one' })).toBeVisible();
  await expect(footer.getByRole('heading', { name: 'Legal' })).toHaveCount(0);
  await expect(footer.getByRole('link', { name: 'For android' })).toBeVisible();
});

test('before somebody uses a page its scripts weigh 8,192 bytes at most, and all but pictures 45 KB', async ({ browser, request }) => {
  const [, deal = ''] = /href="(\/f\/[^"?#]+)"/.exec(await (await request.get('/popular')).text()) ?? [];
  const paths = ['/', '/popular', '/for-you', '/search?q=lamp', '/about', '/account/sign-up', deal];
  const weights = await pLimit(AT_ONCE).map(paths, async (path) => ({ path, ...(await weigh(browser, `${own().url}${path}`)) }));
  for (const { path, asked, inlineScript } of weights) {
    const ran = asked.filter(({ kind, ran }) => kind === 'js' && ran);
    expect(
      ran.reduce((sum, { gzip }) => sum + gzip, inlineScript),
      `${path}: inside ${inlineScript}, ${ran.map(({ address, gzip }) => `${address} ${gzip}`).join(', ')}`,
    ).toBeLessThanOrEqual(MOST_SCRIPT);
    const others = asked.filter(({ kind, ran }) => kind !== 'picture' && (kind !== 'js' || ran));
    expect(
      others.reduce((sum, { sent }) => sum + sent, 0),
      path,
    ).toBeLessThanOrEqual(MOST_IN_ALL);
  }
});

test('where a blocker stops all that counts, asks and advertises, pages work as before', async ({ page, expectFaults }) => {
  // What the browser itself says of each.
  expectFaults(/net::ERR_BLOCKED_BY_CLIENT/);
  await page.route(/events|userstyles|bSubNav|errors\/|session|feature-flag/, (route) => route.abort('blockedbyclient'));
  await page.goto('/popular');
  await expect(page.locator('.banner-space')).toBeHidden();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('button', { name: 'Midnight theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/f\/\d+-/);
  await expect(page.getByRole('link', { name: 'Get deal' }).first()).toHaveAttribute('href', /^\/click\?tid=\d+/);
  // Before the page's script has come, the link leads to the page of the log-in.
  await page.waitForLoadState();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
});

test('the mega banner is collapsed on the host for coupons, too, where a page of text has no other island', async ({ page }) => {
  await site?.restart({ SITE_HOST: 'coupons' });
  await page.goto('/about');
  const banner = page.getByRole('region', { name: MEGA.heading });
  await banner.getByRole('button', { name: 'Collapse' }).click();
  await expect(banner.getByRole('button', { name: 'Expand' })).toBeVisible();
  await expect(banner.getByRole('img')).toHaveCount(0);
});

test('on the host for coupons the search box suggests nothing, knows no forum and sends the text and the order alone', async ({ page }) => {
  const text = page.getByRole('search').getByLabel('Search', { exact: true }).first();
  const asked = await suggest(page);
  const calls: string[] = [];
  page.on('request', (request) => /\/web-api\/(search|forum)/.test(request.url()) && calls.push(request.url()));
  await page.goto('/search?q=lamp&sort=newest&filters[forum][]=1');
  await text.fill('so');
  await page.getByRole('button', { name: 'Clear text' }).click();
  await expect(text).toHaveValue('');
  await text.fill('floor ');
  await text.press('ArrowDown');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
  await text.press('Enter');
  await expect(page).toHaveURL('/search?q=floor&sort=newest');
  expect([...asked, ...calls]).toEqual([]);
});

test('an error of a page that is read by script is told in the error modal, and its details on the page for whoever debugs', async ({
  page,
  expectFaults,
}) => {
  // It is logged (spec §8), and the browser says the status.
  expectFaults(/404|PageError/);
  await site?.restart({ DEBUG_PAGES: '1', SEARCH_ACTION: 'https://search.example/find', SEARCH_MINIMUM: '3' });
  await page.goto('/debug/client-side-navigation');
  await page.getByRole('button', { name: '/popular', exact: true }).click();
  await expect(page.locator('[data-fetched-page]')).toContainText('/popular: ');
  await page.getByRole('button', { name: '/debug/nothing', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('/debug/nothing');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator('[data-fetched-page]')).toContainText('Status 404');
});

test('the search box submits to where it is set to, and suggests from as many letters on as it is set to', async ({ page }) => {
  const asked = await suggest(page);
  await page.route('https://search.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Found</h1>' }));
  await page.goto('/');
  await searchText(page).fill('so');
  await expect(suggestions(page)).toBeHidden();
  await searchText(page).fill('sou');
  await expect(option(page, 'soundbar')).toHaveAttribute('href', /^https:\/\/search\.example\/find\?q=soundbar&searcharea=deals&/);
  expect(asked).toEqual(['sou']);
  await option(page, 'soundbar').click();
  await expect(page).toHaveURL(/^https:\/\/search\.example\/find\?q=soundbar&.*searchtype=ac_keyword/);
});
