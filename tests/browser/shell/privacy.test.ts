import { lookAtStorage, unlisted, watchStorage } from '../../support/browser-storage.ts';
import { Axe } from '../../support/everybody.ts';
import { expect, formerMember, openModal, PASSWORD, test } from '../../support/visitor.ts';

test('the privacy page lists everything that a browser is seen to keep @only-desktop', async ({ page, ownDeal }) => {
  test.slow();
  const { path, threadId } = ownDeal;
  const { username } = await formerMember(page);
  const seen = await watchStorage(page);
  const nothingUnlisted = async () => expect(unlisted(await lookAtStorage(page, seen))).toEqual([]);

  // Whoever only reads keeps what visits are counted by, and nothing else.
  const sent: string[] = [];
  page.on('request', (request) => /\/web-api\/(tag-)?events\/$/.test(request.url()) && sent.push(request.postData() ?? ''));
  for (const address of ['/', '/popular', path, '/privacy']) {
    await page.goto(address);
    // Each page has counted itself then, and has maybe sent that already.
    const counted = async () => [await page.evaluate(() => localStorage.getItem('events') ?? ''), ...sent].join();
    await expect.poll(counted).toContain(`"path":"${address}"`);
  }
  await nothingUnlisted();
  expect([...seen].filter((one) => !/ sd_[ps]: | events$/.test(one))).toEqual([]);

  await page.getByRole('button', { name: 'Midnight theme' }).click();
  await page.goto('/search?q=lamp');
  await page
    .getByRole('searchbox', { name: 'Search' })
    .or(page.getByRole('combobox', { name: 'Search' }))
    .first()
    .fill('desk');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=desk/);
  await nothingUnlisted();

  // A notice that is closed for good; the one of the extension is shown only where editors have one.
  await page.route('/privacy', async (route) => {
    const answer = await route.fetch();
    const notice = '<aside data-closable="notice"><button class="needs-script" data-close>Close the notice</button></aside>';
    await route.fulfill({ response: answer, body: (await answer.text()).replace('<article', `${notice}<article`) });
  });
  await page.goto('/privacy');
  await page.getByRole('button', { name: 'Close the notice' }).click();
  await expect.poll(() => [...seen]).toContain('cookie sd_p: closed-notice');

  // A guest's comment, and the log-in that it asks for.
  await page.goto(path);
  await page.getByLabel('Add a comment').fill('A fine lamp');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await page.getByRole('dialog').waitFor();
  await nothingUnlisted();
  const dialog = await openModal(page, 'Log In', path);
  await dialog.getByLabel('Email Address or Username').fill(username);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('checkbox', { name: 'Remember me' }).check();
  await dialog.getByRole('button', { name: 'Log In' }).click();
  // Until it is closed, nothing else on the page it comes up on can be pressed.
  await page.getByRole('dialog', { name: 'Verify Your Email' }).getByRole('button', { name: 'Close' }).click();
  const account = page.getByRole('banner').getByRole('button', { name: username });
  await expect(account).toBeAttached();
  await nothingUnlisted();

  // Settings are plain forms: what they did is said by the next page.
  await page.goto('/forums/profile.php?do=accountsettings');
  await page.getByRole('radio', { name: 'Midnight' }).check();
  await page.getByRole('button', { name: 'Save theme' }).click();
  await expect(page.getByText('Your theme was saved.')).toBeVisible();
  await nothingUnlisted();
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  const form = { threadid: String(threadId), message: 'Written without script', securitytoken, url: path };
  await page.request.post('/forums/newreply.php?do=postreply', { form, headers: { accept: 'text/html' } });
  await nothingUnlisted();

  await page.goto('/privacy');
  await account.click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await nothingUnlisted();

  for (const one of ['style-id', 'session', 'signed-in', 'browser', 'devices', 'dark-mode', 'flash'])
    expect([...seen]).toContain(`cookie ${one}`);
  for (const one of ['recent-searches', 'events', 'regLoginModalSavedEmailOrUsername']) expect([...seen]).toContain(`localStorage ${one}`);
  expect([...seen]).toEqual(expect.arrayContaining([expect.stringMatching(/^localStorage draft:/), 'sessionStorage message-after-load']));
  for (const one of ['style-id', 'sd_p: closed-…', 'recent-searches', 'session', 'browser'])
    await expect(page.getByRole('main').getByText(one, { exact: true })).toBeVisible();
  // Signing in with Google is not set up here.
  await expect(page.getByText('google-nonce')).toHaveCount(0);
  expect((await new Axe(page).include('main').analyze()).violations).toEqual([]);
});
