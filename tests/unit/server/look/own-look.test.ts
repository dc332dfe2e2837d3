import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { manifestText } from '../../../../src/features/offline/manifest.ts';
import { ConfigError, readConfig } from '../../../../src/server/config.ts';
import { checkLook } from '../../../../src/server/look/check-look.ts';
import { lookFiles, lookOf } from '../../../../src/server/look/look.ts';
import { temporaryFolder } from '../../../support/catalogue.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#0b5d3b"/></svg>';
const svgWith = (inner: string) => SVG.replace('</svg>', `${inner}</svg>`);

/** Settings of a site whose folder has these files. */
async function withFiles(files: Record<string, string | Buffer>, more: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'site'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'site', name), content);
  return readConfig({ DATA_DIR: folder, ...more });
}

const pngOf = (width: number) =>
  sharp({ create: { width, height: width, channels: 4, background: '#0b5d3b' } })
    .png()
    .toBuffer();

describe('the look of a site', () => {
  test('is Magpie’s where nothing is set', async () => {
    const config = await withFiles({});
    expect(lookOf(config)).toBeUndefined();
    expect(lookFiles(config)).toEqual([]);
    expect(lookOf(readConfig({ DATA_DIR: '/nowhere/at/all' }))).toBeUndefined();
  });

  test('is its own mark, which is also the favicon and the icons until there is a favicon', async () => {
    const config = await withFiles({ 'mark.svg': SVG });
    const look = lookOf(config)!;
    expect(look.mark).toMatch(/^\/site\/mark-[0-9a-f]{16}\.svg$/);
    expect(look.favicon).toEqual({ href: look.mark!.replace('mark-', 'favicon-'), type: 'image/svg+xml' });
    expect(look.stylesheet).toBeUndefined();
    const files = new Map(lookFiles(config).map((file) => [file.address, file]));
    expect(Buffer.from(await files.get(look.mark!)!.make()).toString()).toBe(SVG);
    const icon = Buffer.from(await files.get(look.icons!['maskable-512']!)!.make());
    const { data, info } = await sharp(icon).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([512, 512]);
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
    expect([at(0, 0), at(256, 256)]).toEqual([
      [255, 255, 255],
      [11, 93, 59],
    ]);

    const both = lookOf(await withFiles({ 'mark.svg': SVG, 'favicon.png': await pngOf(32) }))!;
    expect(both.favicon).toMatchObject({ type: 'image/png' });
    expect(both.mark).toBe(look.mark);
    expect(both.icons).not.toEqual(look.icons);
    const small = lookOf(await withFiles({ 'mark.svg': SVG, 'favicon.ico': Buffer.from([0, 0, 1, 0, 1, 0]) }))!;
    expect(small.favicon).toMatchObject({ type: 'image/x-icon' });
    expect(small.icons).toEqual(look.icons);
  });

  test('is its own colour, under another address when it changes', async () => {
    const styled = async (color: string) => {
      const config = await withFiles({}, { SITE_COLOR: color });
      const { stylesheet } = lookOf(config)!;
      return { stylesheet, text: Buffer.from(await lookFiles(config)[0]!.make()).toString() };
    };
    const green = await styled('#0B5D3B');
    expect(green.text).toContain('--action:#0b5d3b;');
    expect(green.text).toContain("@media screen{:root[data-theme='midnight']{--action:#");
    expect((await styled('#5b21b6')).stylesheet).not.toBe(green.stylesheet);
  });

  test('is in its manifest, with its name, description and language', async () => {
    const config = await withFiles(
      { 'mark.svg': SVG },
      { SITE_NAME: 'Bird Deals', SITE_DESCRIPTION: 'Deals for birds.', SITE_LOCALE: 'de-DE' },
    );
    const manifest = JSON.parse(manifestText(config)) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ name: 'Bird Deals', description: 'Deals for birds.', lang: 'de-DE' });
    expect(manifest.icons.map(({ src }) => src.replace(/-[0-9a-f]{16}/, ''))).toEqual([
      '/site/icon-192.png',
      '/site/icon-512.png',
      '/site/maskable-512.png',
    ]);
  });
});

describe('what cannot be the look of a site', () => {
  test.each([
    [
      '#ffd400',
      /SITE_COLOR must be dark enough for white text: its contrast is 1\.\d\d and must be 4\.5; #[0-9a-f]{6} would do \(is "#ffd400"\)/,
    ],
    ['green', /SITE_COLOR must be a colour such as #1f5fe0 \(is "green"\)/],
  ])('the colour %s', (color, expected) => {
    expect(() => readConfig({ SITE_COLOR: color })).toThrow(expected);
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['mark.svg', 'hello', /site\/mark\.svg is not an SVG file/],
    ['mark.svg', svgWith('<script>alert(1)</script>'), /has a script, which a picture must not have: export it as plain SVG/],
    ['mark.svg', svgWith('<g onload="alert(1)"/>'), /has an event handler/],
    ['mark.svg', svgWith('<a href="javascript:alert(1)"/>'), /has a javascript: address/],
    ['mark.svg', svgWith('<foreignObject/>'), /has a foreignObject/],
    ['mark.svg', svgWith('<image href="https://elsewhere.example/a.png"/>'), /has a link to something else/],
    ['mark.svg', svgWith('<style>@import "a.css";</style>'), /has a link to something else/],
    ['mark.svg', SVG.replace(' viewBox="0 0 40 40"', ''), /has no viewBox/],
    ['mark.svg', SVG.replace(' xmlns="http://www.w3.org/2000/svg"', ''), /lacks xmlns/],
    ['mark.svg', svgWith(`<!-- ${'x'.repeat(110_000)} -->`), /has 108 KiB, and every page loads it: make it smaller than 100 KiB/],
    ['mark.png', 'GIF89a', /site\/mark\.png is not a PNG file: export it as one/],
    ['favicon.ico', 'GIF89a', /site\/favicon\.ico is not an ICO file: export it as one/],
  ])('a %s such as %#', async (name, content, expected) => {
    await expect(withFiles({ [name]: content })).rejects.toThrow(expected);
    await expect(withFiles({ [name]: content })).rejects.toThrow(ConfigError);
  });

  test('two marks', async () => {
    await expect(withFiles({ 'mark.svg': SVG, 'mark.png': await pngOf(8) })).rejects.toThrow(/both in DATA_DIR: keep one of them/);
  });

  test('a damaged PNG, which a start tells', async () => {
    const config = await withFiles({ 'mark.png': (await pngOf(64)).subarray(0, 60) });
    await expect(checkLook(config)).rejects.toThrow(/mark\.png cannot be read: it is damaged/);
    await expect(
      checkLook(await withFiles({ 'mark.svg': svgWith('<use href="#a"/><style>a{fill:url(#b)}</style>') })),
    ).resolves.toBeUndefined();
  });
});
