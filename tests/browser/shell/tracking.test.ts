import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';

type Sent = { type: string; path: string; tid?: number; position?: number; [field: string]: unknown };

/** What a browser's pages send from now on. Of beacons the test runner knows no content, so the page tells. */
async function eventsOf(context: BrowserContext): Promise<Sent[]> {
  const sent: Sent[] = [];
  await context.exposeFunction('tellSent', (batch: string) => void sent.push(...(JSON.parse(batch) as Sent[])));
  await context.addInitScript(() => {
    const tell = (window as unknown as { tellSent(batch: string): void }).tellSent;
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      if (body instanceof Blob) void body.text().then(tell);
      return send(address, body);
    };
  });
  context.on('response', (response) => {
    if (!/\/web-api\/(tag-)?events\/$/.test(response.url())) return;
    expect(response.status()).toBe(204);
    const batch = response.request().postData();
    if (batch) sent.push(...(JSON.parse(batch) as Sent[]));
  });
  return sent;
}

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    dispatchEvent(new Event('visibilitychange'));
  });
const waiting = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('events') ?? '[]') as { type: string }[]).map(({ type }) => type));
/** Types of what was counted until now: what waits is sent every five seconds, maybe before the test has looked. */
const counted = async (page: Page, sent: Sent[]) => [...(await waiting(page)), ...sent.map(({ type }) => type)];

test('cards that are on the screen for a second are counted, and those below are not', async ({ page, context }) => {
  const sent = await eventsOf(context);
  await page.goto('/popular?utm_source=letter&utm_medium=mail&other=x');
  await expect.poll(() => counted(page, sent)).toContain('impression');
  // Whoever touches the page makes a visit.
  await page.keyboard.press('Tab');
  await expect.poll(() => counted(page, sent)).toContain('visit');
  await hide(page);
  // Batches are sent by themselves as well, and what was sent first may be told last.
  await expect.poll(() => sent.find(({ type }) => type === 'visit')).toMatchObject({ startPage: '/popular', entryPoint: 'letter' });
  await expect
    .poll(() => sent.find(({ type }) => type === 'view'))
    .toMatchObject({ path: '/popular', attribution: { utm_source: 'letter', utm_medium: 'mail' } });
  const seen = () => sent.filter(({ type }) => type === 'impression');
  await expect.poll(() => seen().map(({ position }) => position)).toContain(1);
  expect(seen().find(({ position }) => position === 1)).toMatchObject({ path: '/popular', tid: expect.any(Number) });
  expect(new Set(seen().map(({ id }) => id)).size).toBeLessThan(await page.getByRole('article').count());
  await expect.poll(() => waiting(page)).toEqual([]);
  expect(Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))).toMatchObject({
    sd_p: expect.stringMatching(/^vid=\w{20,}$/),
    sd_s: expect.stringContaining('entryPoint=letter'),
  });
});

test('cards that come later are counted, too, each at its place in its list', async ({ page, context }) => {
  const sent = await eventsOf(context);
  /** Places at which a card was seen or opened, as far as they were sent until now. */
  const places = async (type: string, tid: number, path: string) => {
    await hide(page);
    return sent.filter((event) => event.type === type && event.tid === tid && event.path === path).map(({ position }) => position);
  };
  const idOf = async (link: Locator) => Number(/\d+/.exec((await link.getAttribute('href')) ?? '')?.[0]);
  const titles = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link');

  await page.goto('/all');
  await expect(titles).toHaveCount(40);
  await page.getByRole('link', { name: 'Load more' }).click();
  const added = titles.nth(40);
  await expect(added).toBeFocused();
  await expect(page).toHaveURL('/all?page=2');
  const tid = await idOf(added);
  await expect.poll(() => places('impression', tid, '/all')).toEqual([41]);
  // It has that place on the way to it as well.
  await added.click();
  await expect(page).toHaveURL(new RegExp(`/f/${tid}-`));
  expect(await page.evaluate(() => sessionStorage.getItem(`opened:${location.pathname}`))).toBe('{"list":"/all","position":41}');

  // What the browser picks is a list of its own.
  const looked = { count: 1, timestamp: Date.now(), added: false, title: 'Monitors' };
  await page.evaluate((monitors) => localStorage.setItem('activity', JSON.stringify({ categories: { monitors } })), looked);
  await page.goto('/for-you');
  const picked = page.getByRole('region', { name: 'Based on what you viewed' }).getByRole('heading').getByRole('link');
  await expect(picked).toHaveCount(6);
  const below = page
    .getByRole('region', { name: /deals$/ })
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .first();
  for (const link of [picked.first(), below]) {
    const id = await idOf(link);
    await link.scrollIntoViewIfNeeded();
    await expect.poll(() => places('impression', id, '/for-you')).toContain(1);
  }
});

test('a card that is taken off the page before it counts as seen is not counted', async ({ page }) => {
  await page.addInitScript(() => {
    // As soon as it is noticed on the screen: on a machine that is busy, what a test does to a page that has come may be later than a second.
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(notice: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          notice(entries, observer);
          const second = document.querySelectorAll('.deal-grid > li')[1];
          if (sessionStorage.getItem('removed') || !entries.some(({ target, isIntersecting }) => target === second && isIntersecting))
            return;
          sessionStorage.setItem('removed', 'yes');
          second?.remove();
          // A page that is busy learns that the card is gone later than that it was there for long enough.
          for (const until = performance.now() + 1_100; performance.now() < until;);
        }, options);
      }
    };
  });
  // What it counts gets no answer, so it stays in the browser.
  await page.route('**/web-api/*events/', () => undefined);
  await page.goto('/popular');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('removed'))).toBe('yes');
  await expect.poll(() => waiting(page)).toContain('impression');
  const places = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem('events')!) as { type: string; position?: number }[])
      .filter(({ type }) => type === 'impression')
      .map(({ position }) => position),
  );
  expect(places).toContain(1);
  expect(places).not.toContain(0);
});

test('what a killed page could not send is sent by the next, and nothing twice', async ({ page, context }) => {
  await page.route('**/web-api/*events/', (route) => route.abort());
  await page.goto('/popular');
  await expect.poll(() => waiting(page)).toContain('impression');
  const sent = await eventsOf(context);
  // Opened first, because a browser without a living page ends.
  const next = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await next.goto('/about');
  await hide(next);
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(expect.arrayContaining(['/popular', '/about']));
  expect(sent.some(({ type, path }) => type === 'impression' && path === '/popular')).toBe(true);
  await expect.poll(() => waiting(next)).toEqual([]);
});

test('the way out says in which list and where in it a deal was found', async ({ page, context }) => {
  const sent = await eventsOf(context);
  // A beacon of a page that is left would not be seen here.
  await context.addInitScript(() => (navigator.sendBeacon = () => false));
  await page.goto('/popular');
  await page.getByRole('article').nth(2).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/f\//);
  const out = page.getByRole('link', { name: 'Get deal' }).first();
  const request = context.waitForEvent('request', (candidate) => new URL(candidate.url()).pathname === '/click');
  await context.route(/^https?:\/\/(?!localhost)/, (route) => route.abort());
  await page.mouse.move(5, 5);
  await out.hover();
  await expect(out).toHaveAttribute('href', /sn=/);
  await out.click();
  const query = new URL((await request).url()).searchParams;
  expect([query.get('sn'), query.get('lno')]).toEqual(['/popular', '3']);
  await expect.poll(() => sent).toContainEqual(expect.objectContaining({ type: 'open', path: '/popular', position: 3 }));
});

test('a visit that begins with a tap on a link began where that link is, and with what led there', async ({ page, context, siteUrl }) => {
  const sent = await eventsOf(context);
  // The script of the first touch comes after the page is left.
  await page.route('**/_astro/interaction-script.*.js', (route) => new URL(page.url()).pathname !== '/popular' && route.continue());
  await page.goto('/popular', { referer: 'https://search.example/?q=lamp' });
  await expect.poll(() => counted(page, sent)).toContain('view');
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.waitForURL(/\/f\/\d+-/);
  await page.keyboard.press('Tab');
  await expect.poll(() => counted(page, sent)).toContain('visit');
  await hide(page);
  await expect.poll(() => sent.find(({ type }) => type === 'visit')).toMatchObject({ startPage: '/popular', entryPoint: 'search.example' });
  expect(new URL(page.url()).origin).toBe(siteUrl);
});

test('what a tag manager says of the way here is read once, and its cookies go', async ({ page, context, siteUrl }) => {
  const sent = await eventsOf(context);
  await context.addCookies(['mo_gtm', 'mo_pos'].map((name) => ({ name, value: `${name}%207`, url: siteUrl })));
  const left = async () => (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('mo_'));
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect.poll(left).toEqual([]);
  await hide(page);
  await expect
    .poll(() => sent.find(({ type }) => type === 'visit'))
    .toMatchObject({ entryPoint: 'mo_gtm 7 mo_pos 7', startPage: '/about' });
});

/** Has pages ask whether visits may be counted, as TrackingQuestion.astro does with CONSENT=ask. @returns the button that allows it */
async function asking(page: Page, paths: RegExp): Promise<Locator> {
  const question =
    '<aside class="tracking-question needs-script" aria-label="Your choice"><button data-consent="yes">Allow</button><button data-consent="no">Don’t allow</button></aside>';
  await page.route(paths, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({
      response: answer,
      body: html.replace('data-tracking="on"', 'data-tracking="ask"').replace('</body>', `${question}</body>`),
    });
  });
  return page.getByRole('button', { name: 'Allow', exact: true });
}

test('nothing is counted, remembered or asked, and no number made, where the browser asks not to be tracked', async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  const sent = await eventsOf(context);
  await page.goto('/popular');
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 400);
  await hide(page);
  // Nor does the browser keep what was looked at, and what it kept before it asked goes.
  await page.evaluate(() => localStorage.setItem('activity', '{"searches":{"lamp":{"count":3,"timestamp":1,"added":false}}}'));
  await page.goto('/category/monitors');
  await page.mouse.move(200, 300);
  await page.mouse.move(210, 310);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('activity'))).toBeNull();
  await page.goto('/for-you');
  const personal = page.getByRole('region', { name: 'Based on what you viewed' });
  await page.mouse.move(200, 300);
  await page.mouse.move(210, 310);
  const off = personal.getByText('Where your browser asks not to be tracked, or does not let this site store anything, it stays off.');
  await expect(off).toBeVisible();
  await personal.getByRole('button', { name: 'Remember again' }).click();
  await expect(off).toBeVisible();
  const allow = await asking(page, /\/about$/);
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(allow).toBeHidden();
  expect(sent).toEqual([]);
  expect(await waiting(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('activity'))).toBeNull();
  expect((await context.cookies()).filter(({ name }) => name.startsWith('sd_'))).toEqual([]);
});

test('a visitor can stop being counted, without script, and be counted again', async ({ browser, siteUrl }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl });
  const page = await context.newPage();
  await page.goto('/opt-out/tracking');
  await expect(page.getByRole('heading', { level: 1, name: 'Do not count my visits' })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await page.getByRole('button', { name: 'Stop counting' }).click();
  await expect(page.getByRole('status')).toHaveText('Your visits in this browser are no longer counted.');
  const choice = async () => (await context.cookies()).find(({ name }) => name === 'sd_p')?.value;
  expect(await choice()).toBe('tracking=no');
  await page.getByRole('link', { name: 'Allow counting your visits' }).click();
  await page.getByRole('button', { name: 'Allow counting' }).click();
  await expect(page.getByRole('status')).toHaveText('Your visits in this browser are counted from now on.');
  expect(await choice()).toBe('tracking=yes');
  await context.close();
});

test('where the site asks, nothing is counted before somebody agrees, and the question does not come back', async ({ page, context }) => {
  const allow = await asking(page, /\/(popular|about)$/);
  const sent = await eventsOf(context);
  await page.goto('/popular');
  await expect(allow).toBeVisible();
  const other = await context.newPage();
  const allowThere = await asking(other, /\/about$/);
  await other.goto('/about');
  await other.mouse.move(200, 200);
  await expect(allowThere).toBeVisible();
  await hide(page);
  expect(await waiting(page)).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  // The end of the footer can be read before an answer.
  await page.keyboard.press('End');
  const question = page.getByRole('complementary', { name: 'Your choice' });
  const covered = async () => {
    const footer = (await page.getByRole('contentinfo').boundingBox())!;
    return footer.y + footer.height - (await question.boundingBox())!.y;
  };
  await expect.poll(covered, { timeout: 20_000 }).toBeLessThan(1);
  await expect(allow).toBeInViewport();
  await allow.click();
  await expect(allow).toBeHidden();
  // The answer shows in another tab, too.
  await expect(allowThere).toBeHidden();
  await expect.poll(() => counted(page, sent)).toContain('view');
  await hide(page);
  await expect.poll(() => sent.map(({ type }) => type)).toContain('view');
  await page.goto('/about');
  await expect(allow).toBeHidden();
});
