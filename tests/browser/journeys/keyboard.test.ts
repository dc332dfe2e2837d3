import { expect, test } from '../../support/browser.ts';

test('the first key press reaches the link to the content, and whatever has the focus shows it', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    const shown = await page.evaluate(() => {
      const focused = document.activeElement!;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
      const around = focused.parentElement ? getComputedStyle(focused.parentElement) : undefined;
      const marked = (style: { outlineStyle: string; outlineWidth: string; boxShadow: string }) =>
        (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
      return {
        what: focused.outerHTML.slice(0, 80),
        marked: marked({ outlineStyle, outlineWidth, boxShadow }) || (around ? marked(around) : false),
      };
    });
    expect(shown.marked, shown.what).toBe(true);
  }
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // In a row that goes on sideways the whole of a link is seen.
  await page.setViewportSize({ width: 640, height: 800 });
  const categories = page.getByRole('main').getByRole('navigation', { name: 'Categories' }).getByRole('link');
  for (let step = 0; step < (await categories.count()); step++) {
    await page.keyboard.press('Tab');
    await expect(categories.nth(step)).toBeFocused();
    await expect(categories.nth(step)).toBeInViewport({ ratio: 1 });
  }
});

test('the menu opens, holds the links and closes with Escape', { tag: '@only-phone' }, async ({ page }) => {
  await page.goto('/about');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('link', { name: 'Popular' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('link', { name: 'Popular' }).click();
  await expect(page).toHaveURL('/popular');
});

test('a vote is cast with the keyboard', async ({ page, kinds }) => {
  await page.goto(kinds['deal']!);
  const up = page.getByRole('button', { name: 'Vote up' }).first();
  await up.focus();
  await page.keyboard.press('Space');
  // A guest's vote asks to sign up; closing that leads back.
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(up).toBeFocused();
});
