import { ctx, shot, end } from './shot.mjs';
for (const [width, theme] of [[360,'light'],[1600,'dark']]) {
  const page = await ctx({ width, theme, member: 'verified' });
  await page.goto('/category/monitors'); await shot(page, `cat-${width}`);
  await page.getByRole('button', { name: 'Create deal alert' }).click();
  await page.getByRole('dialog', { name: 'Create deal alert' }).waitFor();
  await page.waitForTimeout(1200); await shot(page, `dialog-${width}`);
  await page.getByLabel('Highest price ($)').fill('200'); await page.waitForTimeout(1200);
  await page.getByText('More choices').click(); await page.waitForTimeout(300); await shot(page, `dialog-more-${width}`);
  await page.getByRole('button', { name: 'Create alert' }).click(); await page.waitForTimeout(800); await shot(page, `dialog-done-${width}`);
  await page.keyboard.press('Escape');
  console.log(await page.evaluate(() => document.activeElement?.textContent));
  await page.goto('/search?q=ssd+under+%2460'); await shot(page, `search-${width}`);
  await page.getByRole('button', { name: 'Create deal alert' }).click(); await page.waitForTimeout(1500);
  await page.getByRole('button', { name: 'Create alert' }).click(); await page.waitForTimeout(800);
  await page.goto('/account/alerts'); await shot(page, `alerts-${width}`, true);
  await page.getByRole('link', { name: 'Edit' }).first().click(); await shot(page, `edit-${width}`, true);
}
await end();
