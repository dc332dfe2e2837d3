import { expect, register, registerVerified, sendAsMember, test } from '../../support/visitor.ts';
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
