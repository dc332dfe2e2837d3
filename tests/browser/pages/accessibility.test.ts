import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../../support/browser.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const KINDS = [
  ...['home', 'feed', 'a later page', 'category', 'store', 'deal', 'a deal with a code', 'an expired deal', 'offer'],
  ...['search', 'a search without results', 'about', 'credits', 'log in', 'sign up', 'reset password', 'member', 'not found'],
];

/** Each kind of page is looked at in both themes and at both widths, and their pairs change from kind to kind. */
const VIEWS = [
  [360, 'light'],
  [1600, 'dark'],
] as const;
const OTHER_VIEWS = [
  [360, 'dark'],
  [1600, 'light'],
] as const;

// Colours that are still changing would be read as they are at that moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const kind of KINDS) {
  test(`${kind} can be used by everybody, in both themes, on a phone and on a wide screen`, async ({ page, kinds }) => {
    await page.goto(kinds[kind]!);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const [width, colorScheme] of KINDS.indexOf(kind) % 2 === 0 ? VIEWS : OTHER_VIEWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
      const told = violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
      expect(told, `${colorScheme}, ${width} px`).toEqual([]);
    }
  });
}
