import { expect, test } from '../../support/browser.ts';
import { keyword, option, SCRIPT, searchText, SO, SO_DEALS, suggest, suggestions } from '../../support/suggestions.ts';

test('suggestions come in groups, and what was typed is marked in them', { tag: '@phone' }, async ({ page }) => {
  await suggest(page);
  await page.goto('/about');
  await searchText(page).pressSequentially('so');
  const groups = suggestions(page).getByRole('group');
  await expect(groups).toHaveCount(2);
  await expect(groups.nth(0)).toHaveAccessibleName('Trending');
  await expect(groups.nth(1)).toHaveAccessibleName('Suggested');
  await expect(groups.nth(0).getByRole('option')).toHaveText(['sony headphones']);
  await expect(groups.nth(1).getByRole('option')).toHaveText([
    ...['soundbar', 'Northgable Store', 'Sony Brand', 'Sofas Category', 'solomon Member · 12.3K reputation'],
  ]);
  await expect(option(page, 'Sofas').locator('mark')).toHaveText('So');
  await expect(option(page, 'solomon').locator('img')).toHaveAttribute('src', '/profile/avatar/s-3.svg');
  await expect(searchText(page)).toHaveAttribute('aria-expanded', 'true');
});

test('deals show with picture and price, and the search for the text ends the list', { tag: '@phone' }, async ({ page }) => {
  await suggest(page, () => ({ results: SO, deals: SO_DEALS }));
  await page.goto('/about');
  await searchText(page).fill('so');
  const group = suggestions(page).getByRole('group', { name: 'Deals' });
  await expect(group.getByRole('option').nth(0)).toHaveAccessibleName(`${SO_DEALS[0]!.title} $1,299.99`);
  await expect(group.getByRole('option').nth(1)).toHaveAccessibleName('Sofa Free');
  await expect(group.locator('img')).toHaveAttribute('src', '/pictures/monitor.svg');
  await expect(suggestions(page).getByRole('option').last()).toHaveText('Search for “so”');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('8 suggestions');
  // The price is seen, whatever the title says, and what a finger is to hit is 44 px high.
  const [list, price] = [(await suggestions(page).boundingBox())!, (await group.getByText('$1,299.99').boundingBox())!];
  expect(price.x + price.width).toBeLessThanOrEqual(list.x + list.width);
  for (const each of await suggestions(page).getByRole('option').all())
    expect((await each.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await searchText(page).press('ArrowUp');
  await searchText(page).press('ArrowUp');
  await searchText(page).press('ArrowUp');
  await searchText(page).press('Enter');
  await expect(page).toHaveURL('/popular');
});

test('what is suggested for words of the site is shown', { tag: '@only-desktop' }, async ({ page }) => {
  await page.goto('/about');
  await searchText(page).fill('monit');
  const deals = suggestions(page).getByRole('group', { name: 'Deals' }).getByRole('option');
  await expect(deals).toHaveCount(3);
  const title = await deals.first().locator('.suggestion__title').innerText();
  await deals.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('how many there are is announced', async ({ page }) => {
  await suggest(page, (typed) => SO.slice(0, typed === 'so' ? 6 : 1));
  await page.goto('/about');
  await searchText(page).fill('so');
  const status = page.getByRole('search').getByRole('status');
  await expect(status).toHaveText('6 suggestions');
  await searchText(page).fill('son');
  await expect(status).toHaveText('1 suggestion');
});

test('the site is asked 100 ms after the last letter, for the text without spaces around it', async ({ page }) => {
  const asked = await suggest(page);
  await page.goto('/about');
  await searchText(page).fill('x');
  await expect.poll(() => asked).toContain('x');
  asked.length = 0;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await searchText(page).press('s');
  await page.clock.runFor(99);
  await searchText(page).press('Space');
  await page.clock.runFor(99);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['xs']);
});

test('an older request is given up, and what it brings never shows', async ({ page }) => {
  let answerLate = () => {};
  const late = new Promise<void>((resolve) => (answerLate = resolve));
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).search));
  const asked = await suggest(page, async (typed) => {
    if (typed === 'so') await late;
    return [keyword(`${typed} found`)];
  });
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect.poll(() => asked).toContain('so');
  await searchText(page).fill('son');
  await expect(option(page, 'son found')).toBeVisible();
  expect(failed).toEqual(['?searchTerm=so']);
  answerLate();
  await searchText(page).fill('song');
  await expect(option(page, 'song found')).toBeVisible();
  await expect(option(page, 'so found')).toHaveCount(0);
});

test('what no longer fits goes before the answer comes', async ({ page }) => {
  await suggest(page, (typed) => (typed === 'so' ? SO : new Promise(() => undefined)));
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(option(page, 'soundbar')).toBeVisible();
  await searchText(page).fill('sof');
  await expect(suggestions(page).getByRole('option')).toHaveText(['Sofas Category', 'Search for “sof”']);
});

test('with too little text there is no list, but on a phone always', { tag: '@phone' }, async ({ page, isMobile }) => {
  const asked = await suggest(page);
  await page.goto('/about');
  await searchText(page).click();
  await searchText(page).pressSequentially('  ');
  if (isMobile) {
    await expect(option(page, 'sony headphones')).toBeVisible();
    return expect(asked.every((typed) => typed === '')).toBe(true);
  }
  await expect(suggestions(page)).toBeHidden();
  await searchText(page).fill('so');
  await expect(suggestions(page)).toBeVisible();
  expect(asked).toEqual(['so']);
  await searchText(page).fill('');
  await expect(suggestions(page)).toBeHidden();
  await expect(searchText(page)).toHaveAttribute('aria-expanded', 'false');
});

test('what is typed before the script has come counts', async ({ page }) => {
  await suggest(page);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(SCRIPT, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/about');
  await searchText(page).pressSequentially('so');
  await expect(suggestions(page)).toHaveCount(0);
  arrive();
  await expect(option(page, 'Sofas')).toBeVisible();
});

test('where suggestions do not come only recent searches show, and the form works', async ({ page, faults }) => {
  await suggest(page, (typed) => {
    if (typed !== 'so') throw new Error('down');
    return SO;
  });
  await page.goto('/search?q=');
  await searchText(page).fill('sofa');
  await searchText(page).press('Enter');
  await page.waitForURL(/q=sofa/);
  await searchText(page).fill('so');
  await expect(suggestions(page).getByRole('option')).toHaveCount(8);
  const failed = page.waitForEvent('requestfailed');
  await searchText(page).fill('sof');
  await failed;
  await expect(suggestions(page).getByRole('option')).toHaveText(['sofa', 'Search for “sof”']);
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/[?&]q=sof&/);
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});

test('where the script does not come the box is a form', async ({ page, faults }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/about');
  await searchText(page).fill('ssd');
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/\/search\?q=ssd&/);
  // That page fetches its scripts ahead, too.
  await page.close();
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});

test(
  'signs that are being composed ask nothing and send nothing, but words of phones do',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    const asked = await suggest(page);
    await page.goto('/about');
    await searchText(page).click();
    await expect(page.getByRole('search').getByRole('status')).toBeAttached();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    asked.length = 0;
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'so', selectionStart: 2, selectionEnd: 2 });
    await expect(searchText(page)).toHaveValue('so');
    await page.clock.runFor(200);
    if (isMobile) return expect(option(page, 'Sofas')).toBeVisible();
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 });
    await keyboard.send('Input.insertText', { text: 'そ' });
    await expect(searchText(page)).toHaveValue('そ');
    await page.clock.runFor(200);
    await expect.poll(() => asked).toEqual(['そ']);
    await expect(page).toHaveURL('/about');
  },
);
