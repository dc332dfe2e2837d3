import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Checks a page's accessibility. It includes one rule that axe calls experimental: people who use speech input
 * say the words on a button (WCAG 2.5.3).
 */
export const axe = (page: Page) =>
  new AxeBuilder({ page })
    // No page has a frame of another origin, for which axe would open a page of its own each time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } })
    .withTags(RULES);

/**
 * Removes cards until each part of a card, by element and classes, is on the page twice: a feed has forty cards, and axe
 * takes as long for repeated parts as for the first one.
 */
export async function thinOut(page: Page): Promise<void> {
  await page.evaluate((enough) => {
    const seen = new Map<string, number>();
    for (const card of document.querySelectorAll('article')) {
      const parts = new Set([card, ...card.querySelectorAll('*')].map((part) => `${part.tagName}.${part.getAttribute('class') ?? ''}`));
      if ([...parts].every((part) => (seen.get(part) ?? 0) >= enough)) (card.closest('li') ?? card).remove();
      else for (const part of parts) seen.set(part, (seen.get(part) ?? 0) + 1);
    }
  }, 2);
}

const VIEWS = [
  [1280, 'light'],
  [390, 'dark'],
] as const;

/** Expects the visible part of a page to be accessible, in both themes. */
export async function isForEverybody(page: Page, what: string, part = 'dialog'): Promise<void> {
  for (const [width, colorScheme] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    // Without animations, because axe would read colours in the middle of a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await axe(page).include(part).analyze();
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
    expect(told, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Expects that the page never overflows horizontally, at any width. */
export async function neverScrollsSideways(page: Page, what: string): Promise<void> {
  for (const width of [320, 360, 768, 1110, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} at ${width} px`).toBeLessThanOrEqual(width);
  }
}
