import type { Route } from '@playwright/test';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { becomeModerator } from '../../support/moderator.ts';
import { expect, registerVerified, sendAsMember, test } from '../../support/visitor.ts';

/** What somebody types of a lamp that no other test knows. */
const lamp = (name = Math.random().toString(36).slice(2, 8)) => ({
  url: `https://northgable.example/p/brass-reading-lamp-${name}`,
  title: `Brass reading lamp ${name} with dimmer`,
  price: '24.99',
});

test('who types a deal sees those that look like it, how it would look, and then the deal', async ({ page, expectFaults }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await becomeModerator(page);
  const { url, title, price } = lamp();
  const category = await page.request.get('/post').then(async (response) => /<option value="([a-z-]+)"/.exec(await response.text())?.[1]);
  await sendAsMember(page, '/post', { do: 'submit', url, title, price, category: category ?? '' });
  await page.goto('/post');
  await neverScrollsSideways(page, 'the form');
  await isForEverybody(page, 'the form', 'body');
  // The address of another shop, and then the right one: what was filled in for the first does not stay.
  const store = page.getByLabel(/^Store/);
  await page.getByLabel('Address of the deal').fill('https://lowhum.example/p/lamp');
  await page.getByLabel('Title').fill(title);
  await expect(store).toHaveValue('Lowhum Audio');
  await page.getByLabel('Address of the deal').fill('https://nobody-knows.example/p/lamp');
  await page.getByLabel(/^Price/).fill(price);
  await expect(store).toHaveValue('');
  await page.getByLabel('Address of the deal').fill(url);
  await page.getByLabel(/^Price/).focus();
  await page.getByLabel(/^Price/).blur();
  const known = page.getByRole('status').filter({ hasText: 'Posted already?' });
  await expect(known.getByRole('link', { name: title })).toBeVisible();
  await expect(known).toContainText('The same product at the same store and price');
  await expect(store).toHaveValue('Northgable');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel(/^Price/).fill('cheap');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Price' })).toBeVisible();
  await expect(page.getByLabel(/^Price/)).toBeFocused();
  await expect(page.getByLabel(/^Price/)).toHaveAccessibleDescription(/Price/);
  await page.getByLabel(/^Price/).fill('23.99');
  await page.getByLabel(/^Description/).fill('Warm **light**');
  // Enter in a line publishes nothing.
  await page.getByLabel('Title').press('Enter');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(preview.getByText('light', { exact: true })).toBeVisible();
  await expect(page.getByLabel(/^Price/)).not.toHaveAccessibleDescription(/Price/);
  await isForEverybody(page, 'the form with a preview', 'body');
  // A page that cannot be had leaves what was shown.
  expectFaults(/Failed to load resource: .*(?:ERR_FAILED|503)/);
  for (const fail of [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 503, body: 'Busy' })]) {
    await page.route('**/post?preview=1', fail);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('alert')).toHaveText(/./);
    await expect(preview.getByText('light', { exact: true })).toBeVisible();
    await page.unroute('**/post?preview=1');
  }
  // One that is refused does not leave the one before as if it were of what is typed now.
  await page.getByLabel(/^Price/).fill('cheap');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByLabel(/^Price/)).toBeFocused();
  await expect(preview).toHaveCount(0);
  // What is typed after a preview is not lost to what was previewed.
  await page.getByLabel(/^Price/).fill('22.99');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel(/^Price/)).toHaveValue('22.99');
  await page.getByRole('button', { name: 'Post deal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Your deal is posted.')).toBeFocused();
  await expect(page.getByText('light', { exact: true })).toBeVisible();
  await page.goto('/account/posts');
  await expect(page.getByRole('link', { name: title })).toHaveCount(2);
  await page.goto('/post');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('whose deal waits for a look is thanked, and told what happens next', async ({ page }) => {
  await registerVerified(page);
  await page.goto('/post');
  const { url, title, price } = lamp();
  await page.getByLabel('Address of the deal').fill(url);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel(/^Price/).fill(price);
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Post deal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What you posted' })).toBeVisible();
  const thanks = page.getByRole('status').filter({ hasText: 'Thank you. Somebody looks at your deal before it shows' });
  await expect(thanks).toBeFocused();
  await page.reload();
  await expect(page.getByText(title)).toBeVisible();
  await expect(thanks).toHaveCount(0);
});

test('what a new member types without script waits, can be changed and taken back', async ({ browser, page, siteUrl }) => {
  await registerVerified(page);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl, storageState: await page.context().storageState() });
  const form = await plain.newPage();
  await form.goto('/post');
  const { url, title } = lamp();
  await form.getByLabel('Address of the deal').fill(url);
  await form.getByLabel('Title').fill(title);
  await form.getByLabel(/^Price/).fill('cheap');
  await form.getByLabel('Category').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Post deal' }).click();
  await expect(form.getByRole('alert')).toContainText('Price');
  await expect(form.getByLabel('Title')).toHaveValue(title);
  await form.getByLabel(/^Price/).fill('2 for $5');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByRole('region', { name: 'Preview' }).getByRole('link', { name: title, exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Post deal' }).click();
  await expect(form.getByRole('heading', { level: 1, name: 'What you posted' })).toBeVisible();
  await expect(form.getByText('Waiting for a look')).toBeVisible();
  await form.getByRole('link', { name: 'Change' }).click();
  await form.getByLabel('Title').fill(`${title}, white`);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText(`${title}, white`)).toBeVisible();
  await form.getByText('Withdraw', { exact: true }).click();
  await form.getByRole('button', { name: 'Withdraw deal' }).click();
  await expect(form.getByText('You have not posted any deals yet.')).toBeVisible();
  await plain.close();
});
