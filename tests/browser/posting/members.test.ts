import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { becomeModerator } from '../../support/moderator.ts';
import { expect, registerVerified, test } from '../../support/visitor.ts';

test('an administrator finds a member and makes them a moderator, who then sees the desk and gives no roles', async ({ page }) => {
  const member = await registerVerified(page);
  const asMember = await page.context().storageState();
  await page.context().clearCookies();
  await becomeModerator(page, 'administrator');
  await page.goto('/desk');
  await page.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'Members' }).click();
  await page.getByLabel('Part of a user name').fill(member.username.slice(0, -1).toUpperCase());
  await page.keyboard.press('Enter');
  const found = page.getByRole('region', { name: 'Found' });
  await expect(found.getByRole('link', { name: member.username })).toBeVisible();
  await neverScrollsSideways(page, 'found members');
  await isForEverybody(page, 'found members', 'body');
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 360, height: 800 });
  const role = await found.getByLabel(`Role of ${member.username}`, { exact: true }).boundingBox();
  expect(role?.width, 'room for the name of a role').toBeGreaterThan(220);
  await found.getByLabel(`Role of ${member.username}`, { exact: true }).selectOption('Moderator');
  await found.getByRole('button', { name: `Save the role of ${member.username}` }).click();
  await expect(page.getByRole('status')).toHaveText(`${member.username} is a moderator now.`);
  await expect(found.getByLabel(`Role of ${member.username}`, { exact: true })).toHaveValue('moderator');

  await page.context().clearCookies();
  await page.context().addCookies(asMember.cookies);
  await page.goto('/desk/members');
  const moderators = page.getByRole('region', { name: 'Who moderates' });
  await expect(moderators.getByRole('listitem').filter({ hasText: member.username })).toContainText('Moderator');
  await expect(page.getByRole('button', { name: /^Save the role/ })).toHaveCount(0);
});
