/**
 * `npm run screenshots [-- VIEW…] [--out FOLDER] [--before FOLDER] [--whole]`: every kind of page of the demo, and what opens on them, at four
 * widths and in both themes, as pictures in a folder (bench-results/screenshots) with an `index.html` that shows them side by side. VIEW is a
 * part of a view's name, such as `deal`. `--whole` takes pages down to their footers, instead of one screen; `--before` puts the pictures of an
 * earlier run beside those of this one.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';
import { pageKinds } from './pages.ts';
import { removeSite, setupAddress, startSite, type RunningSite } from './site.ts';
import { searchText, suggestions } from './suggestions.ts';
import { makeTemporaryRoot } from './temporary-root.ts';
import { openModal, PASSWORD } from './visitor.ts';

const SCREENS = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1110, height: 800 },
  { width: 1600, height: 1000 },
];
const THEMES = ['light', 'midnight'] as const;

interface View {
  address: string;
  /** What is done on the page before the picture is taken. */
  open?: (page: Page) => Promise<void>;
}

/** What opens on pages. */
const OPENED: Record<string, View> = {
  menu: {
    address: '/popular',
    async open(page) {
      const button = page.getByRole('button', { name: 'Menu', exact: true });
      // Wide headers have no menu.
      if (await button.isVisible()) await button.click();
    },
  },
  'search box': {
    address: '/about',
    async open(page) {
      await searchText(page).click();
      // Wide pages suggest for a letter at least (spec §2).
      if (page.viewportSize()!.width < 768) await suggestions(page).waitFor();
    },
  },
  suggestions: {
    address: '/about',
    async open(page) {
      await searchText(page).pressSequentially('monit');
      await suggestions(page).getByRole('option', { name: /\$/ }).first().waitFor();
    },
  },
  filters: { address: '/category/monitors?filters=1' },
  dialog: {
    address: '/popular',
    async open(page) {
      await openModal(page, 'Log In', '/popular');
    },
  },
};

/** Pages of somebody who administers the site, and with it those of members. */
const ADMINISTRATOR = viewsOf({
  settings: '/forums/profile.php?do=accountsettings',
  alerts: '/account/alerts',
  notifications: '/account/notifications?settings=1',
  saved: '/account/saved',
  posts: '/account/posts',
  post: '/post',
  reports: '/account/moderation',
  desk: '/desk',
  'desk posts': '/desk/posts',
  'desk deals': '/desk/deals',
  'desk members': '/desk/members',
});

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'bench-results/screenshots' },
    before: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const folder = await makeTemporaryRoot();
const site = await startSite();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
try {
  await site.ready();
  const guests = {
    ...viewsOf(await pageKinds(site.url)),
    ...viewsOf({ help: '/help', 'for you': '/for-you', terms: '/terms' }),
    ...OPENED,
  };
  const all = { ...guests, ...ADMINISTRATOR };
  const names = Object.keys(chosen(all));
  if (names.length === 0) {
    console.error(`No view has ${wanted.join(' or ')} in its name. There are: ${Object.keys(all).join(', ')}.`);
    process.exitCode = 2;
  } else {
    await mkdir(out, { recursive: true });
    await takeAll(browser, site, chosen(guests));
    await takeAll(browser, site, chosen(ADMINISTRATOR), setupAddress(site));
    const index = join(out, 'index.html');
    await writeFile(index, indexOf(names, values.before && relative(out, resolve(values.before))));
    console.log(`${names.length * SCREENS.length * THEMES.length} pictures: ${index}`);
  }
} finally {
  await browser.close();
  await site.stop();
  await removeSite(site.dataDir);
  await rm(folder, { recursive: true, force: true });
}

function viewsOf(addresses: Record<string, string>): Record<string, View> {
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, { address }]));
}

function chosen(views: Record<string, View>): Record<string, View> {
  return Object.fromEntries(Object.entries(views).filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part))));
}

/** @param setup where to sign up first; undefined for a guest */
async function takeAll(on: Browser, { url }: RunningSite, views: Record<string, View>, setup?: string): Promise<void> {
  const names = Object.keys(views);
  if (names.length === 0) return;
  const page = await on.newPage({ baseURL: url, reducedMotion: 'reduce' });
  if (setup) await signUp(page, setup);
  for (const [name, view] of Object.entries(views)) {
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme === 'light' ? 'light' : 'dark' });
      for (const screen of SCREENS) await take(page, view, screen, join(out, pictureOf(name, theme, screen.width)));
    }
    console.log(name);
  }
  await page.context().close();
}

async function signUp(page: Page, setup: string): Promise<void> {
  await page.goto(setup);
  await page.getByLabel('Email Address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/desk\/members/);
}

async function take(page: Page, { address, open }: View, screen: { width: number; height: number }, path: string): Promise<void> {
  await page.setViewportSize(screen);
  await page.goto(address);
  await page.evaluate(() => document.fonts.ready);
  await open?.(page);
  await page.screenshot({ path, fullPage: values.whole });
}

function pictureOf(name: string, theme: string, width: number): string {
  return `${name.replaceAll(' ', '-')}-${width}-${theme}.png`;
}

function indexOf(names: string[], before: string | undefined): string {
  const figure = (folder: string, file: string) =>
    `<a href="${folder}${file}"><img loading="lazy" src="${folder}${file}" alt="${file}"></a>`;
  const rows = names.flatMap((name) =>
    THEMES.map((theme) => {
      const files = SCREENS.map(({ width }) => pictureOf(name, theme, width));
      const pictures = files.map((file) => {
        const earlier = before && existsSync(join(out, before, file)) ? figure(`${before}/`, file) : '';
        return `<td>${earlier}${figure('', file)}</td>`;
      });
      return `<tr><th>${name}, ${theme}</th>${pictures.join('')}</tr>`;
    }),
  );
  return `<!doctype html><html lang="en"><title>Magpie, page by page</title>
<style>body{font:14px sans-serif;background:#888}td{vertical-align:top}img{height:420px;margin:2px}th{writing-mode:sideways-lr}</style>
<table>${rows.join('\n')}</table></html>
`;
}
