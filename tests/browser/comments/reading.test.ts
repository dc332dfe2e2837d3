import { discussedDeals } from '../../support/threads.ts';
import { expect, test } from '../../support/visitor.ts';

test.describe('a long thread', () => {
  test('loads more in place, and says what happened, or whom to write to when more cannot be had; the link of a comment leads into it', async ({
    page,
    siteUrl,
  }) => {
    const { path, commentCount } = (await discussedDeals(siteUrl))[0]!;
    await page.goto(path);
    const comments = page.locator('.comment');
    await expect(comments).toHaveCount(20);
    // Not whichever comment is the twentieth then.
    const last = await comments.nth(19).elementHandle();
    const more = page.getByRole('button', { name: 'Load more comments' });
    await page.route('**/comments/replies/**', (route) => route.fulfill({ status: 200, body: 'no JSON' }));
    await more.click();
    await expect(page.getByRole('alert')).toHaveText('Failed to load replies. Please contact help@localhost');
    await page.unroute('**/comments/replies/**');
    await more.scrollIntoViewIfNeeded();
    const before = (await last.boundingBox())!.y;
    await more.click();
    await expect(comments).toHaveCount(40);
    await expect(page.locator('.comment:focus')).toBeInViewport();
    await expect(page.getByText('20 more comments')).toBeAttached();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(Math.abs((await last.boundingBox())!.y - before)).toBeLessThan(2);
    await more.press('Enter');
    await expect(comments).toHaveCount(Math.min(60, commentCount));

    // By the link of a comment, also where the page does not have it.
    const comment = page.locator('.comment').nth(30);
    const id = await comment.getAttribute('id');
    await comment.getByRole('link', { name: /ago|\d\/\d/ }).click();
    await expect(page).toHaveURL(new RegExp(`from-reply=\\d+#${id}$`));
    await expect(page.locator(`#${id}`)).toBeInViewport();
    await page.goto(`${path}#${id}`);
    await expect(page).toHaveURL(new RegExp(`from-reply=\\d+#${id}$`));
    await page.getByRole('link', { name: 'Earlier comments' }).click();
    await expect(page.locator('.comment')).toHaveCount(20);
  });

  test('shows replies below what they reply to, and is read in another order', async ({ page, siteUrl }) => {
    const { path } = (await discussedDeals(siteUrl))[0]!;
    await page.goto(path);
    const thread = page.getByRole('region', { name: /comments$/ });
    const beginnings = thread.getByRole('list').first().locator('> li');
    const points = () => beginnings.evaluateAll((all) => all.map((each) => Number(each.querySelector('output')?.textContent)));
    await expect(thread.getByRole('listitem').getByRole('listitem').first()).toBeVisible();
    const oldest = await beginnings.first().getAttribute('id');
    await thread.getByRole('navigation', { name: 'Sort comments' }).getByRole('link', { name: 'Top' }).click();
    await expect(page).toHaveURL(/\?comments=top#comments$/);
    await expect(beginnings.first()).not.toHaveAttribute('id', oldest ?? '');
    await page.getByRole('button', { name: 'Load more comments' }).click();
    await expect(page.locator('.comment')).toHaveCount(40);
    const best = await points();
    expect(best).toEqual(best.toSorted((a, b) => b - a));
    await page.goBack();
    await expect(beginnings.first()).toHaveAttribute('id', oldest ?? '');
  });
});
