import type { BrowserContext, Page } from '@playwright/test';
import { KEPT_LIST, type KeptPages } from '../../../src/features/offline/caches.ts';
import { RETIRED_WORKER } from '../../../src/features/offline/worker-text.ts';
import { axe } from '../../support/everybody.ts';
import { expect, register, test as onTheSite } from '../../support/visitor.ts';
import { startSiteFront, type SiteFront } from '../../support/site-front.ts';

const HOUR = 3_600_000;

/** A site whose worker a test may replace. */
const test = onTheSite.extend<{ front: SiteFront }>({
  front: async ({ siteUrl }, use) => {
    const front = await startSiteFront(siteUrl);
    await use(front);
    await front.close();
  },
});

test.use({ serviceWorkers: 'allow', permissions: ['clipboard-write'] });

// Browsers tell of every request that fails without a connection, and of every script that was not used before.
test.beforeEach(({ expectFaults }) => {
  expectFaults(/net::ERR_(INTERNET_DISCONNECTED|FAILED)|dynamically imported module/);
});

/** What is kept. @param change writes it anew */
const listOf = (page: Page, hoursLater = 0) =>
  page.evaluate(
    async ([address, later]) => {
      const found = await caches.match(address);
      const kept = found && ((await found.json()) as KeptPages);
      const [name] = (await caches.keys()).filter((key) => key.includes('pages'));
      if (!kept || !name) return [];
      for (const entry of kept.pages) entry.at -= later;
      if (later > 0) await (await caches.open(name)).put(address, Response.json(kept));
      return kept.pages.map(({ key, coupon, savedAt }) => `${key}${coupon ? ` ${coupon.code}` : ''}${savedAt ? ' saved' : ''}`);
    },
    [KEPT_LIST, hoursLater * HOUR] as const,
  );

const keyOf = (path: string) => path.replace(/^(\/f\/\d+).*/, '$1');
const kept = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'kept' });
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /offline|connection|reached|online/ });

/** Opens a page and uses it, so that the worker comes; every page from then on goes through it. */
async function begin(page: Page, address: string, key = keyOf(address)): Promise<void> {
  await page.goto(address);
  await page.keyboard.press('Shift');
  await expect.poll(() => listOf(page)).toEqual([key]);
}

async function read(page: Page, address: string, key = keyOf(address)): Promise<void> {
  await page.goto(address);
  await expect.poll(() => listOf(page)).toContain(key);
}

test('what was visited is there without a connection, with its age; what was not leads to a list of what is, coupons first', async ({
  page,
  context,
  kinds,
}) => {
  await begin(page, '/popular');
  await page.goto(kinds['a deal with a code']!);
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!;
  const copy = page.getByRole('button', { name: /^Copy code/ });
  const code = (await copy.getAttribute('data-copy'))!;
  await copy.click();
  await expect.poll(() => listOf(page)).toContain(`${keyOf(kinds['a deal with a code']!)} ${code}`);
  await read(page, kinds['deal']!);
  await read(page, '/all?page=2', '/all?page=2');
  await listOf(page, 3);

  await context.setOffline(true);
  await page.goto(kinds['deal']!);
  await expect(bar(page)).toContainText('You are offline. This page is from 3 hours ago; prices and votes may have changed.');
  await expect(page.getByRole('button', { name: 'Vote up' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.fonts.ready.then(({ size }) => size))).toBeGreaterThan(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Magpie Sans');
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .locator('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);
  expect((await axe(page).analyze()).violations).toEqual([]);

  // Nothing is sent, and nothing that was typed is lost.
  const address = page.url();
  await page.getByRole('button', { name: 'Vote up' }).first().click();
  await expect(bar(page)).toContainText('You are offline, and this needs a connection.');
  const comment = page.getByRole('textbox', { name: /comment/i }).first();
  await comment.fill('Still typing');
  await page.getByRole('button', { name: /^Post/ }).first().click();
  expect([page.url(), await comment.inputValue()]).toEqual([address, 'Still typing']);

  await page.goto(kinds['offer']!);
  await expect(bar(page)).toContainText('You are offline. This page is not saved on this device.');
  await expect(page.getByRole('main').getByRole('heading')).toHaveText([
    ...['Offline reading', 'Coupons that you copied', 'Deals and offers', 'Lists'],
  ]);
  await expect(kept(page).first()).toContainText(new RegExp(`${code}.* at .+, kept 3 hours ago`));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect((await axe(page).analyze()).violations, colorScheme).toEqual([]);
  }
  await page.getByRole('link', { name: title }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // Under another title it is the same deal.
  await page.goto(`${keyOf(kinds['deal']!)}-another-title`);
  await expect(bar(page)).toContainText('This page is from 3 hours ago');

  await context.setOffline(false);
  await expect(bar(page)).toContainText('You are online again.');
  await expect(async () => {
    await bar(page).getByRole('link').click();
    // A site that needs more than four seconds is shown the kept page again, which says so; whoever waits asks again.
    await expect(bar(page).filter({ hasNotText: 'Your connection is slow.' })).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0, { timeout: 10_000 });
  }).toPass();
});

test('a page that is open says when the connection goes', async ({ page, context, kinds }) => {
  await begin(page, kinds['deal']!);
  await context.setOffline(true);
  await expect(bar(page)).toContainText('You are offline. Voting, commenting and searching need a connection.');
  await context.setOffline(false);
  await expect(bar(page)).toHaveCount(0);
});

test('accounts, reset links, searches, errors and what was just written are kept nowhere; a moved deal is, once', async ({
  page,
  context,
  kinds,
}) => {
  await begin(page, '/');
  for (const address of [
    '/?do=resetpassword&hash=0123456789',
    '/account/log-in',
    '/search?q=ssd',
    '/moderation',
    '/about',
    '/category/nothing',
  ])
    await page.goto(address);
  const { origin: url } = new URL(page.url());
  await context.addCookies([{ name: 'fresh', value: String(Date.now() + HOUR), url }]);
  expect((await page.goto('/popular'))?.headers()['cache-control']).toBe('private, no-store');
  await context.clearCookies();
  await read(page, `${keyOf(kinds['deal']!)}-another-title`);
  expect(page.url()).toContain(kinds['deal']!);
  expect(await listOf(page)).toEqual([keyOf(kinds['deal']!), '/']);
  const stored = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
  expect(stored.filter((url) => /hash|account|search\?|session|ajax|\.php/.test(url))).toEqual([]);
});

test('a page that is fetched ahead is kept when it is shown, not before, and the list is emptied by whoever reads it', async ({ page }) => {
  await begin(page, '/popular');
  await read(page, '/all', '/all');
  const link = page.getByRole('article').nth(2).getByRole('heading').getByRole('link');
  const key = keyOf((await link.getAttribute('href'))!);
  const ahead = page.context().waitForEvent('request', { predicate: (request) => request.url().includes(key) });
  await link.hover();
  await (await ahead).response();
  expect(await listOf(page)).not.toContain(key);
  await link.click();
  await expect.poll(() => listOf(page)).toContain(key);
  await page.goto('/offline');
  await page.getByRole('button', { name: 'Remove these pages' }).click();
  await expect(page.getByRole('main')).toContainText('Nothing is kept yet.');
  expect(await listOf(page)).toEqual([]);
});

test('a deal that was saved in a list is there offline, before those that were visited; taking it back takes that back, and logging out removes it', async ({
  page,
  context,
  kinds,
}) => {
  await register(page);
  await begin(page, '/popular');
  await read(page, kinds['deal']!);
  await page.goto('/popular');
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Save', exact: true }) });
  const link = card.getByRole('heading').getByRole('link').nth(1);
  const [title, path] = [(await link.textContent())!, (await link.getAttribute('href'))!];
  await card.nth(1).getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => listOf(page)).toContain(`${keyOf(path)} saved`);

  const headings = async () => {
    await context.setOffline(true);
    await page.goto('/offline');
    const all = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    return { all, first: await kept(page).first().getByRole('link').textContent() };
  };
  await expect.poll(headings).toEqual({ all: ['Deals that you saved', 'Deals and offers', 'Lists'], first: title });
  await page.getByRole('link', { name: title }).click();
  await expect(bar(page)).toContainText('You are offline. This page is from a moment ago');
  await context.setOffline(false);

  await page.goto('/account/saved');
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await expect.poll(async () => (await headings()).all).toEqual(['Deals and offers', 'Lists']);
  await context.setOffline(false);

  // On the deal's own page, too.
  await page.goto(path);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect.poll(() => listOf(page)).toContain(`${keyOf(path)} saved`);
  await page.goto('/about');
  await page.locator('[data-user-button]').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await listOf(page)).toEqual([]);
});

test('logging out removes everything that was visited', async ({ page, context, kinds }) => {
  await register(page);
  await begin(page, kinds['deal']!);
  await read(page, '/popular');
  await page.goto('/about');
  await page.locator('[data-user-button]').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await listOf(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto(kinds['deal']!);
  await expect(page.getByRole('main')).toContainText('Nothing is kept yet.');
});

test('what somebody visited is gone when the session ended elsewhere, and when somebody else signs in', async ({
  page,
  context,
  kinds,
}) => {
  const ownerIs = async (owner: number) => {
    await page.keyboard.press('Shift');
    await expect
      .poll(() =>
        page.evaluate(async (address) => ((await (await caches.match(address))?.json()) as KeptPages | undefined)?.owner, KEPT_LIST),
      )
      .toBe(owner);
  };
  const userid = async () => ((await (await page.request.get('/web-api/session/')).json()) as { user: { userid: number } }).user.userid;
  await begin(page, '/popular');
  await register(page);
  await page.goto('/about');
  await ownerIs(await userid());
  // What a guest visited belongs to whoever signs in.
  expect(await listOf(page)).toEqual(['/popular']);
  await context.clearCookies();
  await read(page, kinds['deal']!);
  expect(await listOf(page)).toEqual([keyOf(kinds['deal']!)]);

  await register(page);
  await page.goto('/about');
  await ownerIs(await userid());
  await context.clearCookies();
  await register(page);
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect.poll(() => listOf(page)).toEqual([]);
  await ownerIs(await userid());
});

test('a network that does not answer shows the kept page after some seconds', async ({ page, front, kinds }) => {
  await begin(page, front.url + kinds['deal']!, keyOf(kinds['deal']!));
  await page.goto(`${front.url}/about`);
  front.isSilent = true;
  await page.goto(front.url + kinds['deal']!);
  await expect(bar(page)).toContainText('Your connection is slow. This page is from a moment ago');
});

/**
 * Visits a page, at which browsers look for another worker. Chromium now and then lets the one before end only when its pages are gone, so
 * the page is left first. What comes of the update is seen by the next visit, not waited for: Chromium never says so of a worker that removes
 * itself meanwhile.
 */
async function visitAgain(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.evaluate(lookForUpdate);
}
async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.update().catch(() => undefined);
}
/** Each visit takes some seconds on a machine that has much to do. */
const A_WHILE = { timeout: 30_000 };
/** One that takes longer than this is ended. */
const A_VISIT = { timeout: 15_000 };
const cacheNames = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted());
/**
 * Visits the address until these caches are left, each time in a page of its own that asks nothing more: a worker that is to go may answer what
 * it was asked first, and whatever a visit waits for in vain ends with it.
 */
async function expectCaches(page: Page, address: string, names: string[]): Promise<void> {
  await page.goto('about:blank');
  await expect(async () => {
    const visit = await page.context().newPage();
    try {
      await visit.goto(address, A_VISIT);
      await visit.evaluate(lookForUpdate);
      const areLeft = async (wanted: string) => (await caches.keys()).toSorted().join() === wanted;
      await visit.waitForFunction(areLeft, names.join(), A_VISIT);
    } finally {
      await visit.close();
    }
  }).toPass({ timeout: 90_000 });
}

test('a new version of the worker takes over; kept pages stay, and caches of other versions go', async ({ page, context, front }) => {
  await begin(page, `${front.url}/popular`, '/popular');
  await page.goto(`${front.url}/about`);
  const before = await cacheNames(page);
  await page.evaluate(() => caches.open('magpie-pages-0'));
  front.worker = (script) => `${script}\nself.version = 'next';`;
  const versions = async () => {
    await visitAgain(page, `${front.url}/about`);
    return Promise.all(
      context.serviceWorkers().map((worker) => worker.evaluate(() => Reflect.get(self, 'version') as unknown).catch(() => '')),
    );
  };
  await expect.poll(versions, A_WHILE).toContain('next');
  await expectCaches(page, `${front.url}/about`, before);
  await offlineShows(context, page, `${front.url}/popular`, 'This page is from a moment ago');
});

async function offlineShows(context: BrowserContext, page: Page, address: string, text: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(address);
  await expect(bar(page)).toContainText(text);
  await context.setOffline(false);
}

test('a worker that is not wanted any more removes itself and all that was kept', async ({ page, front }) => {
  await begin(page, `${front.url}/popular`, '/popular');
  await page.goto(`${front.url}/about`);
  front.worker = () => RETIRED_WORKER;
  await expectCaches(page, `${front.url}/about`, []);
  await expect(async () => {
    await page.goto(`${front.url}/all`, A_VISIT);
    const left = async () => [(await navigator.serviceWorker.getRegistrations()).length, navigator.serviceWorker.controller];
    expect(await page.evaluate(left)).toEqual([0, null]);
  }).toPass();
});

test('nothing is kept for whoever saves data', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }));
  const come = page.waitForResponse(/interaction-script/);
  await page.goto('/popular');
  await page.keyboard.press('Shift');
  await come;
  await page.goto('/all');
  expect(
    await page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]),
  ).toEqual([0, 0]);
});

test('browsers find what makes an app of the site: a manifest without faults, and icons of the sizes that it says', async ({ page }) => {
  await page.goto('/');
  const client = await page.context().newCDPSession(page);
  const { errors, data, url } = await client.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
  const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] };
  const sizes = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    icons,
  );
  expect(sizes).toEqual(icons.map((icon) => icon.sizes));
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});
