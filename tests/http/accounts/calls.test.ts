import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, FORM, jsonOf } from '../../support/http.ts';
import { mailTo } from '../../support/mails.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { newAddress, PASSWORD, register, Visitor } from '../../support/http-visitor.ts';

const { url, dataDir, output } = await sharedSite();

const USED_UP = 'This link has expired or was already used. Please ask for a new one.';

const FORMS = [
  '/forums/login.php',
  '/forums/register.php?do=addmember',
  '/forums/changeUsername.php',
  '/forums/profile.php',
  '/ajax/usercheck.php',
  '/ajax/login/processAuthorization.php',
  '/facebook/sign-on/',
  '/account/email-update',
  '/account/theme',
  '/account/magic-link',
  '/account/verify',
  '/account/email-confirm',
];

const FOR_MEMBERS = ['/forums/changeUsername.php', '/forums/profile.php', '/account/email-update', '/account/theme'];

describe('every call', () => {
  test.each(FORMS)('takes forms of our own pages alone, of at most 64 KiB: %s', async (path) => {
    const post = (headers: Record<string, string>, body = 'a=1') => ask(url, path, { method: 'POST', body, headers });
    expect(
      (await ask(url, path, { method: 'PUT', body: 'a=1', headers: { 'Content-Type': FORM, Origin: url } })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await post({ 'Content-Type': 'text/plain', Origin: url })).status).toBe(415);
    expect((await post({ 'Content-Type': FORM, Origin: url }, 'a'.repeat(64 * 1024 + 1))).status).toBe(413);
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await post({ 'Content-Type': FORM, Origin: origin });
      expect([answer.status, jsonOf<{ status: string }>(answer).status]).toEqual([403, 'error']);
    }
    expect((await post({ 'Content-Type': FORM, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    for (const field of ['email', 'username', 'vb_login_username', 'token']) {
      const answer = await post({ 'Content-Type': FORM, Origin: url }, `do=login&${field}=a%00b`);
      // Who sends it comes first.
      const told = FOR_MEMBERS.includes(path) ? [200, { error: 'dologin' }] : [400, { message: 'The form is malformed.' }];
      expect([answer.status, jsonOf(answer)], field).toMatchObject(told);
    }
  });

  test.each(['/forums/login.php', '/forums/register.php', '/ajax/usercheck.php', '/auth/google/callback/', '/account/avatar'])(
    'is a POST: %s',
    async (path) => {
      const answer = await ask(url, path);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    },
  );

  test('with JSON says what is wrong with it', async () => {
    const visitor = new Visitor(url);
    const callback = (body: string, type = 'application/json') => visitor.post('/auth/google/callback/', body, { 'Content-Type': type });
    expect((await callback('{')).status).toBe(400);
    expect((await callback('{}', FORM)).status).toBe(415);
    expect((await callback(JSON.stringify({ a: 'a'.repeat(256 * 1024) }))).status).toBe(413);
    // It is not configured.
    expect((await callback('{}')).status).toBe(404);
  });
});

describe('an account from the first form to the last', () => {
  test('is registered, verified by its mail, reset and deleted', async () => {
    const visitor = new Visitor(url);
    const { email, username } = await register(visitor);
    const session = jsonOf<{ user: object }>(await visitor.get('/web-api/session/'));
    expect(session.user).toMatchObject({ username, hasUnverifiedEmail: true, hasNotSetPassword: false, reputation: 0, darkMode: null });

    const verify = new URL((await mailTo(dataDir, email, { subject: 'Verify' })).link);
    const path = `${verify.pathname}${verify.search}`;
    for (const method of ['HEAD', 'GET', 'GET']) expect((await ask(url, path, { method })).status, method).toBe(200);
    expect(jsonOf<{ user: object }>(await visitor.get('/web-api/session/')).user).toMatchObject({ hasUnverifiedEmail: true });
    const verified = await visitor.submit('/account/verify', {
      token: verify.searchParams.get('token')!,
      securitytoken: await visitor.token(),
    });
    expect([verified.status, verified.headers.location]).toEqual([303, '/forums/profile.php?do=accountsettings']);
    expect((await visitor.get(verified.headers.location!)).text).toContain('Your email address is verified.');
    expect(jsonOf<{ user: object }>(await visitor.get('/web-api/session/')).user).toMatchObject({ hasUnverifiedEmail: false });
    const seenAgain = (await visitor.get(path)).text;
    expect(seenAgain).toContain('Your email address is already verified.');
    expect(seenAgain).not.toContain(USED_UP);

    await visitor.send('/forums/login.php', { do: 'emailpassword', email, securitytoken: await visitor.token() });
    const reset = new URL((await mailTo(dataDir, email, { subject: 'Reset' })).link);
    expect([reset.pathname, reset.searchParams.get('do')]).toEqual(['/', 'resetpassword']);
    const hash = reset.searchParams.get('hash')!;
    const elsewhere = new Visitor(url);
    const saved = await elsewhere.send('/forums/login.php', {
      do: 'savepassword',
      hash,
      password: 'another password',
      password_confirm: 'another password',
    });
    expect(jsonOf(saved)).toEqual({ success: true });
    expect(jsonOf(await visitor.get('/web-api/session/'))).toEqual({ user: null, securitytoken: 'guest' });

    const back = await elsewhere.send('/forums/login.php', {
      do: 'login',
      vb_login_username: email,
      vb_login_password: 'another password',
      securitytoken: 'guest',
    });
    expect(jsonOf(back)).toMatchObject({ success: true, email });
    const form = { do: 'deleteaccount', confirm: '1', delete_password: 'another password', securitytoken: await elsewhere.token() };
    expect((await elsewhere.submit('/forums/profile.php', form)).headers.location).toBe('/account/goodbye');
    expect((await elsewhere.get('/account/goodbye')).text).toContain('Your account was deleted.');
    expect((await mailTo(dataDir, email, { subject: 'deleted' })).text).toContain('What you wrote stays, without your name.');
  });

  test('that is verified where nobody is logged in is not told to have the mail sent again', async () => {
    const { email } = await register(new Visitor(url));
    const verify = new URL((await mailTo(dataDir, email, { subject: 'Verify' })).link);
    const visitor = new Visitor(url);
    const verified = await visitor.submit('/account/verify', { token: verify.searchParams.get('token')!, securitytoken: 'guest' });
    const { text } = await visitor.get(verified.headers.location!);
    expect(text).toContain('Your email address is verified.');
    expect(text).toContain('<a href="/account/log-in">Log in</a>');
    expect(text).not.toContain('sent again');
  });

  test('is logged in by a magic link, which looking at does not use up', async () => {
    const { email, username } = await register(new Visitor(url));
    const visitor = new Visitor(url);
    await visitor.send('/ajax/login/processAuthorization.php', { do: 'requestLink', email, url: '/popular' });
    const link = new URL((await mailTo(dataDir, email, { subject: 'Log in' })).link);
    for (const method of ['HEAD', 'GET', 'GET']) {
      const looked = await ask(url, `${link.pathname}${link.search}`, { method });
      expect([looked.status, looked.headers['set-cookie']]).toEqual([200, undefined]);
    }
    const used = await visitor.submit('/account/magic-link', {
      token: link.searchParams.get('token')!,
      url: '/popular',
      securitytoken: 'guest',
    });
    expect([used.status, used.headers.location]).toEqual([303, '/popular']);
    expect(jsonOf<{ user: object }>(await visitor.get('/web-api/session/')).user).toMatchObject({ username });
  });
});

describe('a mailed link', () => {
  test.each([
    ['/account/verify?token=used', '<a href="/forums/profile.php?do=accountsettings">account settings</a>'],
    ['/account/magic-link?token=used', 'Email Me a Link'],
    ['/account/email-confirm?token=used', '<a href="/account/email-update">change it</a> again'],
    ['/account/email-restore?token=used', '<a href="/account/reset-password">sent again</a>'],
    ['/account/reset-password?hash=used', 'Request Reset Link'],
    ['/?do=resetpassword&hash=used', '<a href="/account/reset-password">Request another link</a>'],
  ])('that is no good any more says so when it is opened, without its button, and what to do: %s', async (address, next) => {
    const { text } = await ask(url, address);
    expect(text).toContain(USED_UP);
    expect(text).toContain(next);
    expect(text).not.toMatch(/name="(token|hash)"/);
  });

  test('leads to SITE_URL, whatever host the request names', async () => {
    const { email } = await register(new Visitor(url));
    const visitor = new Visitor(url);
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    const asked = await visitor.send('/forums/login.php', { do: 'emailpassword', email, securitytoken: 'guest' }, headers);
    expect(jsonOf(asked)).toEqual({ success: true });
    const mail = await mailTo(dataDir, email, { subject: 'Reset' });
    expect(mail.link.startsWith(`${url}/?do=resetpassword`)).toBe(true);
    expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
  });
});

describe('pages about a member', () => {
  const PAGES = ['/forums/profile.php?do=accountsettings', '/account/email-update'];

  test.each(PAGES)('are for members, and lead back after the log-in: %s', async (path) => {
    const answer = await ask(url, path);
    expect([answer.status, answer.headers.location]).toEqual([303, `/account/log-in?url=${encodeURIComponent(path)}`]);
  });

  test.each([...PAGES, '/account/log-in', '/account/sign-up', '/account/reset-password', '/web-api/session/', '/account/download'])(
    'are kept by nobody: %s',
    async (path) => {
      const visitor = new Visitor(url);
      await register(visitor);
      const answer = await visitor.get(path);
      expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([200, 'no-store', undefined]);
    },
  );

  test('say to the minute when other browsers were last seen', async () => {
    const [here, there] = [new Visitor(url), new Visitor(url)];
    const { email } = await register(here);
    const form = { do: 'login', vb_login_username: email, vb_login_password: PASSWORD, securitytoken: 'guest' };
    expect(jsonOf(await there.send('/forums/login.php', form))).toMatchObject({ success: true });
    expect((await here.get(PAGES[0]!)).text).toMatch(/<\/strong> last seen [\d/]+ at \d\d:\d\d UTC\s*<\/p>/);
  });

  test('tell nothing of somebody else', async () => {
    const [ada, bob] = [new Visitor(url), new Visitor(url)];
    const { email } = await register(ada);
    await register(bob);
    expect((await ada.get(PAGES[0]!)).text).toContain(email);
    expect((await bob.get(PAGES[0]!)).text).not.toContain(email);
  });
});

describe('the log', () => {
  test('holds no password, no session and no token of a call', async () => {
    const visitor = new Visitor(url);
    const email = newAddress();
    await register(visitor, email);
    const securitytoken = await visitor.token();
    await visitor.send('/forums/login.php', {
      do: 'login',
      vb_login_username: email,
      vb_login_password: 'a wrong password',
      securitytoken,
    });
    await visitor.get('/?do=resetpassword&hash=secret-hash');
    await visitor.get('/account/magic-link?token=secret-token');
    await mailTo(dataDir, email);
    const log = readFileSync(output, 'utf8');
    for (const secret of [PASSWORD, 'a wrong password', securitytoken, visitor.jar.get('session')!, 'secret-hash', 'secret-token'])
      expect(log.includes(secret), secret).toBe(false);
  });
});
