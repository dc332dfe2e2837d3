import { expect, test } from '../../support/browser.ts';
import { option, SCRIPT, searchText, SO, SO_DEALS, suggest, suggestions } from '../../support/suggestions.ts';

test(
  'suggestions come in groups with what was typed marked in them, deals with picture and price, and their number is announced',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    const asked = await suggest(page, (typed) => {
      if (typed === 'sof') return new Promise(() => undefined);
      if (typed === 'son') return SO.slice(0, 1);
      return typed === 'sou' ? { results: SO, deals: SO_DEALS } : typed === '' ? SO.slice(0, 1) : SO;
    });
    await page.goto('/about');
    // With too little text there is no list, but on a phone always.
    await searchText(page).click();
    await searchText(page).pressSequentially('  ');
    if (isMobile) {
      await expect(option(page, 'sony headphones')).toBeVisible();
      expect(asked.every((typed) => typed === '')).toBe(true);
    } else await expect(suggestions(page)).toBeHidden();
    await searchText(page).fill('so');
    const groups = suggestions(page).getByRole('group');
    await expect(groups).toHaveCount(2);
    if (!isMobile) expect(asked).toEqual(['so']);
    await expect(groups.nth(0)).toHaveAccessibleName('Trending');
    await expect(groups.nth(1)).toHaveAccessibleName('Suggested');
    await expect(groups.nth(0).getByRole('option')).toHaveText(['sony headphones']);
    await expect(groups.nth(1).getByRole('option')).toHaveText([
      ...['soundbar', 'Northgable Store', 'Sony Brand', 'Sofas Category', 'solomon Member · 12.3K reputation'],
    ]);
    await expect(option(page, 'Sofas').locator('mark')).toHaveText('So');
    await expect(option(page, 'solomon').locator('img')).toHaveAttribute('src', '/profile/avatar/s-3.svg');
    await expect(searchText(page)).toHaveAttribute('aria-expanded', 'true');
    const status = page.getByRole('search').getByRole('status');
    await expect(status).toHaveText('6 suggestions');

    // What no longer fits goes before the answer comes.
    await searchText(page).fill('sof');
    await expect(suggestions(page).getByRole('option')).toHaveText(['Sofas Category', 'Search for “sof”']);
    await searchText(page).fill('son');
    await expect(status).toHaveText('1 suggestion');
    if (!isMobile) {
      await searchText(page).fill('');
      await expect(suggestions(page)).toBeHidden();
      await expect(searchText(page)).toHaveAttribute('aria-expanded', 'false');
    }

    await searchText(page).fill('sou');
    const deals = suggestions(page).getByRole('group', { name: 'Deals' });
    await expect(deals.getByRole('option').nth(0)).toHaveAccessibleName(`${SO_DEALS[0]!.title} $1,299.99`);
    await expect(deals.getByRole('option').nth(1)).toHaveAccessibleName('Sofa Free');
    await expect(deals.locator('img')).toHaveAttribute('src', '/pictures/monitor.svg');
    await expect(suggestions(page).getByRole('option').last()).toHaveText('Search for “sou”');
    await expect(status).toHaveText('8 suggestions');
    // The price is seen, whatever the title says, and what a finger is to hit is 44 px high.
    const [list, price] = [(await suggestions(page).boundingBox())!, (await deals.getByText('$1,299.99').boundingBox())!];
    expect(price.x + price.width).toBeLessThanOrEqual(list.x + list.width);
    for (const each of await suggestions(page).getByRole('option').all())
      expect((await each.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) await searchText(page).press(key);
    await expect(page).toHaveURL('/popular');
  },
);

test('what the site itself suggests leads to deals and to results', { tag: '@only-desktop' }, async ({ page }) => {
  await page.goto('/about');
  await searchText(page).fill('monit');
  const deals = suggestions(page).getByRole('group', { name: 'Deals' }).getByRole('option');
  await expect(deals).toHaveCount(3);
  const title = await deals.first().locator('.suggestion__title').innerText();
  await deals.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await searchText(page).fill('logitec');
  await option(page, /^Logitech Brand/).click();
  await expect(page).toHaveURL(/filters\[brand\]\[\]=\d+&searchtype=ac_brand/);
  const titles = page.locator('.search__results > section').first().getByRole('article').getByRole('heading');
  for (const each of (await titles.all()).slice(0, 5)) await expect(each).toContainText('Logitech');
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

test('an older request is given up, and where suggestions do not come only recent searches show, and the form works', async ({
  page,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED/);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).search));
  const never = Promise.withResolvers<typeof SO>();
  const asked = await suggest(page, (typed) => {
    if (typed === 'soc') return never.promise;
    if (typed !== 'so') throw new Error('down');
    return SO;
  });
  await page.goto('/search?q=');
  await searchText(page).fill('sofa');
  await searchText(page).press('Enter');
  await page.waitForURL(/q=sofa/);
  await searchText(page).fill('soc');
  await expect.poll(() => asked).toContain('soc');
  failed.length = 0;
  await searchText(page).fill('so');
  await expect(suggestions(page).getByRole('option')).toHaveCount(8);
  await expect.poll(() => failed).toEqual(['?searchTerm=soc']);
  // What it would have brought never shows.
  never.resolve(SO.slice(0, 1));
  const refused = page.waitForEvent('requestfailed');
  await searchText(page).fill('sof');
  await refused;
  await expect(suggestions(page).getByRole('option')).toHaveText(['sofa', 'Search for “sof”']);
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/[?&]q=sof&/);
});

test('where the script does not come the box is a form', async ({ page, expectFaults }) => {
  expectFaults(/ERR_FAILED/);
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/about');
  await searchText(page).fill('ssd');
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/\/search\?q=ssd&/);
});

test(
  'signs that are being composed ask nothing and send nothing, but words of phones do',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    const asked = await suggest(page);
    await page.goto('/about');
    await searchText(page).click();
    await expect(page.getByRole('search').getByRole('status')).toBeAttached();
    // Timers that were set before are not the clock's: on phones the open box asks for what is trending.
    if (isMobile) await expect(option(page, 'sony headphones')).toBeVisible();
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
