import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './tests/support/chromium.ts';
import { IS_FULL } from './tests/support/full.ts';

// Workers read this file again and inherit what was found.
process.env['CHROMIUM_PATH'] = process.env['TEST_CHROMIUM'] ??= findChromium();

const report = process.env['TEST_BROWSER_REPORT'];
/** What a browser with a head says it is; one without is a bot to the site, and bots get no error page. */
const userAgent = (device: string) => `Mozilla/5.0 (${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 }, userAgent: userAgent('X11; Linux x86_64') };
/** They start sites of their own, which takes longest: first, so that the others run beside them. */
const OWN_SITES = ['tests/browser/shell/everything-on.test.ts', 'tests/browser/journeys/own-site.test.ts'];
/** Tests that choose their own widths run once. */
const OWN_WIDTHS = ['tests/browser/pages/**', 'tests/browser/accounts/layouts.test.ts'];
/**
 * What is not the same on phones is tagged `@phone` and runs there too; `@only-phone` and `@only-desktop` mean nothing elsewhere.
 * `npm test -- --full` runs the others on both as well.
 */
const onPhones = IS_FULL ? {} : { grep: /@(only-)?phone/ };

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/shared-site.ts',
  fullyParallel: true,
  // They wait for the site, and for the page, half of the time.
  workers: 3,
  // Far above what they take, which on a busy machine is ten times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    baseURL: process.env['TEST_SITE_URL'],
    screenshot: 'only-on-failure',
    // What a worker answers is not seen as the page's. Tests of the worker itself let it run.
    serviceWorkers: 'block',
    // Transitions between pages take more than half of the processor's time where no graphics card draws them, and axe would
    // read colours in the middle of a transition.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'],
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    { name: 'own-sites', testMatch: OWN_SITES, use: DESKTOP },
    {
      name: 'phone',
      ...onPhones,
      grepInvert: /@only-desktop/,
      testIgnore: [...OWN_SITES, ...OWN_WIDTHS],
      use: { ...PHONE, userAgent: userAgent('Linux; Android 15; K') },
    },
    {
      name: 'desktop',
      grepInvert: /@only-phone/,
      testIgnore: OWN_SITES,
      use: DESKTOP,
    },
  ],
});
