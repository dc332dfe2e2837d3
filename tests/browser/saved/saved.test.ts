import type { Page } from '@playwright/test';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { expect, formerMember, PASSWORD, register, registerVerified, sendAsMember, test } from '../../support/visitor.ts';

// Colours that are still changing would be read as they are at that moment.
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const saveOf = (page: Page) => page.getByRole('button', { name: /^Saved?(:|$)/ }).first();

test('a deal is saved with one press on its card, and shows as saved elsewhere', { tag: '@phone' }, async ({ page }) => {
  await register(page);
  await page.goto('/popular');
  const title = await page.getByRole('article').getByRole('heading').first().innerText();
  const sent = page.waitForResponse('/ajax/save.php');
  await saveOf(page).click();
  await expect(saveOf(page)).toHaveAttribute('aria-pressed', 'true');
  await sent;
  await page.reload();
  await expect(saveOf(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/account/saved');
  await expect(card(page, title)).toBeVisible();
  await card(page, title).getByRole('link', { name: title, exact: true }).click();
  await expect(saveOf(page)).toHaveText('Saved');
  const removed = page.waitForResponse('/ajax/save.php');
  await saveOf(page).click();
  await expect(saveOf(page)).toHaveText('Save');
  await removed;
  await page.goto('/account/saved');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test('a guest logs in first, and the deal is saved by that', async ({ page, ownDeal }) => {
  const { email } = await formerMember(page);
  await page.goto(ownDeal.path);
  await saveOf(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Log In' }).click();
  await expect(saveOf(page)).toHaveAttribute('aria-pressed', 'false');
  await dialog.getByLabel('Email Address or Username').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const saved = page.waitForResponse(
    async (answer) => answer.url().endsWith('/ajax/save.php') && (await answer.text()).includes('"saved":true'),
  );
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await saved;
  await expect(saveOf(page)).toHaveAttribute('aria-pressed', 'true');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a deal is saved, put into a list, and removed', async ({ page, ownDeal }) => {
    await registerVerified(page);
    await page.goto(ownDeal.path);
    await saveOf(page).click();
    await page.getByRole('button', { name: 'Save deal' }).click();
    await expect(page.getByRole('status')).toHaveText('The deal is saved.');
    await page.getByText('Put in a list').click();
    await page.getByLabel('List (leave empty for none)').fill('Gifts');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('link', { name: 'Gifts 1' }).click();
    await page.getByText('Rename or delete this list').click();
    await page.getByLabel('Name of the list').fill('Presents');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('link', { name: 'Presents 1' })).toHaveAttribute('aria-current', 'page');
    // It is told from the others also where a reader has all colours replaced.
    await page.emulateMedia({ forcedColors: 'active' });
    const tabs = page.getByRole('navigation', { name: 'Lists' }).getByRole('link');
    expect(new Set(await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor))).size).toBe(2);
    await page.emulateMedia({ forcedColors: null });
    await page.getByRole('button', { name: `Remove ${ownDeal.dealTitle}` }).click();
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  });
});

test('a save that the server does not take is taken back, with the reason; everybody can use saved deals', async ({ page, ownDeal }) => {
  test.slow();
  await register(page);
  await page.route('**/ajax/save.php', (route) => route.fulfill({ json: { error: 'This deal no longer exists.' } }));
  await page.goto(ownDeal.path);
  await saveOf(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'no longer exists' })).toBeVisible();
  await expect(saveOf(page)).toHaveAttribute('aria-pressed', 'false');
  // The reason is about the press before.
  await page.unrouteAll();
  await saveOf(page).click();
  await expect(page.locator('form[data-save]').getByText('no longer exists')).toHaveCount(0);
  await saveOf(page).click();
  await expect(saveOf(page)).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/account/saved');
  await isForEverybody(page, 'no saved deals', 'body');
  await sendAsMember(page, '/ajax/save.php', { threadid: String(ownDeal.threadId), saved: '1' });
  await sendAsMember(page, '/account/saved', { do: 'file', threadid: String(ownDeal.threadId), list: 'For the kitchen' });
  const path = '/account/saved?list=For+the+kitchen';
  await page.goto(path);
  await page.getByText('Rename or delete this list').click();
  await neverScrollsSideways(page, path);
  await isForEverybody(page, path, 'body');
  await sendAsMember(page, '/account/saved', { do: 'file', threadid: String(ownDeal.threadId), list: '' });
  await page.goto('/account/saved');
  await page.getByText('Put in a list').click();
  await page.getByLabel('List (leave empty for none)').fill('W'.repeat(40));
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText(/^Moved to “W+”\./);
  await neverScrollsSideways(page, 'the name of a list in one word');
});
