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

for (const [size, window, layouts] of [
  ['small', { width: 390, height: 844 }, SMALL],
  ['large', { width: 1280, height: 900 }, LARGE],
] as const)
  test(`the modal stands where its layout says on ${size} screens`, async ({ page }) => {
    await page.setViewportSize(window);
    let settings: object = {};
    await page.route('**/about', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(id="sign-in">)[^<]*/, (_all, start: string) => start + JSON.stringify(settings));
      await route.fulfill({ response, body });
    });
    for (const [layout, where] of Object.entries(layouts)) {
      settings = { showOnPageLoad: true, small: 'drawer', large: 'center', [size]: layout };
      await page.goto('/about');
      const dialog = page.getByRole('dialog', { name: 'Sign Up' });
      await expect(dialog.getByLabel('Email Address')).toBeFocused();
      const box = (await dialog.boundingBox())!;
      expect(place(box, window), layout).toBe(where);
      if (size === 'large' && layout !== 'takeover') expect(box.width, layout).toBe(layout === 'center' ? 800 : 430);
      await expect(dialog.getByText('What members can do'), layout).toBeVisible({ visible: layout === 'center' });
    }
  });
