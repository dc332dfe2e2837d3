import type { Page } from '@playwright/test';
import { isForEverybody } from '../../support/everybody.ts';
import { answerWith, expect, register, registerVerified, test } from '../../support/visitor.ts';

const CALL = '/forums/sddealalerts_ajax.php';
const button = (page: Page) => page.getByRole('button', { name: 'Create deal alert', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create deal alert' });
const oneDeal = (title: string) => ({
  ...{ title: 'Monitors', criteriaId: 'category=1', perWeek: 3, total: 12 },
  deals: [{ threadId: 1, title, path: '/f/1-a', matchedAt: '2026-11-20T10:00:00.000Z' }],
});

test(
  'a member makes an alert on a category, sees what it would find, and finds it in their list',
  { tag: '@only-phone' },
  async ({ page }) => {
    await registerVerified(page);
    await page.goto('/category/monitors');
    await expect(button(page)).toHaveAttribute('data-criteria-id', /^category=\d+$/);
    await button(page).click();
    await createKitchenAlert(page);
  },
);

/** Fills in the dialog and sends it, and looks at the alert in the list. */
async function createKitchenAlert(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toContainText(/in the last 30 days|would have come/);
  await dialog.getByLabel('Highest price ($)').fill('150');
  await dialog.getByRole('checkbox', { name: 'Only at a new low' }).check();
  await dialog.getByLabel('How often').selectOption('Daily');
  await dialog.getByText('More choices').click();
  await dialog.getByLabel('Name (optional)').fill('A screen for the kitchen');
  await dialog.getByLabel('Minimum votes').fill('5');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByText('Your alert “A screen for the kitchen” was created.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page)).toBeFocused();

  await page.goto('/account/alerts');
  const alert = page.getByRole('article', { name: 'A screen for the kitchen' });
  await expect(alert).toContainText('Monitors up to $150');
  await expect(alert).toContainText('only at a new low');
  await expect(alert).toContainText('5 votes or more');
  await expect(alert).toContainText('Daily by email');
}

test('the preview follows what is entered, an older answer does not come after a newer one, and everybody can use the dialog', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${CALL}`, async (route) => {
    const price = new URLSearchParams(route.request().postData() ?? '').get('maxprice');
    if (price === '1') await held;
    await route.fulfill({ json: oneDeal(price === '1' ? 'An older answer' : `Up to ${price || 'any'}`) });
  });
  await page.goto('/category/monitors');
  await button(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toHaveText('3 deals a week; 12 in the last 30 days');
  await expect(dialog.getByRole('link', { name: 'Up to any' })).toHaveAttribute('href', '/f/1-a');
  await expect(dialog.getByRole('time')).toHaveText('11/20/26');
  const older = page.waitForRequest((request) => request.postData()?.includes('maxprice=1&') ?? false);
  await dialog.getByLabel('Highest price ($)').fill('1');
  await older;
  await dialog.getByLabel('Highest price ($)').fill('12');
  await expect(dialog.getByRole('link', { name: 'Up to 12' })).toBeVisible();
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('maxprice=1&') ?? false);
  release();
  await answered;
  await expect(dialog.getByRole('link', { name: 'Up to 12' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'An older answer' })).toBeHidden();
  await dialog.getByText('More choices').click();
  await expect(dialog.getByRole('group', { name: 'Only in these forums' })).toBeVisible();
  await isForEverybody(page, 'a new alert');
});

test('a search offers its price as the highest, and a deal its own', async ({ page, ownDeal }) => {
  await page.goto('/search?q=monitor+under+%24120');
  await expect(button(page)).toHaveAttribute('data-criteria-id', 'max=12000;q=monitor');
  await button(page).click();
  await expect(dialogOf(page).getByLabel('Highest price ($)')).toHaveValue('120');
  await page.goto(ownDeal.path);
  await button(page).click();
  await expect(dialogOf(page).getByLabel('Highest price ($)')).toHaveValue(/^\d+(?:\.\d\d)?$/);
  await expect(dialogOf(page)).toContainText(ownDeal.dealTitle);
  const check = dialogOf(page).getByLabel('Check a deal: address or number');
  await check.fill('a kettle');
  await expect(dialogOf(page).getByText('Paste the address of a deal’s page, or its number.')).toBeVisible();
  await expect(check).toHaveAttribute('aria-invalid', 'true');
  await check.fill(`https://example.org${ownDeal.path}`);
  await expect(dialogOf(page).getByText('meets this alert now')).toBeVisible();
  await dialogOf(page).getByLabel('Highest price ($)').fill('0.01');
  await expect(dialogOf(page).getByText('does not meet this alert now')).toBeVisible();
  await expect(dialogOf(page).getByRole('listitem').filter({ hasText: 'costs $0.01 or less' })).toContainText('Not met:');
});

test('what is refused is said, and what was entered stays until the alert is made', async ({ page }) => {
  await registerVerified(page);
  await page.goto('/category/monitors');
  await button(page).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Minimum percent off').fill('200');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByText('This must be a whole number from 1 to 100')).toBeVisible();
  await expect(dialog.getByLabel('Minimum percent off')).toBeFocused();
  await expect(dialog.getByLabel('Minimum percent off')).toHaveValue('200');
  await page.keyboard.press('Escape');
  await button(page).click();
  await expect(dialog.getByLabel('Minimum percent off')).toHaveValue('200');
  await dialog.getByLabel('Minimum percent off').fill('20');
  await dialog.getByRole('checkbox', { name: 'Email' }).uncheck();
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByText('Choose how we notify you.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Feed' }).check();
  await answerWith(page, CALL, { success: false, message: 'You have 500 deal alerts, which is the most there can be.' });
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('You have 500 deal alerts, which is the most there can be.');
  await expect(dialog.getByLabel('Minimum percent off')).toHaveValue('20');
  await page.unrouteAll();
  await dialog.getByLabel('Minimum percent off').fill('');
  await dialog.getByRole('checkbox', { name: 'Email' }).check();
  await dialog.getByRole('checkbox', { name: 'Feed' }).uncheck();
  await createKitchenAlert(page);
});

test('who has not verified their address is told so, and can have the mail again', async ({ page }) => {
  await register(page);
  await page.goto('/category/monitors');
  await button(page).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Highest price ($)').fill('99');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please verify your email address first');
  await dialog.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Highest price ($)')).toHaveValue('99');
});
