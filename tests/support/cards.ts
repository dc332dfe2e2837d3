import type { Page } from '@playwright/test';

/** The links of the deals on a page's cards. */
export const cards = (page: Page) => page.locator('.deal-card__title a');

/** The titles of the deals on a page's cards. */
export const titles = async (page: Page): Promise<string[]> => (await cards(page).allInnerTexts()).map((title) => title.trim());
