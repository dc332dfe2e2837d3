import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { siteCommand, startBuild } from '../../support/site-command.ts';
import { freePort, newDataDir, removeSite, startSite, type RunningSite } from '../../support/site.ts';
import { smallCatalogue, writeRecords } from '../../support/small-catalogue.ts';
import { option, searchText, suggest, suggestions } from '../../support/suggestions.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let settings: Record<string, string>;
let site: RunningSite | undefined;

/** The same site with other settings; the width makes no difference to them, so it runs once. */
async function restart(changed: Record<string, string>): Promise<string> {
  await site?.stop();
  site = await startSite({ ...settings, ...changed });
  await site.ready();
  return site.url;
}

const text = (page: Page) => page.getByRole('search').getByLabel('Search', { exact: true }).first();

test.beforeAll(async () => {
  test.slow();
  const port = await freePort();
  settings = { DATA_DIR: await newDataDir(), PORT: String(port), SITE_URL: `http://localhost:${port}` };
  const { code, output } = await siteCommand(
    settings,
    'import',
    await writeRecords(settings['DATA_DIR']!, 'small.jsonl', smallCatalogue()),
  );
  expect(code, output).toBe(0);
  expect((await startBuild(settings).done).code).toBe(0);
});

test.afterAll(async () => {
  if (!site) return;
  await site.stop();
  await removeSite(site.dataDir);
});

test(
  'the box of the coupons host suggests nothing, knows no forum and sends the text and the order alone',
  { tag: '@only-desktop' },
  async ({ page }) => {
    const url = await restart({ SITE_HOST: 'coupons' });
    const asked = await suggest(page);
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/web-api/') && calls.push(request.url()));
    await page.goto(`${url}/search?q=lamp&sort=newest&filters[forum][]=1`);
    await text(page).fill('so');
    await page.getByRole('button', { name: 'Clear text' }).click();
    await expect(text(page)).toHaveValue('');
    await text(page).fill('floor ');
    await text(page).press('ArrowDown');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
    await text(page).press('Enter');
    await expect(page).toHaveURL(`${url}/search?q=floor&sort=newest`);
    expect([...asked, ...calls]).toEqual([]);
  },
);

test(
  'the box submits to where it is set to, and suggests from as many letters on as it is set to',
  { tag: '@only-desktop' },
  async ({ page }) => {
    const url = await restart({ SEARCH_ACTION: 'https://search.example/find', SEARCH_MINIMUM: '3' });
    const asked = await suggest(page);
    await page.route('https://search.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Found</h1>' }));
    await page.goto(url);
    await searchText(page).fill('so');
    await expect(suggestions(page)).toBeHidden();
    await searchText(page).fill('sou');
    await expect(option(page, 'soundbar')).toHaveAttribute('href', /^https:\/\/search\.example\/find\?q=soundbar&searcharea=deals&/);
    expect(asked).toEqual(['sou']);
    await option(page, 'soundbar').click();
    await expect(page).toHaveURL(/^https:\/\/search\.example\/find\?q=soundbar&.*searchtype=ac_keyword/);
  },
);
