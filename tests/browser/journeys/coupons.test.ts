import type { Page } from '@playwright/test';
import { standStill } from '../../support/browser.ts';
import { axe } from '../../support/everybody.ts';
import { answerWith, expect, formerMember, PASSWORD, test } from '../../support/visitor.ts';

test('a card’s coupon is copied by one touch, which leaves the list open and tells how it worked', async ({ page, context, siteUrl }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteUrl });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.clock.install();
  await page.goto('/browse/coupons');
  const button = page.getByRole('button', { name: /^Copy / }).first();
  const code = (await button.getAttribute('aria-label'))!.slice('Copy '.length);
  await standStill(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await expect(page).toHaveURL('/browse/coupons');

  // Which a finger cannot learn otherwise.
  await page.goto('/search?coupon=1');
  const card = page.getByRole('main').getByRole('article').first();
  const copy = card.getByRole('button', { name: /^Copy / });
  const worked = 'Worked 12 of 14 times this week';
  // Nobody has said anything of the demo's coupons.
  await copy.evaluate((element, text) => element.setAttribute('title', text), worked);
  await copy.click();
  await expect(card.getByRole('status').filter({ hasText: worked })).toBeVisible();
  await expect(card.getByText(worked)).toBeInViewport({ ratio: 1 });
  await page.clock.runFor(4_000);
  await expect(card.getByText(worked)).toHaveCount(0);
  await copy.click();
  await expect(card.getByText(worked)).toHaveCount(1);
});

test('more offers come under those of a list, which says so and goes on at the first of them', async ({ page }) => {
  await page.goto('/browse/coupons');
  const titles = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link');
  await expect(titles).toHaveCount(40);
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(titles.nth(40)).toBeFocused();
  const added = (await titles.count()) - 40;
  await expect(page.getByRole('status').filter({ hasText: `${added} more offers` })).toHaveCount(1);
});

test('“Copy and open store” copies, opens the store, and asks whether it worked on coming back; an answer shows at once', async ({
  page,
  context,
  kinds,
  siteUrl,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteUrl });
  await context.route('**/click?**', (route) => route.fulfill({ body: 'The store', contentType: 'text/html' }));
  await page.goto(kinds['a deal with a code']!);
  const label = await page
    .getByRole('button', { name: /^Copy code / })
    .first()
    .getAttribute('aria-label');
  const code = label!.slice('Copy code '.length);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Copy and open store' }).click();
  const store = await opened;
  await expect(store.getByText('The store')).toBeVisible();
  await store.close();
  await page.bringToFront();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  // Browsers without windows never hide a page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const question = page.getByText(`Did ${code} work?`);
  await expect(question).toBeFocused();
  expect((await axe(page).include('[data-coupon]').analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', { name: 'Not now' })).toBeHidden();

  // A guest who answers is asked to sign up.
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const lastWorkedAt = new Date(Date.now() - 7_300_000).toISOString();
  const evidence = { worked: 12, total: 14, within: 'week', percent: 86, lastWorkedAt };
  await answerWith(page, '/web-api/coupon-results/', { worked: true, counts: true, evidence });
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('Worked 12 of 14 times this week, last 2 h ago')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Yes', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

/** The tab is left for another one, or come back to; browsers without windows never hide a page. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Opens a list and copies its first coupon. @returns its button and code */
async function copyOnCard(page: Page, list = '/browse/coupons') {
  await page.goto(list);
  return copy(page);
}

async function copy(page: Page) {
  const pressed = await pressCopy(page);
  // What the button says for a while stays in what is announced.
  await expect(page.getByRole('status').filter({ hasText: /^(Copied|Selected: copy it now)$/ })).toBeAttached();
  return pressed;
}

async function pressCopy(page: Page, at = 0) {
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /^Copy / })
    .nth(at);
  const code = (await button.getAttribute('data-copy'))!;
  await button.focus();
  await page.keyboard.press('Enter');
  return { button, code };
}

test('whoever copied a card’s coupon is asked whether it worked on coming back to the tab', async ({ page }) => {
  for (const list of ['/browse/coupons', '/search?coupon=1']) {
    const { button, code } = await copyOnCard(page, list);
    const question = page.getByText(`Did ${code} work?`);
    await expect(question).toHaveCount(0);
    await show(page, 'hidden');
    await show(page, 'visible');
    await expect(question).toBeFocused();
    expect((await axe(page).include('[data-coupon]').analyze()).violations).toEqual([]);
    // Who goes on with something else first, and looks into another tab, finds the focus where they left it.
    await button.focus();
    await show(page, 'hidden');
    await show(page, 'visible');
    await expect(button).toBeFocused();
    await question.focus();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(button).toBeFocused();
    // It was put off for good.
    await show(page, 'hidden');
    await show(page, 'visible');
    await expect(question).toHaveCount(0);
  }
});

test('whoever merely opened a card’s page in between is not asked; an answer names the coupon, is thanked for, and leaves the list as it was', async ({
  page,
}) => {
  const sent = await answerWith(page, '/web-api/coupon-results/', { worked: true, counts: true, evidence: null });
  await page.clock.install();
  const { code } = await copyOnCard(page);
  await page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pco\//);
  await page.goBack();
  await expect(page).toHaveURL('/browse/coupons');
  // What asks is loaded by the first touch when a coupon is remembered as tried, and the loading bar with it.
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('[data-loading-bar]').evaluate((bar) => bar.getAnimations().length)).toBe(1);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('tried-coupon')))).toEqual([]);
  await show(page, 'hidden');
  await show(page, 'visible');
  await expect(page.getByText(`Did ${code} work?`)).toHaveCount(0);

  await copy(page);
  await show(page, 'hidden');
  await show(page, 'visible');
  await standStill(page);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you. Others see it now.' })).toBeInViewport();
  await expect(page.getByText(`Did ${code} work?`)).toHaveCount(0);
  expect(Object.fromEntries(sent[0]!)).toMatchObject({ about: expect.stringMatching(/^(PCO|DEAL)-\d+$/), code, worked: '1' });
  // Who takes another coupon to its store while they are thanked is asked about that one, also after a reload.
  const other = page.getByText(`Did ${(await pressCopy(page, 1)).code} work?`);
  await show(page, 'hidden');
  await page.clock.runFor(4_000);
  await expect(page.getByText('Thank you. Others see it now.')).toHaveCount(0);
  await show(page, 'visible');
  await expect(other).toBeFocused();
  await page.clock.resume();
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(other).toBeVisible();
});

test('a guest’s answer about a card’s coupon is given once they are signed in', async ({ page }) => {
  const { email } = await formerMember(page);
  await copyOnCard(page);
  await show(page, 'hidden');
  await show(page, 'visible');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Log In' }).click();
  await dialog.getByLabel('Email Address or Username').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const given = page.waitForRequest((request) => request.url().endsWith('/web-api/coupon-results/'));
  await dialog.getByRole('button', { name: 'Log In' }).click();
  expect(new URLSearchParams((await given).postData()!).get('worked')).toBe('0');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the code can be read and selected, the store opened, and whether it worked be said', async ({ page, kinds }) => {
    await page.goto(kinds['a deal with a code']!);
    await expect(page.getByRole('link', { name: 'Get deal' }).first()).toBeVisible();
    await expect(page.getByText('Copy and open store')).toBeHidden();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page).toHaveURL(/^[^?]*\/account\/log-in\?url=%2Faccount%2Fcoupon-result/);
  });
});
