import type { Page } from '@playwright/test';
import { expect, registerVerified, test } from '../../support/visitor.ts';

const suggestion = (page: Page) => page.getByRole('status').filter({ hasText: 'Get alerts for new Monitors?' });
const counts = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('activity') ?? '{}') as { categories?: { monitors?: { count: number } } }).categories?.monitors
        ?.count,
  );

/** Looks at a category as somebody with a mouse does, until it is counted. */
async function look(page: Page, count: number): Promise<void> {
  await page.goto('/category/monitors');
  await page.mouse.move(200, 300);
  await page.mouse.move(210, 310);
  await expect.poll(() => counts(page)).toBe(count);
}

test('after the third visit of a category an alert is suggested, and made with one press', { tag: '@phone' }, async ({ page }) => {
  await registerVerified(page);
  await look(page, 1);
  await look(page, 2);
  await expect(suggestion(page)).toBeHidden();
  await look(page, 3);
  await expect(suggestion(page)).toBeVisible();
  await page.getByRole('button', { name: 'Tell me daily' }).click();
  await expect(page.getByText('Your alert “Monitors” was created.')).toBeVisible();
  await page.goto('/account/alerts');
  await expect(page.getByRole('article', { name: 'Monitors' })).toContainText('Daily by email');
  await look(page, 4);
  await expect(suggestion(page)).toHaveCount(0);
});

test('a suggestion comes once, and who has nothing remembered is never asked', async ({ page }) => {
  for (const count of [1, 2, 3]) await look(page, count);
  await page.getByRole('button', { name: 'No thanks' }).click();
  await expect(suggestion(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('activity'))).toContain('"added":true');
  await look(page, 4);
  await expect(suggestion(page)).toHaveCount(0);
  await page.goto('/for-you');
  await page.getByRole('button', { name: 'Stop remembering' }).click();
  await expect(page.getByRole('button', { name: 'Remember again' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('activity'))).toBe('"off"');
});
