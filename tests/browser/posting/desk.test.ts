import type { Page } from '@playwright/test';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { becomeModerator } from '../../support/moderator.ts';
import { expect, registerVerified, sendAsMember, test } from '../../support/visitor.ts';

test('a moderator looks at what waits, publishes it, edits it and expires it, and everybody else finds no desk', async ({
  page,
  expectFaults,
}) => {
  test.slow();
  await registerVerified(page);
  const name = Math.random().toString(36).slice(2, 8);
  const title = `Brass reading lamp ${name}`;
  const category = await page.request.get('/post').then(async (response) => /<option value="([a-z-]+)"/.exec(await response.text())?.[1]);
  const url = `https://northgable.example/p/brass-reading-lamp-${name}`;
  const answer = await sendAsMember(page, '/post', { do: 'submit', url, title, price: '24.99', category: category ?? '' });
  expect(answer).toEqual({ waiting: true });
  await page.goto('/desk');
  await expect(page.getByRole('heading', { level: 1, name: '404 Error' })).toBeVisible();

  await page.context().clearCookies();
  await becomeModerator(page);
  await page.goto('/desk');
  await neverScrollsSideways(page, 'the desk');
  await isForEverybody(page, 'the desk', 'body');
  await page.getByRole('link', { name: /posted deals?$/ }).click();
  await neverScrollsSideways(page, 'the queue');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: title, exact: true })).toBeVisible();
  await neverScrollsSideways(page, 'a look');
  await isForEverybody(page, 'a look', 'body');
  await page.getByLabel('Title').fill(`${title}, white`);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('alert')).toContainText('Say why');
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, white`);
  // Enter in a line decides nothing.
  await page.getByLabel('Title').press('Enter');
  await expect(page.getByRole('status')).toHaveText('This is how it would look. Nothing is published yet.');
  // The keyboard goes on from what was done, not from the top of the page.
  await expect(page.getByRole('status')).toBeFocused();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Published');

  await page.goto(`/desk/deals?q=${name}`);
  await isForEverybody(page, 'what the desk finds', 'body');
  await page.getByRole('link', { name: `${title}, white`, exact: true }).click();
  await page.getByLabel('Price', { exact: true }).fill('19.99');
  await page.getByLabel('Price', { exact: true }).press('Enter');
  const changes = page.getByRole('region', { name: 'Saving changes' });
  await expect(changes.getByRole('row', { name: 'Price 24.99 19.99' })).toBeVisible();
  await neverScrollsSideways(page, 'an edit');
  await isForEverybody(page, 'an edit', 'body');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await page.getByLabel('Title').fill(`${title}, ivory`);
  await comesAfterTyping(page, 'unsent-forms');
  // While the site is away the form stays, and can be sent afterwards.
  expectFaults(/502/);
  await page.route('/healthz', (route) => route.fulfill({ status: 502 }));
  await page.getByRole('button', { name: 'Feature' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The site cannot be reached. What you typed is still here' })).toBeInViewport({
    ratio: 1,
  });
  await page.unroute('/healthz');
  await page.getByRole('button', { name: 'Feature' }).click();
  // Until the answer comes the page has both its own message and that of the bar.
  await expect(page.getByRole('status').filter({ hasText: 'It is on the front page.' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, ivory`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('status')).toHaveText('What you typed is discarded.');
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, white`);
  await page.getByRole('button', { name: 'Expire' }).click();
  await expect(page.getByText('Expired', { exact: true })).toBeVisible();
  await page.goto('/moderation');
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();

  await page.goto(`/desk/deals?q=${name}`);
  await page.getByRole('link', { name: `${title}, white`, exact: true }).click();
  await page.getByRole('button', { name: 'Take off the site' }).click();
  await page.getByRole('link', { name: 'what was done' }).click();
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
});

/** Waits until a script runs that comes once somebody types; before that, forms are sent without it. */
async function comesAfterTyping(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (script) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/${script}.`)),
    name,
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
