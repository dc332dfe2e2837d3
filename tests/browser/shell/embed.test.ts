import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, standStill, test } from '../../support/browser.ts';
import { axe, neverScrollsSideways } from '../../support/everybody.ts';

/** Starts another site, whose one page has this in it. */
async function openBlog(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><link rel="icon" href="data:," /><h1>My blog</h1>${html}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
}

const threadIdOf = (path: string) => /\/f\/(\d+)/.exec(path)![1]!;

test('the code of a deal is copied, and shows the deal on another site', { tag: '@phone' }, async ({ page, context, kinds, siteUrl }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteUrl });
  await page.clock.install();
  await page.goto(kinds['deal']!);
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  const field = page.getByLabel('Paste this into your page to show the deal there');
  await expect(field).toBeHidden();
  await page.getByText('Embed', { exact: true }).click();
  await expect(field).toBeVisible();
  await standStill(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toBe(await field.inputValue());
  await page.clock.runFor(1_500);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();

  await context.clearCookies();
  const blog = await openBlog(code);
  await page.goto(blog.url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  const opened = context.waitForEvent('page');
  await frame.getByRole('link', { name: title }).click();
  await expect(await opened).toHaveURL(kinds['deal']!);
  await expect(page).toHaveURL(blog.url);
  blog.close();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the code can be taken out of its field', async ({ page, kinds, siteUrl }) => {
    await page.goto(kinds['deal']!);
    await page.getByText('Embed', { exact: true }).click();
    const field = page.getByLabel('Paste this into your page to show the deal there');
    await expect(field).toHaveValue(new RegExp(`^<iframe src="${siteUrl}/embed\\?deal=${threadIdOf(kinds['deal']!)}"`));
    await expect(field).toHaveAttribute('readonly');
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeHidden();
  });
});

test('where the clipboard is closed the code is marked', async ({ page, kinds }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
  });
  await page.clock.install();
  await page.goto(kinds['deal']!);
  await page.getByText('Embed', { exact: true }).click();
  await standStill(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Selected: copy it now' })).toBeVisible();
  const field = page.getByLabel('Paste this into your page to show the deal there');
  expect(await page.evaluate(() => String(getSelection()))).toBe(await field.inputValue());
});

test('an embed can be used by everybody at every width, in both themes', async ({ page, kinds }) => {
  for (const query of [
    `deal=${threadIdOf(kinds['an expired deal']!)}`,
    'feed=/popular&count=12',
    'feed=/browse/coupons',
    'q=zzzxqj',
    'deal=0',
  ]) {
    await page.setViewportSize({ width: 300, height: 200 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`/embed?${query}`);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await neverScrollsSideways(page, query);
    for (const [width, colorScheme] of [
      [300, 'light'],
      [800, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 400 });
      await page.emulateMedia({ colorScheme });
      const { violations } = await axe(page).analyze();
      expect(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        `${query}, ${colorScheme}, ${width} px`,
      ).toEqual([]);
    }
  }
});

test('the theme that an address names wins over the system’s', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/embed?feed=/popular');
  const light = await background();
  await page.goto('/embed?feed=/popular&theme=midnight');
  const midnight = await background();
  expect(midnight).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe(midnight);
  await page.goto('/embed?feed=/popular');
  expect(await background()).toBe(midnight);
  await page.goto('/embed?feed=/popular&theme=light');
  expect(await background()).toBe(light);
});
