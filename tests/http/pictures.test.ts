import { expect, test } from 'vitest';
import { ask } from '../support/http.ts';
import { pageKinds } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const kinds = [...Object.entries(await pageKinds(url)), ['an embed', '/embed?feed=/popular'] as const];

/** What an image, or a choice of several, is loaded from. */
const loaded = (html: string) =>
  [...html.matchAll(/<(?:img|source|image)\s[^>]*?\b(?:src|srcset|href)="([^"]+)"/g)].flatMap(([, named]) => named!.split(/,\s+/));

test.each(kinds)('no browser is sent to another server for a picture: %s', async (_name, path) => {
  const { headers, text } = await ask(url, path);
  expect(String(headers['content-security-policy']).split('; ')).toContain(
    path.startsWith('/embed') ? `img-src 'self'` : `img-src 'self' data:`,
  );
  for (const address of loaded(text)) expect(address).toMatch(/^\/(?!\/)/);
});

test('payloads name pictures of the site alone', async () => {
  for (const path of ['/_payload.json', '/popular/_payload.json', '/browse/coupons/_payload.json']) {
    const named = [...(await ask(url, path)).text.matchAll(/"picture":\{[^{}]*"url":(null|"[^"]*")/g)].map(([, address]) => address!);
    expect(named.length).toBeGreaterThan(10);
    for (const address of named) expect(address).toMatch(/^(?:null|"\/photos\/)/);
  }
});

test('a copy that there is not is not found, whatever its name', async () => {
  const digest = 'a'.repeat(32);
  for (const name of [
    `${digest}-480.webp`,
    `${digest}-480.avif`,
    `${digest}-0.webp`,
    `${digest}-480.svg`,
    `${digest}.webp`,
    '..%2f..%2fsecret',
  ])
    expect((await ask(url, `/photos/${name}`)).status, name).toBe(404);
});
