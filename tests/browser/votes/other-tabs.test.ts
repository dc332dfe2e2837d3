import { expect, register, registerVerified, sendAsMember, test, verifyAddress } from '../../support/visitor.ts';
import { scoreOf, setVisible, up } from '../../support/votes-on-page.ts';

test('another tab shows a vote and a saved deal once somebody comes back to it, and a guest once they logged out', async ({
  page,
  ownDeal,
}) => {
  const { username } = await registerVerified(page);
  const { path, threadId, postid, score } = ownDeal;
  const other = await page.context().newPage();
  const asked = other.waitForResponse('/ajax/threadrate.php');
  await other.goto(path);
  await asked;
  const save = other.getByRole('button', { name: /^Saved?$/ }).first();
  await expect(save).toHaveText('Save');
  await sendAsMember(page, '/forums/sdthreadrate_ajax.php', { postid: String(postid), votetypeid: '1', vote: '1' });
  await sendAsMember(page, '/ajax/save.php', { threadid: String(threadId), saved: '1' });
  await setVisible(other, false);
  await setVisible(other, true);
  await expect(up(other)).toHaveAttribute('aria-pressed', 'true');
  await expect(scoreOf(other)).toHaveText(String(score! + 1));
  await expect(save).toHaveText('Saved');
  await expect(other.getByRole('button', { name: username })).toBeVisible();

  await sendAsMember(page, '/forums/login.php', { do: 'logout' });
  await setVisible(other, false);
  await setVisible(other, true);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(up(other)).toHaveAttribute('aria-pressed', 'false');
  await expect(save).toHaveText('Save');

  // Out of the history for another member the page is loaded anew: other comments are theirs.
  const { username: second } = await register(page);
  await other.evaluate(() => {
    document.title = 'Kept';
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(other).not.toHaveTitle('Kept');
  await expect(other.getByRole('button', { name: second })).toBeVisible();
});

test('a vote of a member whose address is not verified counts once they come back to it with a verified one, and not for somebody else', async ({
  page,
  ownDeal,
}) => {
  const { email } = await register(page);
  const { path, score } = ownDeal;
  await page.goto(path);
  await up(page).click();
  const drawer = page.getByRole('dialog', { name: 'Verify Your Email' });
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(up(page)).toHaveAttribute('aria-pressed', 'false');
  const comeBack = async () => {
    const renewed = page.waitForResponse('/web-api/session/');
    await setVisible(page, false);
    await setVisible(page, true);
    await renewed;
  };
  await comeBack();
  await expect(up(page)).toHaveAttribute('aria-pressed', 'false');
  await verifyAddress(page, email);
  await comeBack();
  await expect(up(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(scoreOf(page)).toHaveText(String(score! + 1));

  await sendAsMember(page, '/forums/login.php', { do: 'logout' });
  await register(page);
  await page.goto(path);
  await up(page).click();
  await expect(drawer).toBeVisible();
  await sendAsMember(page, '/forums/login.php', { do: 'logout' });
  await registerVerified(page);
  await comeBack();
  const asked = page.waitForResponse('/ajax/threadrate.php');
  await page.reload();
  await asked;
  await expect(up(page)).toHaveAttribute('aria-pressed', 'false');
});
