import { expect, test } from 'vitest';
import { ask, jsonOf } from '../support/http.ts';
import { newVerified, register, Visitor } from '../support/http-visitor.ts';
import { mailTo } from '../support/mails.ts';
import { newDeal } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { outputOf } from '../support/site.ts';

const site = await sharedSite();

const ONE_CLICK = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
  body: 'List-Unsubscribe=One-Click',
};

/** Sent by a page's button, without script. */
const PRESSED = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' };

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

test('the link of a mail asks whether to end its alert, and its button or a mail program ends it', async () => {
  const { browser, email } = await newVerified(site);
  const word = `zither${Date.now()}`;
  const alert = { do: 'do-add', q: word, securitytoken: await browser.token() };
  expect(jsonOf(await browser.send('/forums/sddealalerts_ajax.php', alert))).toMatchObject({ success: true });
  await newDeal(site, { title: `Lone ${word}` });
  const mail = await mailTo(site.dataDir, email, { subject: word });
  const { pathname, search } = new URL(/https?:\/\/\S+\/alerts\/unsubscribe\?key=\S+/.exec(mail.text)![0]);
  const link = `${pathname}${search}`;
  const isPaused = async () => /Paused/.test((await browser.get('/account/alerts')).text);

  // Programs that look into mails follow the link, too.
  for (const method of ['GET', 'GET', 'HEAD']) {
    const page = await ask(site.url, link, { method });
    expect([page.status, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([200, 'no-referrer', 'no-store']);
    if (method === 'GET') expect(page.text).toContain(`Do you want to end the alert “${word}”?`);
  }
  expect(await isPaused()).toBe(false);

  // Whoever presses the button is not signed in here.
  const press = (value: string) =>
    ask(site.url, link, { ...ONE_CLICK, headers: { ...ONE_CLICK.headers, ...PRESSED }, body: `do=${value}` });
  const pressed = await press('end');
  expect([pressed.status, pressed.headers.location]).toEqual([303, link]);
  expect((await ask(site.url, link)).text).toContain(`We have ended the alert “${word}”.`);
  expect(await isPaused()).toBe(true);
  await press('undo');
  expect(await isPaused()).toBe(false);
  const clicked = await ask(site.url, link, ONE_CLICK);
  expect([clicked.status, jsonOf(clicked), await isPaused()]).toEqual([200, { success: true }, true]);

  // The mail outlives the alert.
  await browser.send('/forums/sddealalerts_ajax.php', { do: 'deleteall', securitytoken: await browser.token() });
  const gone = await ask(site.url, link);
  expect([gone.status, gone.text]).toEqual([200, expect.stringContaining('This alert no longer exists')]);
});

test('who has no notifications is not told to have read them', async () => {
  const { browser } = await newVerified(site);
  const { text } = await browser.get('/account/notifications');
  expect([text.includes('Nothing yet'), text.includes('You have read everything.')]).toEqual([true, false]);
});

test('the page of alerts says that mails wait until the address is verified, and has the link sent again', async () => {
  const fresh = new Visitor(site.url);
  const { email } = await register(fresh);
  const { text } = await fresh.get('/account/alerts');
  const [note] = /<section[^>]* aria-labelledby="unverified".*?<\/section>/s.exec(text) ?? [];
  for (const said of ['Mails of your alerts wait', email, 'value="emailcode"', 'Resend email']) expect(note).toContain(said);
  const { browser } = await newVerified(site);
  expect((await browser.get('/account/alerts')).text).not.toContain('not verified yet');
});

/** The value that a list of a page has. */
const chosenIn = (page: string, name: string) => {
  const [, options] = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(page) ?? [];
  // A value that is empty is written without quotes.
  const chosen = /<option value(?:="([^"]*)")? selected/.exec(options ?? '');
  return chosen && (chosen[1] ?? '');
};

test('a member’s hours and number a day are kept as they were entered, and what cannot be is said at its field', async () => {
  const { browser } = await newVerified(site);
  const before = (await browser.get('/account/alerts')).text;
  const entered = { timezone: 'Asia/Tokyo', digesthour: '19', digestday: '5', quietfrom: '22', quietuntil: '7', mostaday: '3' };
  const names = Object.keys(entered);
  expect(names.map((name) => chosenIn(before, name))).toEqual(['UTC', '8', '1', '', '', '']);
  const save = async (fields: object) =>
    browser.submit('/account/delivery', { do: 'update', securitytoken: await browser.token(), ...entered, ...fields });

  const saved = await save({});
  expect([saved.status, saved.headers.location]).toEqual([303, '/account/alerts']);
  const page = (await browser.get('/account/alerts')).text;
  expect(page).toContain('Your settings were saved.');
  expect(names.map((name) => chosenIn(page, name))).toEqual(Object.values(entered));

  await save({ quietuntil: '', mostaday: '' });
  const refused = (await browser.get('/account/alerts')).text;
  const left = (await browser.get('/account/alerts')).text;
  expect(refused).toMatch(/id="delivery-quietfrom-error"[^>]*>\s*Choose when the quiet hours begin and when they end\./);
  expect(names.map((name) => chosenIn(refused, name))).toEqual(['Asia/Tokyo', '19', '5', '22', '', '']);
  expect(names.map((name) => chosenIn(left, name))).toEqual(Object.values(entered));
  await save({ quietfrom: '', quietuntil: '', mostaday: '' });
  const lifted = (await browser.get('/account/alerts')).text;
  expect(names.map((name) => chosenIn(lifted, name))).toEqual(['Asia/Tokyo', '19', '5', '', '', '']);
});

test('feeds have new addresses once a member asks for them, and the old ones are gone', async () => {
  const { browser } = await newVerified(site);
  const addresses = async () => {
    const { text } = await browser.get('/account/alerts');
    return ['xml', 'json'].map((kind) => new RegExp(`/alerts/feed\\.${kind}\\?key=[\\w-]+`).exec(text)![0]);
  };
  const statuses = (feeds: string[]) => Promise.all(feeds.map(async (feed) => (await ask(site.url, feed)).status));
  const old = await addresses();
  expect(await statuses(old)).toEqual([200, 200]);
  const renewed = await browser.submit('/account/delivery', { do: 'renewfeed', securitytoken: await browser.token() });
  expect([renewed.status, renewed.headers.location]).toEqual([303, '/account/alerts']);
  expect((await browser.get('/account/alerts')).text).toContain('Your feeds have new addresses. The old ones no longer work.');
  const now = await addresses();
  expect(now).not.toEqual(old);
  expect([await statuses(old), await statuses(now)]).toEqual([
    [404, 404],
    [200, 200],
  ]);
});
