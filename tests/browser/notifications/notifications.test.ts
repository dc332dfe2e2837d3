import type { Browser, Page } from '@playwright/test';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { expect, registerVerified, sendAsMember, test } from '../../support/visitor.ts';

// Colours that are still changing would be read as they are at that moment.
/** Has somebody else mention a member on a deal. @returns who */
async function mention(browser: Browser, siteUrl: string, threadId: number, username: string): Promise<string> {
  const elsewhere = await browser.newContext({ baseURL: siteUrl });
  const page = await elsewhere.newPage();
  const other = await registerVerified(page);
  for (const message of [`@${username} look at this`, `And at this, @${username}`])
    await sendAsMember(page, '/forums/newreply.php', { do: 'postreply', threadid: String(threadId), message });
  await elsewhere.close();
  return other.username;
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });

test(
  'the bell says what is unread, and its page leads there and marks it',
  { tag: '@only-phone' },
  async ({ page, browser, siteUrl, ownDeal }) => {
    const { username } = await registerVerified(page);
    await page.goto('/about');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    const other = await mention(browser, siteUrl, ownDeal.threadId, username);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
    // There is no room below it.
    await bell(page).click();
    await expect(page).toHaveURL('/account/notifications');
    await expect(page.getByText('2 unread')).toBeVisible();
    await page
      .getByRole('link', { name: `${other} mentioned you on “${ownDeal.dealTitle}”` })
      .first()
      .click();
    await expect(page).toHaveURL(/\/f\/.*#post\d+$/);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await page.goto('/account/notifications');
    await page.emulateMedia({ forcedColors: 'active' });
    const [read, unread] = await Promise.all([0, 1].map((nth) => page.getByRole('main').getByRole('listitem').nth(nth).boundingBox()));
    const edgeOf = (line: typeof read) =>
      page.screenshot({ clip: { x: line!.x, y: line!.y + line!.height / 2 - 6, width: 14, height: 12 } });
    expect((await edgeOf(read)).equals(await edgeOf(unread)), 'a mark before what is unread').toBe(false);
    const menu = page.getByLabel(/^Mute, about/).first();
    await menu.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Mute this deal' }).first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Mute this deal' })).toHaveCount(0);
    await expect(menu).toBeFocused();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('status')).toHaveText('All notifications are marked as read.');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
  },
);

const latest = (page: Page) => page.getByRole('region', { name: 'Latest notifications' });

test(
  'the bell opens the last notifications below it, which have been seen then; everybody can use it and its page',
  { tag: '@only-desktop' },
  async ({ page, browser, siteUrl, ownDeal }) => {
    test.slow();
    const { username } = await registerVerified(page);
    await page.goto('/account/notifications');
    await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
    await isForEverybody(page, 'the empty list', 'body');
    await page.setViewportSize({ width: 1280, height: 900 });
    // Where they do not come it leads to their page.
    await page.route('**/ajax/notifications.php', (route) => route.fulfill({ json: { error: 'Not now.' } }));
    await page.goto('/about');
    await bell(page).click();
    await expect(page).toHaveURL('/account/notifications');
    await page.unrouteAll();
    await page.goto('/about');
    await bell(page).click();
    await expect(latest(page)).toHaveText(/^No notifications yet\.\s*See all$/);
    const other = await mention(browser, siteUrl, ownDeal.threadId, username);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
    // By keyboard, as by a press.
    await bell(page).focus();
    await page.keyboard.press('Enter');
    const unread = latest(page).getByRole('link', { name: `Unread: ${other} mentioned you on “${ownDeal.dealTitle}”` });
    await expect(unread).toHaveCount(2);
    await expect(bell(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await page.keyboard.press('Tab');
    await expect(unread.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(latest(page)).toBeHidden();
    await expect(bell(page)).toBeFocused();
    await bell(page).click();
    await expect(latest(page).getByRole('listitem')).toHaveCount(2);
    await expect(unread).toHaveCount(0);
    await bell(page).click();
    await expect(latest(page)).toBeHidden();
    await bell(page).click();
    await expect(latest(page)).toBeVisible();
    await isForEverybody(page, 'the bell', 'header');
    await latest(page).getByRole('link', { name: 'See all' }).click();
    await expect(page).toHaveURL('/account/notifications');
    await expect(page.getByText('You have read everything.')).toBeVisible();
    await sendAsMember(page, '/account/notifications', { do: 'mute-thread', threadid: String(ownDeal.threadId) });
    for (const path of ['/account/notifications', '/account/notifications?view=settings']) {
      await page.goto(path);
      await neverScrollsSideways(page, path);
      await isForEverybody(page, path, 'body');
    }
  },
);

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('members choose how they are told, mute and unmute', async ({ page, browser, siteUrl, ownDeal }) => {
    const { username } = await registerVerified(page);
    const other = await mention(browser, siteUrl, ownDeal.threadId, username);
    await page.goto('/account/notifications');
    await page
      .getByLabel(/^Mute, about/)
      .first()
      .click();
    await page.getByRole('button', { name: `Mute ${other}` }).click();
    await expect(page.getByRole('status')).toContainText(`no more notifications about ${other}`);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('link', { name: other })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Mentions of your name: Mail' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toHaveText('Your choice is saved.');
    await expect(page.getByRole('checkbox', { name: 'Mentions of your name: Mail' })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Mentions of your name: Here' })).toBeChecked();
    await page.getByRole('button', { name: `Unmute ${other}` }).click();
    await expect(page.getByRole('status')).toHaveText('The member is no longer muted.');
    await expect(page.getByRole('link', { name: other })).toHaveCount(0);
  });
});
