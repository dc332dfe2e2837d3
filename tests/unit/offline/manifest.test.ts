import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawIcon } from '../../../src/features/offline/draw-icon.ts';
import { ICONS } from '../../../src/features/offline/icons.ts';
import { manifestText } from '../../../src/features/offline/manifest.ts';
import { RETIRED_WORKER, workerText } from '../../../src/features/offline/worker-text.ts';
import { readConfig } from '../../../src/server/config.ts';

interface Manifest {
  name: string;
  short_name: string;
  icons: { src: string; sizes: string; purpose: string }[];
}
const manifest = (siteName: string) => JSON.parse(manifestText(readConfig({ SITE_NAME: siteName }))) as Manifest;

describe('the manifest', () => {
  test('has the site’s name, and a short one for below an icon', () => {
    expect(manifest('Magpie')).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/',
      display: 'standalone',
      name: 'Magpie',
      short_name: 'Magpie',
    });
    expect(manifest('"Deals" & Savings of Springfield')).toMatchObject({
      name: '"Deals" & Savings of Springfield',
      short_name: '"Deals" & S…',
    });
  });

  test('has icons for home screens, masks and one colour', () => {
    expect(manifest('Magpie').icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
      'monochrome 512x512',
    ]);
  });
});

describe('an icon', () => {
  const favicon = readFileSync('public/favicon.svg', 'utf8');

  /** Opacity at a place in tenths of the width. */
  async function opacity(name: string, x: number, y: number): Promise<number> {
    const { data, info } = await sharp(drawIcon(favicon, name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (tenths: number) => Math.min(info.width - 1, Math.round((tenths / 10) * info.width));
    return data[(at(y) * info.width + at(x)) * 4 + 3]!;
  }

  test.each(ICONS)('$name is a PNG of $size px', async ({ name, size }) => {
    const { format, width, height } = await sharp(drawIcon(favicon, name)).metadata();
    expect([format, width, height]).toEqual(['png', size, size]);
  });

  test('for a mask, and for a home screen that rounds by itself, fills its corners', async () => {
    expect([await opacity('maskable-512', 0, 0), await opacity('apple-touch-icon', 0, 10)]).toEqual([255, 255]);
    expect([await opacity('icon-192', 0, 0), await opacity('monochrome-512', 0, 0)]).toEqual([0, 0]);
  });

  test('for a mask has its whole mark in the circle that every mask leaves', async () => {
    const { data, info } = await sharp(drawIcon(favicon, 'monochrome-512')).raw().toBuffer({ resolveWithObject: true });
    const farthest = Math.max(
      ...Array.from({ length: info.width * info.height }, (_, index) =>
        data[index * 4 + 3]! > 0 ? Math.hypot((index % info.width) - info.width / 2, Math.floor(index / info.width) - info.height / 2) : 0,
      )
        .toSorted((a, b) => b - a)
        .slice(0, 1),
    );
    expect(farthest).toBeLessThanOrEqual(0.4 * info.width);
    expect(farthest).toBeGreaterThan(0.3 * info.width);
  });
});

test('the worker is the bundle’s, and one that removes itself where the site wants none or an older bundle has none', () => {
  const wanted = (offlinePages: boolean, worker?: string) => workerText({ context: { config: { offlinePages } }, worker });
  expect([wanted(true, 'worker'), wanted(false, 'worker'), wanted(true)]).toEqual(['worker', RETIRED_WORKER, RETIRED_WORKER]);
});
