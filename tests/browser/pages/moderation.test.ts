import { becomeModerator } from '../../support/moderator.ts';
import { deal } from '../../support/pages.ts';
import { isForEverybody, neverScrollsSideways, thinOut } from '../../support/everybody.ts';
import { expect, test } from '../../support/visitor.ts';

// Colours that are still changing would be read as they are at that moment.
test('reporting and moderating can be done by everybody, and never scrolls sideways', async ({ page, kinds, siteUrl }) => {
  test.slow();
  await becomeModerator(page);
  await page.goto(kinds['a deal with a code']!);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await isForEverybody(page, 'the dialog');
  await page.getByRole('radio', { name: 'Spam' }).check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible();
  await isForEverybody(page, 'the thanks');
  const { postid } = (await deal(siteUrl, kinds['a deal with a code']!)).deal;
  await page.goto('/account/moderation');
  await expect(page.getByRole('article').first()).toBeVisible();
  const paths = [
    `/account/report?postid=${postid}`,
    '/account/moderation',
    '/account/moderation-done',
    '/account/moderation-votes',
    '/moderation',
  ];
  for (const path of paths) {
    await page.goto(path);
    await neverScrollsSideways(page, path);
    // Other tests fill the queue.
    await thinOut(page);
    await isForEverybody(page, path, 'body');
  }
});
