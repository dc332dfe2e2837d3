import { expect, test } from '../../support/browser.ts';
import { EVERY_SCRIPT, holdScripts } from '../../support/suggestions.ts';

test('a dropdown of the header opens by keyboard and closes again @only-desktop', async ({ page }) => {
  await page.goto('/about');
  const button = page.getByRole('button', { name: 'Categories' });
  const link = page.getByRole('link', { name: 'Home & furniture' });
  await expect(link).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Computers & parts' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await link.click();
  await expect(page).toHaveURL('/category/home');
});

test('the menu has the links of a dropdown below its name @only-phone', async ({ page }) => {
  await page.goto('/popular');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Home & furniture' })).toBeHidden();
  await expect(menu.getByRole('link', { name: 'Popular' })).toHaveAttribute('aria-current', 'page');
  await menu.getByText('Categories').click();
  await menu.getByRole('link', { name: 'Home & furniture' }).click();
  await expect(page).toHaveURL('/category/home');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Popular' })).not.toHaveAttribute('aria-current');
  await menu.getByText('Categories').click();
  await expect(menu.getByRole('link', { name: 'Home & furniture' })).toHaveAttribute('aria-current', 'page');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('dropdowns open as well @only-desktop', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Categories' }).click();
    await page.getByRole('link', { name: 'Home & furniture' }).click();
    await expect(page).toHaveURL('/category/home');
  });
});

test('what is closed for good is gone in other tabs, too, and on the next page', async ({ page, context }) => {
  // As Header.astro writes it where editors advertise an extension.
  const promo =
    '<aside class="extension-promo in-chromium" data-closable="extension-promo"><button class="needs-script" data-close>Close it</button></aside>';
  const open = async (tab: typeof page, path: string) => {
    await tab.route(path, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('<main', `${promo}<main`) });
    });
    await tab.goto(path);
    return tab.getByRole('button', { name: 'Close it' });
  };
  const other = await open(await context.newPage(), '/about');
  const close = await open(page, '/help');
  await expect(other).toBeVisible();
  await close.click();
  await expect(close).toBeHidden();
  await expect(other).toBeHidden();
  await expect(await open(page, '/terms')).toBeHidden();
  expect((await context.cookies()).find(({ name }) => name === 'sd_p')).toMatchObject({
    value: expect.stringContaining('closed-extension-promo=1'),
    path: '/',
  });
});

test('the header says which page is the current one, and which theme its button brings @only-desktop', async ({ page }) => {
  await page.goto('/popular');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Popular' })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('link', { name: 'All deals' })).not.toHaveAttribute('aria-current');
  const coupons = main.getByRole('button', { name: 'Coupons' });
  await expect(coupons).not.toHaveAttribute('aria-current');
  await page.goto('/browse/coupons');
  await expect(coupons).toHaveAttribute('aria-current', 'true');
  await expect(main.getByRole('button', { name: 'Categories' })).not.toHaveAttribute('aria-current');
  await coupons.click();
  await expect(main.getByRole('link', { name: 'Coupons', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('link', { name: 'Cashback' })).not.toHaveAttribute('aria-current');
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Midnight theme' });
  await expect(button.locator('path:visible')).toHaveCount(1);
  const moon = await button.locator('path:visible').getAttribute('d');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button.locator('path:visible')).toHaveCount(1);
  expect(await button.locator('path:visible').getAttribute('d')).not.toBe(moon);
});

test('a button that needs a script works when it is clicked before the script has arrived @only-desktop', async ({ page }) => {
  const letScriptsArrive = await holdScripts(page, EVERY_SCRIPT);
  await page.goto('/about', { waitUntil: 'commit' });
  const theme = page.getByRole('button', { name: 'Midnight theme' });
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'false');
  letScriptsArrive();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
});
