import { expect, test } from 'vitest';
import { ask } from '../support/http.ts';
import { sharedSite } from '../support/shared-site.ts';
import { outputOf } from '../support/site.ts';

const site = await sharedSite();

const ONE_CLICK = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
  body: 'List-Unsubscribe=One-Click',
};

test.each(['/alerts/unsubscribe', '/alerts/feed.xml', '/alerts/feed.json', '/alerts/bounces'])(
  'the key of %s is not logged',
  async (path) => {
    const key = `1-0-secret${Date.now()}`;
    const marked = `${path}?key=${key}`;
    const answers = [await ask(site.url, marked), await ask(site.url, marked, ONE_CLICK)];
    for (const { status } of answers) expect([404, 405, 415]).toContain(status);
    const lines = () => outputOf(site).filter((line) => line.includes(`"path":"${path}"`));
    await expect.poll(() => lines().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    expect(outputOf(site).join('\n')).not.toContain(key);
  },
);

test('a link that is not ours is a page that is not there, and a click by a program needs no page of ours', async () => {
  const page = await ask(site.url, '/alerts/unsubscribe?key=1-0-wrong');
  expect([page.status, page.headers['content-type']]).toEqual([404, expect.stringContaining('text/html')]);
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect((await ask(site.url, '/alerts/unsubscribe?key=1-0-wrong', ONE_CLICK)).status).toBe(404);
});
