import { expect, test } from 'vitest';
import { ask } from '../support/http.ts';
import { sharedSite } from '../support/shared-site.ts';
import { outputOf } from '../support/site.ts';

const site = await sharedSite();

interface Entry {
  method: string;
  path: string;
  status: number;
  time: string;
}

/** What the site has logged since it was ready; before that it tells people what it does. */
function logged(): Entry[] {
  const lines = outputOf(site);
  const from = lines.findIndex((line) => line.startsWith('Magpie is ready'));
  return lines.slice(from + 1).map((line) => JSON.parse(line) as Entry);
}

test('every request becomes a line of JSON', async () => {
  const path = `/category/logged-${Date.now()}`;
  await ask(site.url, path);
  await expect.poll(() => logged().find((entry) => entry.path === path), { timeout: 10_000 }).toMatchObject({ method: 'GET', status: 404 });
});

test('queries stay out of the log', async () => {
  const path = `/search/${Date.now()}`;
  await ask(site.url, `${path}?q=a-word-that-is-nobodys-business`);
  await expect.poll(() => logged().some((entry) => entry.path === path), { timeout: 10_000 }).toBe(true);
  expect(outputOf(site).join('\n')).not.toContain('nobodys-business');
});

test('whether it lives and whether it is ready can be asked', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { status, headers } = await ask(site.url, path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
  }
});
