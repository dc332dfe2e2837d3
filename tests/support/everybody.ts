import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Looks for what keeps anybody from using a page. One rule that axe still calls experimental is part of it: who speaks to
 * a computer says the words that stand on a button (WCAG 2.5.3).
 */
export const axe = (page: Page) =>
  new AxeBuilder({ page })
    // No page has a frame of another origin, for which axe would open a page of its own each time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } })
    .withTags(RULES);

/**
 * Leaves so many cards on a page that each part of a card, by its element and classes, is there twice: a feed has forty cards, and axe
 * takes as long for a part that it has seen as it took for the first.
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

/** Everybody can use what is shown, in both themes. */
export async function isForEverybody(page: Page, what: string, part = 'dialog'): Promise<void> {
  for (const [width, colorScheme] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    // Colours that are still changing would be read as they are at that moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await axe(page).include(part).analyze();
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
    expect(told, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Nothing sticks out at the side, at any width. */
export async function neverScrollsSideways(page: Page, what: string): Promise<void> {
  for (const width of [320, 360, 768, 1110, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} at ${width} px`).toBeLessThanOrEqual(width);
  }
}
