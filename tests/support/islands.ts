import type { Page } from '@playwright/test';

/** The components of the islands that run on a page, in the order of the page. */
export const hydratedIslands = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [...document.querySelectorAll('astro-island:not([ssr])')].map((island) => island.getAttribute('component-export')));
