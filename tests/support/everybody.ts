import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const PROGRAM = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * axe with all of its rules. A page gets its program once, and the short form of it: by itself it is sent twice for each look, which takes
 * as long as a third of the look.
 */
export class Axe extends AxeBuilder {
  readonly #page: Page;

  constructor(page: Page) {
    // Nothing is sent before a look.
    super({ page, axeSource: 'undefined' });
    this.#page = page;
    // No page has a frame of another origin, for which axe would open a page of its own each time.
    this.setLegacyMode();
  }

  override async analyze() {
    for (const frame of this.#page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(PROGRAM);
    return super.analyze();
  }
}

/**
 * Checks a page's accessibility. It includes one rule that axe calls experimental: people who use speech input
 * say the words on a button (WCAG 2.5.3).
 */
export const axe = (page: Page) =>
  new Axe(page).options({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } }).withTags(RULES);

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
    await page.emulateMedia({ colorScheme });
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
