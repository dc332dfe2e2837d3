import { hydratedIslands } from '../../support/islands.ts';
import { answerWith, expect, newAddress, PASSWORD, register, test } from '../../support/visitor.ts';

test('a guest’s page calls nobody, and runs no React; a session that is over leaves a guest', async ({ page, siteUrl }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Scripts are fetched ahead.
    if (request.resourceType() === 'fetch' && !pathname.startsWith('/_astro/')) calls.push(pathname);
  });
  await page.goto('/about');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
  // Whatever is done when there is time comes before this, and whatever is asked for.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => fetch('/healthz')).then(({ ok }) => ok));
  expect(calls).toEqual(['/healthz']);
  expect(await hydratedIslands(page)).toEqual([]);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/account/log-in');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/account/sign-up');

  await page.context().addCookies([{ name: 'signed-in', value: '1', url: siteUrl }]);
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
});

test('a member is known on pages that are the same for everybody', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/about');
  const header = await page.getByRole('banner').boundingBox();
  const { username } = await register(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/web-api/session/') && asked.push(request.url()));
  for (const address of ['/', '/popular', '/about']) {
    asked.length = 0;
    await page.goto(address);
    const button = page.getByRole('banner').getByRole('button', { name: username });
    await expect(button).toHaveAttribute('title', username);
    await expect(button.getByRole('presentation')).toHaveAttribute('width', '50');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeHidden();
    // It takes no room from what is below.
    expect((await page.getByRole('banner').boundingBox())!.height).toBe(header!.height);
    expect(asked).toHaveLength(1);
  }
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: /View profile/ })).toHaveAttribute('href', /\/forums\/member\.php\?u=\d+$/);
  await expect(banner.getByRole('link', { name: 'Account settings' })).toHaveAttribute('href', '/forums/profile.php?do=accountsettings');
  await page.keyboard.press('Escape');
  await expect(banner.getByRole('link', { name: 'Account settings' })).toBeHidden();
});

test('a member’s theme is kept with the account, and a token that is out of date is renewed, and the call made again', async ({
  page,
  expectFaults,
}) => {
  await register(page);
  const sent = await answerWith(page, '/account/theme', { success: true });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Midnight theme' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]!.get('dark-mode')).toBe('1');
  expect(sent[0]!.get('securitytoken')).not.toBe('guest');

  // The answer to the token of yesterday.
  expectFaults(/403/);
  let sessions = 0;
  await page.route('**/web-api/session/', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as object;
    await route.fulfill({ json: ++sessions === 1 ? { ...session, securitytoken: 'of yesterday' } : session });
  });
  // The first touch of a page reads the member's hidden deals, too, with the same token.
  await answerWith(page, '/ajax/hide.php', { hidden: [] });
  await page.goto('/about');
  await page.locator('[data-user-button]').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  expect(sessions).toBe(2);
});

test('a vote that needs a member happens after signing up', async ({ page, kinds }) => {
  let isMember = false;
  const votes: (string | null)[] = [];
  await page.route('**/forums/sdthreadrate_ajax.php', async (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    votes.push(sent.get('vote'));
    const counted = { threadid: 1, postid: Number(sent.get('postid')), score: 4321, voted: 1 };
    await route.fulfill({ json: isMember ? counted : { error: 'dologin' } });
  });
  await page.goto(kinds['deal']!);
  await page.getByRole('button', { name: 'Vote up' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  await expect(dialog.getByText('Sign up to vote. Your vote is kept until then.')).toBeVisible();
  await expect(dialog.getByText('Know when your deal appears.')).toBeVisible();
  await dialog.getByLabel('Email Address').fill(newAddress());
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm Password').fill(PASSWORD);
  isMember = true;
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Score').first()).toHaveText('4321');
  await expect(page.getByRole('button', { name: 'Vote up' }).first()).toHaveAttribute('aria-pressed', 'true');
  expect(votes).toEqual(['1', '1']);
});

test('whoever closes the modal did not mean to vote; a vote of a member whose address is not verified brings the drawer', async ({
  page,
  kinds,
}) => {
  const sent = await answerWith(page, '/forums/sdthreadrate_ajax.php', { error: 'dologin' });
  await page.goto(kinds['deal']!);
  await page.getByRole('button', { name: 'Vote up' }).first().click();
  await page.getByRole('dialog', { name: 'Sign Up' }).getByRole('button', { name: 'Close' }).click();
  await register(page);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeHidden();
  expect(sent).toHaveLength(1);

  await answerWith(page, '/forums/sdthreadrate_ajax.php', { error: 'Unverified Email' });
  await page.getByRole('button', { name: 'Vote up' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toContainText('cashback rewards');
});
