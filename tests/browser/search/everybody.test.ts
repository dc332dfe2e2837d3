import { expect, test } from '../../support/browser.ts';
import { Axe } from '../../support/everybody.ts';
import { option, searchedBefore, searchText, suggest } from '../../support/suggestions.ts';

test('the open list can be used by everybody, light and dark', async ({ page }) => {
  await searchedBefore(page, 'sofa', 'socks');
  await suggest(page);
  await page.route('**/web-api/forum/**', (route) => route.fulfill({ json: { label: 'Hot Deals', value: '1' } }));
  await page.goto('/search?q=lamp&f=1');
  await expect(page.getByRole('button', { name: 'Remove forum Hot Deals' })).toBeVisible();
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  await searchText(page).press('ArrowDown');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new Axe(page).include('header').analyze();
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)),
      colorScheme,
    ).toEqual([]);
  }
});
