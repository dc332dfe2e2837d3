import { expect, test } from '../../support/visitor.ts';

const SMALL = { overlay: 'framed', drawer: 'at the bottom edge', takeover: 'over everything' } as const;
const LARGE = { center: 'centred', 'top-right': 'top right', 'bottom-left': 'bottom left', takeover: 'over everything' } as const;

/** Where the box stands in the window, in words. */
function place(box: { x: number; y: number; width: number; height: number }, window: { width: number; height: number }): string {
  const [right, bottom] = [window.width - box.x - box.width, window.height - box.y - box.height];
  if (box.x <= 0 && box.y <= 0 && right <= 0 && bottom <= 0) return 'over everything';
  if (bottom <= 0 && box.x <= 0 && right <= 0) return 'at the bottom edge';
  if (Math.abs(box.x - right) <= 1 && Math.abs(box.y - bottom) <= 1) return window.width < 768 ? 'framed' : 'centred';
  return `${box.y < bottom ? 'top' : 'bottom'} ${box.x < right ? 'left' : 'right'}`;
}

for (const [layouts, isLarge] of [
  [SMALL, false],
  [LARGE, true],
] as const) {
  for (const [layout, where] of Object.entries(layouts)) {
    test(`${layout} stands ${where} on ${isLarge ? 'large' : 'small'} screens`, async ({ page }) => {
      const window = isLarge ? { width: 1280, height: 900 } : { width: 390, height: 844 };
      await page.setViewportSize(window);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const settings = { showOnPageLoad: true, small: isLarge ? 'drawer' : layout, large: isLarge ? layout : 'center' };
      await page.route('**/about', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/(id="sign-in">)[^<]*/, (_all, start: string) => start + JSON.stringify(settings));
        await route.fulfill({ response, body });
      });
      await page.goto('/about');
      const dialog = page.getByRole('dialog', { name: 'Sign Up' });
      await expect(dialog.getByLabel('Email Address')).toBeFocused();
      const box = (await dialog.boundingBox())!;
      expect(place(box, window)).toBe(where);
      if (isLarge && layout !== 'takeover') expect(box.width).toBe(layout === 'center' ? 800 : 430);
      await expect(dialog.getByText('What members can do')).toBeVisible({ visible: layout === 'center' });
    });
  }
}
