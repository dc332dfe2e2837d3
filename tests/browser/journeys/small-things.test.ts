import type { Page } from '@playwright/test';
import { announcementsOf, expect, scriptsOf, standStill, test } from '../../support/browser.ts';
import { hydratedIslands } from '../../support/islands.ts';

test('a coupon’s code is copied, which the button says for a while, or how to copy where the clipboard is closed', async ({
  page,
  kinds,
  context,
  siteUrl,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteUrl });
  await page.clock.install();
  await page.goto(kinds['a deal with a code']!);
  const said = await announcementsOf(page);
  const button = page.getByRole('button', { name: /^Copy code / }).first();
  const code = (await button.getAttribute('aria-label'))!.slice('Copy code '.length);
  await standStill(page);
  await button.click();
  await expect(button.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.clock.runFor(1_500);
  await expect(button.getByText('Copy code')).toBeVisible();
  await expect(button.getByText('Copied')).toHaveCount(0);
  await expect.poll(said).toEqual(['Copied']);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
  });
  await button.click();
  await expect(button.getByText('Selected: copy it now')).toBeVisible();
  await page.clock.runFor(100);
  await expect.poll(said).toEqual(['Copied', 'Selected: copy it now']);
});

test('where the system’s sheet fails the address of a deal is copied, or one is told to, also without a clipboard', async ({
  page,
  kinds,
  context,
  siteUrl,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteUrl });
  await page.addInitScript(() => {
    const share = () => Promise.reject(new DOMException('Not here', 'NotAllowedError'));
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  });
  await page.clock.install();
  await page.goto(kinds['a deal with a code']!);
  const share = page.getByRole('button', { name: 'Share' });
  await standStill(page);
  await share.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(kinds['a deal with a code']!);
  await page.clock.runFor(1_500);
  await expect(share).toBeVisible();
  // As on a page without https.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await share.click();
  await expect(page.getByRole('button', { name: 'Copy the address of this page' })).toBeVisible();
  const code = page.getByRole('button', { name: /^Copy code / }).first();
  await code.click();
  await expect(code.getByText('Selected: copy it now')).toBeVisible();
});

/** The height that the loading bar will show with. Playwright looks at nothing while a page is on its way, so the page itself tells. */
async function watchBar(page: Page): Promise<{ announced: Promise<number> }> {
  let announce = (_height: number) => {};
  const announced = new Promise<number>((resolve) => (announce = resolve));
  await page.exposeFunction('barShown', (height: number) => announce(height));
  await page.locator('[data-loading-bar]').evaluate((element: HTMLElement) => {
    const { barShown } = window as unknown as { barShown(height: number): void };
    const tell = () => element.hidden || barShown(element.getBoundingClientRect().height);
    new MutationObserver(tell).observe(element, { attributeFilter: ['hidden'] });
  });
  return { announced };
}

test('a slow page is announced by the loading bar', async ({ page }) => {
  await page.goto('/about');
  const bar = page.locator('[data-loading-bar]');
  await expect(bar).toBeHidden();
  const { announced } = await watchBar(page);
  // Whoever leaves a page has touched it.
  await page.keyboard.press('Tab');
  await expect.poll(() => bar.evaluate((element) => element.getAnimations().length)).toBe(1);
  await page.route('**/popular', async (route) => {
    await announced;
    await route.continue();
  });
  await page.evaluate(() => location.assign('/popular'));
  expect(await announced).toBe(4);
  await expect(page).toHaveURL('/popular');
  await expect(bar).toBeHidden();
});

test('a link to an e-mail address leads to no page that would be announced', async ({ page }) => {
  await page.clock.install();
  await page.goto('/privacy');
  const bar = page.locator('[data-loading-bar]');
  await page.keyboard.press('Tab');
  await expect.poll(() => bar.evaluate((element) => element.getAnimations().length)).toBe(1);
  await page.getByRole('main').getByRole('link', { name: /@/ }).first().click();
  await page.clock.runFor(1_000);
  await expect(bar).toBeHidden();
});

test('the loading bar shows, too, when a page is first touched by the click that leads away', async ({ page }) => {
  await page.goto('/about');
  const { announced } = await watchBar(page);
  await page.route('**/popular', async (route) => {
    await announced;
    await route.continue();
  });
  // As a click does, which would have the page fetched ahead besides.
  await page.evaluate(() => {
    location.assign('/popular');
    dispatchEvent(new Event('pointerdown'));
  });
  expect(await announced).toBe(4);
  await expect(page).toHaveURL('/popular');
});

test('no React runs before somebody uses it; a guest’s first vote is not lost, and asks to sign up', async ({ page, kinds }) => {
  const votes: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/forums/sdthreadrate_ajax.php') votes.push(request.postData() ?? '');
  });
  // What the votes need is fetched ahead once the browser has time.
  const fetched = page.waitForResponse(/\/_astro\/VoteButtons/);
  const scripts = scriptsOf(page);
  await page.goto(kinds['deal']!);
  await fetched;
  expect(await hydratedIslands(page)).toEqual([]);
  expect(scripts.filter((path) => /VoteButtons|react/.test(path))).toEqual([]);
  const up = page.getByRole('button', { name: 'Vote up' }).first();
  await expect(up).toHaveAttribute('aria-pressed', 'false');
  const score = await page.getByLabel('Score').first().innerText();
  await up.click();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
  expect(await hydratedIslands(page)).toEqual(['VoteButtons', 'AccountModal']);
  await page.keyboard.press('Escape');
  await expect(up).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByLabel('Score').first()).toHaveText(score);
  expect(votes).toHaveLength(1);
  expect(votes[0]).toContain('vote=1');
});

test('a picture that does not come gives way to the initial', async ({ page }) => {
  await page.route('**/pictures/**', (route) => route.fulfill({ status: 200, contentType: 'image/svg+xml', body: 'no picture' }));
  await page.goto('/');
  const card = page.getByRole('article').first();
  await expect(card.getByRole('presentation')).toHaveCount(0);
  await expect(card.locator('img')).toHaveCount(0);
  await expect(card.getByText(/^[\p{L}\p{N}#]$/u).first()).toBeVisible();
});

test('going to another page holds it up for 100 ms at most, and not at all where motion is unwanted', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    sessionStorage.setItem('transition', 'none');
    addEventListener('pagereveal', async ({ viewTransition }) => {
      await viewTransition?.ready.catch(() => undefined);
      const durations = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime));
      if (viewTransition) sessionStorage.setItem('transition', String(Math.max(0, ...durations)));
    });
  });
  // A page that comes late is shown without.
  await expect(async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Popular' }).first().click();
    await expect(page).toHaveURL('/popular');
    expect(await page.evaluate(() => sessionStorage.getItem('transition'))).toBe('100');
  }).toPass();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Popular' }).first().click();
  await expect(page).toHaveURL('/popular');
  expect(await page.evaluate(() => sessionStorage.getItem('transition'))).toBe('none');
});
