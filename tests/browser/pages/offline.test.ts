import { axe } from '../../support/everybody.ts';
import { bar, begin, HOUR, kept, keyOf, listOf, read, test } from '../../support/kept-pages.ts';
import { expect, register } from '../../support/visitor.ts';

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
    await page.emulateMedia({ colorScheme });
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
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(bar(page)).toContainText('You are offline, and this needs a connection.');
  await context.setOffline(false);
  await expect(bar(page)).toHaveCount(0);
});

test('a dialog that is sent without a connection says so, and keeps what was typed', async ({ page, context, kinds, expectFaults }) => {
  expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(kinds['deal']!);
  await page.getByRole('main').getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this deal' });
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('textbox', { name: /Note/ }).fill('The link leads to another shop');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('You are offline, and this needs a connection.');
  await expect(dialog.getByRole('textbox', { name: /Note/ })).toHaveValue('The link leads to another shop');
  await expect(dialog.getByRole('radio', { name: 'Other' })).toBeChecked();
});

test('the header that comes back on a phone does not cover what says that the connection is gone', async ({ page, context, kinds }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await begin(page, kinds['deal']!);
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await context.setOffline(true);
  await bar(page).click({ trial: true });
  await page.mouse.wheel(0, -100);
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  await page.getByRole('main').getByRole('button', { name: 'Vote up' }).first().press('Enter');
  await expect(bar(page)).toContainText('You are offline, and this needs a connection.');
  const covers = await bar(page).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? null : 'another element';
  });
  expect(covers).toBeNull();
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
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Save/ }) });
  const link = card.getByRole('heading').getByRole('link').nth(1);
  const [title, path] = [(await link.textContent())!, (await link.getAttribute('href'))!];
  await card.nth(1).getByRole('button', { name: /^Save/ }).click();
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

test('a network that does not answer shows the kept page after some seconds', async ({ page, front, kinds }) => {
  await begin(page, front.url + kinds['deal']!, keyOf(kinds['deal']!));
  await page.goto(`${front.url}/about`);
  front.isSilent = true;
  await page.goto(front.url + kinds['deal']!);
  await expect(bar(page)).toContainText('Your connection is slow. This page is from a moment ago');
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
