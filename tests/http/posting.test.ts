import { expect, test, vi } from 'vitest';
import { jsonOf } from '../support/http.ts';
import { newVerified, PASSWORD, register, Visitor } from '../support/http-visitor.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';

const site = await sharedSite();
const { url } = site;

test('the form for a deal leads guests to the log-in page, and its call says so', async () => {
  const guest = new Visitor(url);
  const page = await guest.get('/post');
  expect([page.status, page.headers.location, page.headers['cache-control']]).toEqual([303, '/account/log-in?url=%2Fpost', 'no-store']);
  expect(jsonOf(await guest.send('/post', { do: 'submit' }))).toEqual({ error: 'dologin' });
  const plain = await guest.submit('/post', { do: 'submit' });
  expect([plain.status, plain.headers.location]).toEqual([303, '/account/log-in?url=%2Fpost']);
  const large = await guest.send('/post', { do: 'submit', description: 'x'.repeat(140_000) });
  expect([large.status, jsonOf(large)]).toEqual([413, { status: 'error', message: 'Send at most 128 KiB.' }]);
  const shown = await guest.submit('/post', { do: 'submit', description: 'x'.repeat(140_000) });
  expect([shown.status, shown.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  expect(shown.text).toContain('Send at most 128 KiB. Nothing was changed. Go back to the form, shorten the longest text in it,');
});

test('who has not verified an address is told where the link is and how to get another', async () => {
  const newcomer = new Visitor(url);
  const { email } = await register(newcomer);
  const page = await newcomer.get('/post');
  expect(page.text).toContain('Please verify your email address first.');
  expect(page.text).toContain(email);
  expect(page.text).toContain('<a href="/forums/profile.php?do=accountsettings">account settings</a>.');
  expect(page.text).not.toContain('name="do" value="submit"');
});

/** Has a new member post a deal at a store that nobody knows. */
async function postWaiting() {
  const { browser, email } = await newVerified(site);
  const category = /<option value="([a-z-]+)"/.exec((await browser.get('/post')).text)?.[1] ?? '';
  const fields = { url: 'https://new-shop.example/lamp', title: `A lamp that waits ${Date.now()}`, price: '10', category };
  const sent = await browser.send('/post', { do: 'submit', ...fields, securitytoken: await browser.token() });
  expect(jsonOf(sent)).toEqual({ waiting: true });
  return { browser, fields, email };
}

test('a deal that waits is withdrawn after a question', async () => {
  const { browser } = await postWaiting();
  const { text } = await browser.get('/account/posts');
  expect(text).toMatch(
    /<details> ?<summary[^>]*> ?Withdraw ?<\/summary> ?<form(?:(?!<\/form>).)*This cannot be undone\.(?:(?!<\/form>).)*<\/form> ?<\/details>/,
  );
  expect(text).not.toMatch(/>\s*Withdraw\s*<\/button>/);
});

test('what was refused is listed with why, and opens in a form to be sent again', async () => {
  const { browser, fields } = await postWaiting();
  const moderator = await newVerified(site);
  await commandSite(site, 'member', { name: moderator.username, role: 'moderator' });
  const id = /\/post\?waiting=(\d+)/.exec((await browser.get('/account/posts')).text)?.[1] ?? '';
  const decision = { do: 'refuse', id, revision: '1', reason: 'Which lamp?', securitytoken: await moderator.browser.token() };
  expect(jsonOf(await moderator.browser.send('/desk/posts', decision))).toMatchObject({ success: true });
  const listed = (await browser.get('/account/posts')).text;
  expect(listed).toContain('Refused: Which lamp?');
  expect(listed).toMatch(new RegExp(`href="/post\\?again=${id}"[^>]*> ?Change and send again`));
  const form = (await browser.get(`/post?again=${id}`)).text;
  for (const part of [
    'A moderator did not publish it: Which lamp?',
    `value="${fields.title}"`,
    `name="again" value="${id}"`,
    'Send again</button>',
  ])
    expect(form).toContain(part);
  // The form in which it waited, to which Back leads, is gone with the decision.
  expect(await ledToOwnPosts(browser, `/post?waiting=${id}`)).toContain('a moderator has decided about it.');
  const again = { do: 'submit', again: id, ...fields, title: `${fields.title}, brass`, securitytoken: await browser.token() };
  expect(jsonOf(await browser.send('/post', again))).toEqual({ waiting: true });
  expect(await ledToOwnPosts(browser, `/post?again=${id}`)).toContain('You have sent this deal again already');
  for (const address of [`/post?waiting=${id}`, `/post?again=${id}`]) expect((await moderator.browser.get(address)).status).toBe(404);
  expect((await browser.get('/post?waiting=999999999')).status).toBe(404);
});

/** Opens a form that is gone. @returns the page that it leads to */
async function ledToOwnPosts(browser: Visitor, address: string): Promise<string> {
  const { status, headers } = await browser.get(address);
  expect([status, headers.location]).toEqual([303, '/account/posts']);
  return (await browser.get('/account/posts')).text;
}

test('a picture that cannot be had is told in the list of what one posted', async () => {
  const { browser, username } = await newVerified(site);
  await commandSite(site, 'member', { name: username, role: 'moderator' });
  const category = /<option value="([a-z-]+)"/.exec((await browser.get('/post')).text)?.[1] ?? '';
  const fields = { url: 'https://northgable.example/p/lamp', title: 'A lamp without a picture', price: '10', category };
  const sent = { do: 'submit', ...fields, image: 'http://localhost/lamp.png', securitytoken: await browser.token() };
  expect(jsonOf(await browser.send('/post', sent))).toMatchObject({ path: expect.any(String) as unknown });
  await vi.waitUntil(async () => (await browser.get('/account/posts')).text.includes('Its picture could not be fetched'), {
    timeout: 30_000,
  });
});

test('what was typed of a deal is there for its member alone, when the session had ended and there is no script', async () => {
  const { browser, fields, email } = await postWaiting();
  const form = /<form[^>]*action="\/post".*?<\/form>/s.exec((await browser.get('/post')).text)?.[0] ?? '';
  expect([...form.matchAll(/<button[^>]* name="do" value="(\w+)"/g)].map(([, value]) => value)).toEqual(['preview', 'submit']);
  const hidden = Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const title = `Another lamp ${Date.now()}`;
  browser.jar.clear();
  const { status, headers } = await browser.submit('/post', { ...fields, ...hidden, do: 'submit', title });
  expect([status, headers.location]).toEqual([303, '/account/log-in?url=%2Fpost']);
  expect((await browser.get('/account/log-in?url=%2Fpost')).text).toContain('Your session has ended');
  // Whoever uses this browser next has nothing of it.
  const { browser: next } = await newVerified(site);
  for (const [name, value] of browser.jar) if (!next.jar.has(name)) next.jar.set(name, value);
  expect((await next.get('/post')).text).not.toContain(title);
  await browser.send('/forums/login.php', { do: 'login', vb_login_username: email, vb_login_password: PASSWORD, securitytoken: 'guest' });
  expect((await browser.get('/post')).text).toContain(`value="${title}"`);
});

test('a page that is asked for too often says so and when to come back', async () => {
  const { browser } = await newVerified(site);
  const ask = () => browser.get('/post?check=1');
  expect((await ask()).status).toBe(200);
  const answers = [];
  // More at once would be told that the site is busy.
  for (let round = 0; round < 6; round += 1) answers.push(...(await Promise.all(Array.from({ length: 20 }, ask))));
  const late = answers.filter(({ status }) => status !== 200);
  expect(late.map(({ status, text, headers }) => [status, text, headers['content-type'], headers['cache-control']])).toEqual([
    [429, 'You have had many deals checked. Please wait a few minutes; what you typed is kept.\n', 'text/plain; charset=utf-8', 'no-store'],
  ]);
  expect(Number(late[0]?.headers['retry-after'])).toBeGreaterThan(0);
});
