import type { Page } from '@playwright/test';

export const scoreOf = (page: Page) => page.getByLabel('Score').first();
export const up = (page: Page) => page.getByRole('button', { name: 'Vote up' }).first();
export const down = (page: Page) => page.getByRole('button', { name: 'Vote down' }).first();

/** Has the page believe that somebody looks at it, or nobody. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
