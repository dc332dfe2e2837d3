import { expect, test } from '../../support/browser.ts';

test('a card shows the mark of its store and, where it is wide enough, its category and the host', async ({ page }) => {
  // What other tests post meanwhile is not the first of these.
  await page.goto('/all?sort=discount');
  const card = page.getByRole('main').getByRole('article').first();
  const mark = card.locator('.store-mark');
  await expect(mark).toBeVisible();
  const name = await card.locator('.deal-card__from').innerText();
  await expect(mark).toHaveAttribute('data-letter', /[\p{L}\p{N}]/u.exec(name)![0].toUpperCase());
  expect((await mark.boundingBox())!.width).toBe(20);
  const filed = card.locator('.deal-card__filed');
  await expect(filed).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(mark).toBeVisible();
  await expect(filed).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  const category = filed.getByRole('link').first();
  const title = await category.innerText();
  await category.click();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(title);
  await page.goBack();
  // Who posted the deal is named, and led to, by its card and its page.
  const poster = card.getByRole('link', { name: /^by / });
  const posterName = await poster.locator('bdi').innerText();
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.locator('.deal__where')).toHaveText(/^at\s+\S.* \S+\.\w+( · by \S.*)?$/);
  await expect(page.locator('.deal__posted').getByRole('link')).toHaveText(posterName);
  await page.goBack();
  await poster.click();
  await expect(page).toHaveURL(/\/forums\/member\.php\?u=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(posterName);
});

test('when a deal was posted is read beside its category, however short the name of who posted it', async ({ page }) => {
  await page.goto('/search?q=free+shipping');
  const cards = page.getByRole('main').getByRole('article').filter({ hasText: 'free shipping' });
  await expect(cards).not.toHaveCount(0);
  const misplaced = await cards.evaluateAll(
    (all) =>
      all.flatMap((card) => {
        for (const name of card.querySelectorAll('bdi')) name.textContent = 'jo';
        const time = card.querySelector('time')!.getBoundingClientRect();
        return [...card.querySelectorAll('a:has(bdi)')].filter((poster) => {
          const { left, right, top, bottom } = poster.getBoundingClientRect();
          const isCovered = left < time.right && time.left < right && top < time.bottom && time.top < bottom;
          // The host follows at once.
          return isCovered || right - poster.querySelector('bdi')!.getBoundingClientRect().right > 1;
        });
      }).length,
  );
  expect(misplaced).toBe(0);
});

test('a coupon’s card shows mark and host of its store, whose page begins with them and what there is of it, and can be followed', async ({
  page,
  kinds,
}) => {
  await page.goto('/browse/coupons');
  const coupon = page.getByRole('main').getByRole('article').first();
  expect((await coupon.locator('.store-mark').boundingBox())!.width).toBe(20);
  await expect(coupon.getByText(/^\S+\.example$/)).toBeVisible();
  await page.goto(kinds['store']!);
  const head = page.locator('.feed-head');
  await expect(head.locator('.store-mark')).toBeVisible();
  await expect(head.getByText(/^\S+\.example$/)).toBeVisible();
  const deals = head.getByRole('link', { name: /^[\d,]+ deals?$/ });
  const count = await deals.innerText();
  await deals.click();
  await expect(page.getByRole('heading', { name: count })).toBeInViewport();
  const offers = head.getByRole('link', { name: /^[\d,]+ coupon and cashback offers?$/ });
  await offers.click();
  await expect(page.getByRole('heading', { name: 'Coupons and cashback' })).toBeInViewport();
  await expect(head.getByRole('button', { name: 'Create deal alert' })).toBeVisible();
});
