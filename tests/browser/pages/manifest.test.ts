import { expect, test } from '../../support/visitor.ts';

test.use({ serviceWorkers: 'allow' });

test('browsers find what makes an app of the site: a manifest without faults, and icons of the sizes that it says', async ({ page }) => {
  await page.goto('/');
  const client = await page.context().newCDPSession(page);
  const { errors, data, url } = await client.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
  const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] };
  const sizes = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    icons,
  );
  expect(sizes).toEqual(icons.map((icon) => icon.sizes));
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});
