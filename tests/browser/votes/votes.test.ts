import type { Page } from '@playwright/test';
import { answerWith, expect, register, registerVerified, test } from '../../support/visitor.ts';
import { down, scoreOf, up } from '../../support/votes-on-page.ts';

/** What is sent to an address from now on. */
function sentTo(page: Page, path: string): URLSearchParams[] {
  const sent: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(new URLSearchParams(request.postData() ?? ''));
  });
  return sent;
}

test('a member’s earlier vote shows with one call, and goes on from there', async ({ page, ownDeal }) => {
  await registerVerified(page);
  const { path, threadId, score } = ownDeal;
  await page.goto(path);
  const counted = page.waitForResponse('/forums/sdthreadrate_ajax.php');
  await up(page).click();
  await expect(scoreOf(page)).toHaveText(String(score! + 1));
  await counted;

  const asked = sentTo(page, '/ajax/threadrate.php');
  await page.reload();
  await expect(up(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(down(page)).toHaveAttribute('aria-pressed', 'false');
  expect(asked.map((form) => form.getAll('ti[]').includes(String(threadId)))).toEqual([true]);

  // Comments that come later are asked for, and nothing twice.
  await page.evaluate(() => {
    const form = document.querySelector('form[data-thread]')!.cloneNode(true) as HTMLFormElement;
    for (const [name, value] of Object.entries({ postid: '987654321', votetypeid: '2' }))
      form.querySelector<HTMLInputElement>(`input[name="${name}"]`)!.value = value;
    document.querySelector('main')!.append(form);
    document.dispatchEvent(new Event('magpie:posts-added'));
  });
  await expect.poll(() => asked.length).toBe(2);
  expect([...asked[1]!]).toEqual([['pi[]', '987654321']]);

  // The island goes on from what was shown before it ran.
  await down(page).click();
  await expect(scoreOf(page)).toHaveText(String(score! - 1));
  await expect(up(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(down(page)).toHaveAttribute('aria-pressed', 'true');
  await down(page).click();
  await expect(scoreOf(page)).toHaveText(String(score!));
  await expect(down(page)).toHaveAttribute('aria-pressed', 'false');
});

test('a vote that is not counted is taken back, and the page says so', async ({ page, kinds }) => {
  await register(page);
  await page.goto(kinds['deal']!);
  const score = await scoreOf(page).innerText();
  await answerWith(page, '/forums/sdthreadrate_ajax.php', { error: 'This post no longer exists.' });
  await up(page).click();
  await expect(page.getByText('error in voting response')).toBeVisible();
  await expect(scoreOf(page)).toHaveText(score);
  await expect(up(page)).toHaveAttribute('aria-pressed', 'false');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a member’s vote is confirmed, turned and taken back', async ({ page, ownDeal }) => {
    await registerVerified(page);
    const notice = page.getByRole('status').filter({ hasText: /^Your vote/ });
    const confirm = async (name: string) => {
      await page.getByRole('main').getByRole('button', { name, exact: true }).click();
      await expect(page).toHaveURL(ownDeal.path);
    };
    await page.goto(ownDeal.path);
    await up(page).click();
    await confirm('Vote up');
    await expect(notice).toHaveText('Your vote is counted.');
    await down(page).click();
    await confirm('Vote down');
    await down(page).click();
    await expect(page.getByText('You have voted this down.')).toBeVisible();
    await confirm('Take the vote back');
    await expect(notice).toHaveText('Your vote is removed.');
    await expect(scoreOf(page)).toHaveText(String(ownDeal.score));
  });
});
