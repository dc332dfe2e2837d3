import { expect, test, vi } from 'vitest';
import { loginActions } from '../../../src/features/accounts/actions.server.ts';
import { clearOldSessions } from '../../../src/features/session/sessions.server.ts';
import { openPasswords } from '../../../src/server/passwords.ts';
import { accountsContext, DAY, HOUR, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, newEmail, sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { watchWrites } from '../../support/watched-writes.ts';

const WRONG = {
  ...{ success: false, status: 'error', field: 'password' },
  ...{
    message: 'Wrong password, or no such account.',
    error: 'Wrong password, or no such account.',
  },
};

onDatabase('a log-in', (open) => {
  test('takes the address or the name, in any case, and says what is missing', async () => {
    const context = accountsContext((await open()).db);
    const { email, username, password } = await newMember(context);
    for (const identifier of [email, email.toUpperCase(), ` ${email} `, username, username.toLowerCase()]) {
      const browser = new Caller(context);
      const { answer } = await tryLogIn(browser, identifier, password, { url: '/popular' });
      expect(answer, identifier).toEqual({
        ...{ success: true, successUrl: '/popular', email, hasUnverifiedEmail: true, hasNotSetPassword: false },
      });
      expect((await browser.session()).user?.username).toBe(username);
    }
  });

  test('asks for what was left blank', async () => {
    const context = accountsContext((await open()).db);
    const browser = new Caller(context);
    expect((await tryLogIn(browser, '  ', 'x')).answer).toMatchObject({
      success: false,
      field: 'email',
      message: 'Please enter your email address or username',
    });
    for (const blank of ['', '   '])
      expect((await tryLogIn(browser, 'x', blank)).answer).toMatchObject({
        success: false,
        field: 'password',
        message: 'Please enter a password',
      });
    // That was no try.
    expect(await context.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });

  test('says the same of a wrong password and of nobody, after as much work', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const work = async (identifier: string) => {
      const verify = vi.spyOn(context.passwords, 'verify');
      const take = vi.spyOn(context.limits, 'take');
      const { answer, status, set } = await tryLogIn(new Caller(context), identifier, 'something else');
      const done = { answer, status, set, hashes: verify.mock.calls.length, counted: take.mock.calls.map(([name]) => name) };
      vi.restoreAllMocks();
      return done;
    };
    const known = await work(email);
    expect(known).toMatchObject({ answer: WRONG, status: 200, set: [], hashes: 1 });
    expect(await work(newEmail())).toEqual(known);
    expect(await work('nobody')).toEqual(known);
  });

  test('sets a cookie that only a later setting makes last', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await newMember(context);
    const cookie = async (more: Record<string, string>) =>
      (await tryLogIn(new Caller(context), email, password, more)).set.find((line) => line.startsWith('session='))!;
    expect(await cookie({})).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await cookie({ cookieuser: '1' })).toContain('Max-Age=2592000');
  });

  test('on https uses a cookie that belongs to the host', async () => {
    const context = accountsContext((await open()).db, { SITE_URL: 'https://deals.example' });
    const { email, password } = await newMember(context);
    const { set } = await tryLogIn(new Caller(context), email, password);
    expect(set.find((line) => line.includes('session='))).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('brings the member’s theme along', async () => {
    const context = accountsContext((await open()).db);
    const { email, password, userId } = await newMember(context);
    await context.db.updateTable('accounts').set({ dark_mode: true }).where('user_id', '=', userId).execute();
    const browser = new Caller(context);
    await tryLogIn(browser, email, password);
    expect(browser.jar.get('dark-mode')).toBe('1');
  });

  test('makes a new session and ends the one before', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await newMember(context);
    const before = browser.jar.get('session');
    const { securitytoken } = await browser.session();
    await tryLogIn(browser, email, password, { securitytoken });
    expect(browser.jar.get('session')).not.toBe(before);
    browser.jar.set('session', before!);
    expect((await browser.session()).user).toBeNull();
  });

  test('hashes the password anew when the cost has changed', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await newMember(context);
    const dearer = { ...context, passwords: openPasswords({ memory: 128, passes: 1, parallelism: 1 }) };
    expect((await tryLogIn(new Caller(dearer), email, password)).answer).toMatchObject({ success: true });
    const { password_hash: hash } = await context.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    expect(hash).toContain('$m=128,');
    expect((await tryLogIn(new Caller(dearer), email, password)).answer).toMatchObject({ success: true });
  });

  test('is closed for an account after 10 wrong passwords, even at once, but not for others', async () => {
    const context = accountsContext((await open()).db);
    const [victim, other] = [await newMember(context), await newMember(context)];
    const tries = await Promise.all(Array.from({ length: 15 }, () => tryLogIn(new Caller(context), victim.email, 'wrong password')));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(10);
    const right = await tryLogIn(new Caller(context), victim.username, victim.password);
    expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await tryLogIn(new Caller(context), other.email, other.password)).answer).toMatchObject({ success: true });
  });

  test('closes for addresses of nobody just the same', async () => {
    const context = accountsContext((await open()).db);
    const email = newEmail();
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await tryLogIn(new Caller(context), email, 'wrong password')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('is closed for a network after 30 tries that failed; those that succeed do not count', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await newMember(context);
    const network = new Caller(context);
    for (let n = 0; n < 35; n++) {
      const { status } = await tryLogIn(new Caller(context, network.network), email, password);
      expect(status).toBe(200);
    }
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, n) => tryLogIn(new Caller(context, network.network), `nobody-${n}`, 'wrong password')),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(30);
    expect((await tryLogIn(new Caller(context, network.network), email, password)).status).toBe(429);
    expect((await tryLogIn(new Caller(context), email, password)).status).toBe(200);
  });

  test('of too many people at once has some come back later', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await newMember(context);
    const busy = { ...context, passwords: { ...context.passwords, verify: async () => undefined } };
    const { status, headers } = await tryLogIn(new Caller(busy), email, password);
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  });

  test('without script leads to a page', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await newMember(context);
    const browser = new Caller(context);
    const send = (secret: string) =>
      browser.call(loginActions, {
        ...{ address: '/forums/login.php', plain: true },
        form: { do: 'login', vb_login_username: email, vb_login_password: secret, url: '/all', securitytoken: 'guest' },
      });
    const wrong = await send('something else');
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, '/account/log-in?url=%2Fall']);
    expect(browser.jar.get('flash')).toContain(email);
    const right = await send(password);
    expect([right.status, right.headers.get('location')]).toEqual([303, '/all']);
    expect(browser.jar.get('after-sign-in')).toBe('log-in');
    expect(browser.jar.get('flash')).toContain('You are logged in.');
    const { securitytoken } = await browser.session();
    const out = await browser.call(loginActions, { form: { do: 'logout', securitytoken }, plain: true });
    expect([out.status, out.headers.get('location')]).toEqual([303, '/']);
    expect(browser.jar.get('flash')).toContain('You are logged out.');
  });
});

onDatabase('a session', (open) => {
  test('ends after 14 days without use', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    context.at.pass(13 * DAY);
    expect((await browser.session()).user).not.toBeNull();
    context.at.pass(13 * DAY);
    expect((await browser.session()).user).not.toBeNull();
    context.at.pass(3 * DAY);
    expect((await browser.session()).user).not.toBeNull();
    const idle = await newMember(context);
    context.at.pass(14 * DAY + HOUR);
    expect((await idle.browser.session()).user).toBeNull();
  });

  test('ends after 30 days however much it is used', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    for (let day = 0; day < 30; day++) {
      expect((await browser.session()).user).not.toBeNull();
      context.at.pass(DAY);
    }
    expect(await browser.session()).toEqual({ user: null, securitytoken: 'guest' });
    // What told the page's first script is gone with it.
    expect(browser.jar.has('signed-in')).toBe(false);
  });

  test('that is over is cleared away, with links that are too old, and others stay', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    for (let count = 0; count < 2; count++) await newMember(context);
    await sentMails(context);
    context.at.pass(14 * DAY);
    const { browser } = await newMember(context);
    await sentMails(context);
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(3);
    expect(await db.selectFrom('tokens').selectAll().execute()).toHaveLength(3);
    context.at.pass(HOUR);
    const { watched, largest } = watchWrites(context);
    await clearOldSessions(watched, 1);
    expect(largest()).toBe(1);
    expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom('tokens').selectAll().execute()).toHaveLength(1);
    expect((await browser.session()).user).not.toBeNull();
  });

  test('goes on when it began in the place of one that is being deleted', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await newMember(context);
    // The job has marked what is over, and deletes it in a moment.
    await context.db.updateTable('sessions').set({ lapsed: true }).execute();
    await tryLogIn(browser, email, password, { securitytoken: (await browser.session()).securitytoken });
    await clearOldSessions(context);
    expect((await browser.session()).user).toMatchObject({ hasUnverifiedEmail: true });
  });

  test('ends where its member has begun a hundred others, and was used longest ago', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    const { browser: first, email, password } = await newMember(context);
    const other = await newMember(context);
    const {
      token_hash: _hash,
      id: _id,
      ...session
    } = await db.selectFrom('sessions').selectAll().orderBy('created_at').executeTakeFirstOrThrow();
    context.at.pass(HOUR);
    const used = { ...session, seen_at: context.clock() };
    await db
      .insertInto('sessions')
      .values(Array.from({ length: 98 }, (_, index) => ({ ...used, token_hash: Buffer.alloc(32, index) })))
      .execute();
    const later = [new Caller(context), new Caller(context)] as const;
    await tryLogIn(later[0], email, password);
    expect((await first.session()).user).not.toBeNull();
    context.at.pass(HOUR);
    await tryLogIn(later[1], email, password);
    expect(await Promise.all([first, ...later, other.browser].map(async (browser) => (await browser.session()).user !== null))).toEqual([
      ...[false, true, true, true],
    ]);
    expect(await db.selectFrom('sessions').select('user_id').where('user_id', '=', session.user_id).execute()).toHaveLength(100);
  });

  test('is stored as a hash', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const [row] = await context.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(browser.jar.get('session'));
    expect(row!.token_hash).toHaveLength(32);
  });

  test('has a token of its own, which every call that changes something needs', async () => {
    const context = accountsContext((await open()).db);
    const [ada, bob] = [await newMember(context), await newMember(context)];
    const { securitytoken } = await ada.browser.session();
    expect((await bob.browser.session()).securitytoken).not.toBe(securitytoken);
    const logOut = (token: Record<string, string>) => ada.browser.call(loginActions, { form: { do: 'logout', ...token } });
    for (const token of [{}, { securitytoken: 'guest' }, { securitytoken: (await bob.browser.session()).securitytoken }]) {
      const { status, answer } = await logOut(token as Record<string, string>);
      expect([status, answer]).toEqual([403, expect.objectContaining({ status: 'error' })]);
    }
    // Published pages have the form without the token: it leads to the page that has it.
    const plain = async (token: Record<string, string>) => {
      const { status, headers } = await ada.browser.call(loginActions, { plain: true, form: { do: 'logout', ...token } });
      expect([status, headers.get('location')]).toEqual([303, '/forums/profile.php?do=accountsettings']);
      return JSON.parse(ada.browser.jar.get('flash') ?? '') as object;
    };
    expect(await plain({})).toEqual({ message: 'To log out, press “Log out here” on this page.' });
    expect(await plain({ securitytoken: 'guest' })).toMatchObject({
      message: expect.stringContaining('out of date') as string,
      refused: true,
    });
    expect((await ada.browser.session()).user).not.toBeNull();
    expect((await logOut({ securitytoken })).answer).toEqual({ success: true });
    expect(ada.browser.jar.has('session')).toBe(false);
    expect(await ada.browser.session()).toEqual({ user: null, securitytoken: 'guest' });
  });

  test('does nothing for a foreign page', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const { securitytoken } = await browser.session();
    const { status } = await browser.call(loginActions, {
      form: { do: 'logout', securitytoken },
      headers: { Origin: 'https://evil.example' },
    });
    expect(status).toBe(403);
    expect((await browser.session()).user).not.toBeNull();
  });
});
