import { test as base, type Page } from '@playwright/test';
import { pageKinds } from './pages.ts';
import { sharedSite } from './shared-site.ts';

interface Watched {
  /**
   * Declares faults that a test causes itself: matching errors in the console are ignored, even after the test's last line, such as of a
   * request that a page sends later by itself.
   */
  expectFaults: (expected: RegExp) => void;
}

interface OfTheRun {
  siteUrl: string;
  /** Addresses of one page of every kind. */
  kinds: Record<string, string>;
}

/** A test in a browser on the shared site. It fails when the page left an error in the console or broke its policy. */
export const test = base.extend<Watched, OfTheRun>({
  siteUrl: [
    async ({}, use) => {
      await use((await sharedSite()).url);
    },
    // The first test of a run waits until the site is built.
    { scope: 'worker', timeout: 8 * 60_000 },
  ],
  kinds: [
    async ({ siteUrl }, use) => {
      await use(await pageKinds(siteUrl));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ siteUrl }, use) => {
    await use(siteUrl);
  },
  expectFaults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const expected: RegExp[] = [];
      context.on('page', (page) => watch(page, faults));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`blocked by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
        });
      });
      await use((pattern) => void expected.push(pattern));
      base.expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = base;

/**
 * Chromium reports as an error that it shows a page without a transition: on a busy machine it painted the page before it had the picture of the last one
 * ("Page already revealed"), or the test changed the size of the window meanwhile ("Viewport size changed").
 */
const NO_TRANSITION = /^Transition was aborted because of invalid state\. (?:Page already revealed|Viewport size changed)/;

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', ({ message }) => {
    if (!NO_TRANSITION.test(message)) faults.push(`${page.url()}: ${message}`);
  });
  page.on('console', (message) => {
    // Browsers also report the status of a missing page as an error.
    const expected = /^Failed to load resource: .* 404/.test(message.text()) && message.location().url === page.url();
    if (message.type() === 'error' && !expected) faults.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
}

/** What a page has loaded so far, and from now on, of scripts. */
export function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/**
 * Stops a page's clock, which was installed before it was opened, until the test has it run: what shows for a while is there until the test has seen it,
 * however busy the machine is.
 */
export const standStill = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000);

/** What a page has screen readers announce from now on: what comes into live regions that they know already. */
export async function announcementsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    const LIVE = '[role=status],[role=alert],[aria-live=polite]';
    const known = new WeakSet(document.querySelectorAll(LIVE));
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = target instanceof Element && target.closest(LIVE);
        if (region && known.has(region) && addedNodes.length > 0 && region.textContent !== '') announced.push(region.textContent.trim());
      }
      for (const region of document.querySelectorAll(LIVE)) known.add(region);
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { announced });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}
