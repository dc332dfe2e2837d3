import { KEPT_LIST, type KeptPages } from '../../../src/features/offline/caches.ts';
import { begin, keyOf, listOf, read, test } from '../../support/kept-pages.ts';
import { expect, register } from '../../support/visitor.ts';

test('logging out removes everything that was visited', async ({ page, context, kinds }) => {
  await register(page);
  await begin(page, kinds['deal']!);
  await read(page, '/popular');
  await page.goto('/about');
  await page.locator('[data-user-button]').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(await listOf(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto(kinds['deal']!);
  await expect(page.getByRole('main')).toContainText('Nothing is kept yet.');
});

test('what somebody visited is gone when the session ended elsewhere, and when somebody else signs in', async ({
  page,
  context,
  kinds,
}) => {
  const ownerIs = async (owner: number) => {
    await page.keyboard.press('Shift');
    await expect
      .poll(() =>
        page.evaluate(async (address) => ((await (await caches.match(address))?.json()) as KeptPages | undefined)?.owner, KEPT_LIST),
      )
      .toBe(owner);
  };
  const userid = async () => ((await (await page.request.get('/web-api/session/')).json()) as { user: { userid: number } }).user.userid;
  await begin(page, '/popular');
  await register(page);
  await page.goto('/about');
  await ownerIs(await userid());
  // What a guest visited belongs to whoever signs in.
  expect(await listOf(page)).toEqual(['/popular']);
  await context.clearCookies();
  await read(page, kinds['deal']!);
  expect(await listOf(page)).toEqual([keyOf(kinds['deal']!)]);

  await register(page);
  await page.goto('/about');
  await ownerIs(await userid());
  await context.clearCookies();
  await register(page);
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect.poll(() => listOf(page)).toEqual([]);
  await ownerIs(await userid());
});
