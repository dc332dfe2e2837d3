import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';

/** Whether the page's ground is dark, as a person sees it. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 255, green = 255, blue = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return (red + green + blue) / 3 < 100;
  });

const remember = (page: Page, url: string, id: string) => page.context().addCookies([{ name: 'style-id', value: id, url }]);

test('without a choice the system’s theme is shown, and followed; the button switches it, says so, and the choice is kept', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/about');
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isDark(page)).toBe(false);

  await page.goto('/help');
  const button = page.getByRole('button', { name: 'Midnight theme' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => isDark(page)).toBe(true);
  await page.goto('/popular');
  expect(await isDark(page)).toBe(true);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'style-id')).toMatchObject({ value: '17', path: '/' });
  await button.click();
  await expect.poll(() => isDark(page)).toBe(false);
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('a choice is followed by the pages that are open in other tabs', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const other = await page.context().newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  for (const one of [page, other]) {
    await one.goto('/about');
    // Which tabs follow is up to the script of the first touch.
    await one.keyboard.press('Tab');
    await expect.poll(() => one.locator('[data-loading-bar]').evaluate((bar) => bar.getAnimations().length)).toBe(1);
  }
  for (const [pressed, dark] of [
    ['true', true],
    ['false', false],
  ] as const) {
    await page.getByRole('button', { name: 'Midnight theme' }).click();
    await expect.poll(() => isDark(other)).toBe(dark);
    await expect(other.getByRole('button', { name: 'Midnight theme' })).toHaveAttribute('aria-pressed', pressed);
  }
});

test('the style-id cookie wins over the system, before anything is painted', async ({ page, siteUrl }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await remember(page, siteUrl, '17');
  await page.addInitScript(() => {
    const told = window as unknown as { themeAtFirstBody?: string | undefined };
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('body')) return;
      told.themeAtFirstBody = document.documentElement.dataset['theme'];
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/', '/about']) {
    await page.goto(path);
    expect(await page.evaluate(() => (window as unknown as { themeAtFirstBody?: string }).themeAtFirstBody)).toBe('midnight');
    expect(await isDark(page)).toBe(true);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await remember(page, siteUrl, '14');
  await page.reload();
  expect(await isDark(page)).toBe(false);
});
