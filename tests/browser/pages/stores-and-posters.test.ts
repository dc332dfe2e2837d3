import { expect, test } from '../../support/browser.ts';

test(
  'a card shows the mark of its store and, where it is wide enough, its category and the host',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/all');
    const card = page.getByRole('main').getByRole('article').first();
    const mark = card.locator('.store-mark');
    await expect(mark).toBeVisible();
    const name = await card.locator('.deal-card__from').innerText();
    await expect(mark).toHaveAttribute('data-letter', /[\p{L}\p{N}]/u.exec(name)![0].toUpperCase());
    const filed = card.locator('.deal-card__filed');
    await expect(filed).toBeVisible({ visible: !isMobile });
    if (isMobile) return;
    const category = filed.getByRole('link');
    const title = await category.innerText();
    await category.click();
    await expect(page).toHaveURL(/\/category\//);
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(title);
  },
);

test('a deal names its store’s host, and leads to who posted it', async ({ page, kinds }) => {
  await page.goto(kinds['deal']!);
  await expect(page.locator('.deal__where')).toHaveText(/^at\s+\S.* \S+\.\w+( · by \S.*)?$/);
  const poster = page.locator('.deal__posted').getByRole('link');
  const name = await poster.innerText();
  await poster.click();
  await expect(page).toHaveURL(/\/forums\/member\.php\?u=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});
