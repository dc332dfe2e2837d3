import { expect, test } from '../../support/browser.ts';

const SCRIPT = '**/_astro/interaction-script.*.js';

test('a click that comes before its script is done when the script is there, once', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const requested = page.waitForRequest(SCRIPT);
  await page.route(SCRIPT, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Midnight theme' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await requested;
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  release();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('where the script does not come, a link leads to the page that does without', async ({ page, faults }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/account\/log-in/);
  await page.close();
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});
