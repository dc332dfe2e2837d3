import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const VIEWS = [
  [1280, 'light'],
  [390, 'dark'],
] as const;

/** Everybody can use what is shown, in both themes. */
export async function isForEverybody(page: Page, what: string, part = 'dialog'): Promise<void> {
  for (const [width, colorScheme] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).include(part).withTags(RULES).analyze();
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
