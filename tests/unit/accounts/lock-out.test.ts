import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { authorizationActions, loginActions } from '../../../src/features/accounts/actions.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { linkForm, useMagicLink } from '../../../src/features/accounts/sign-in/links.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, linkOf, newEmail, sentMails } from '../../support/calls.ts';
import { openCopy } from '../../support/databases.ts';

/** Counts are the same on both databases, and what is at once is tried in `log-in.test.ts`. */
async function openDb() {
  const { db, close } = await openCopy();
  onTestFinished(close);
  return db;
}

const magicLink = linkForm('/account/magic-link', useMagicLink);
const CLOSED = 'Too many wrong passwords. Log in with a link by email, or reset your password.';

/** The ten minutes of the short limits pass. */
const waitTenMinutes = ({ db }: Context) =>
  db
    .deleteFrom('rate_limits')
    .where((eb) => eb.or([eb('key', 'like', 'wrong-password:%'), eb('key', 'like', 'log-in:%')]))
    .execute();

/** Strangers all over the world try wrong passwords: one here, and the others as the database counts them. */
async function failOften(context: Context, identifier: string, times: number): Promise<void> {
  const counted = async () => {
    const rows = await context.db.selectFrom('rate_limits').select(['key', 'points']).where('key', 'like', 'failed-log-in:%').execute();
    return new Map(rows.map(({ key, points }) => [key, points]));
  };
  await waitTenMinutes(context);
  const before = await counted();
  await tryLogIn(new Caller(context), identifier, 'wrong password');
  const [key, points] = [...(await counted())].find(([name, count]) => before.get(name) !== count)!;
  await context.db
    .updateTable('rate_limits')
    .set({ points: points + times - 1 })
    .where('key', '=', key)
    .execute();
  await waitTenMinutes(context);
}

/** Strangers use up what an account and a member's network have for ten minutes. */
async function useUpShortLimits(context: Context, email: string, { network }: Caller): Promise<void> {
  await Promise.all(Array.from({ length: 11 }, () => tryLogIn(new Caller(context), email, 'wrong password')));
  await Promise.all(Array.from({ length: 31 }, (_, n) => tryLogIn(new Caller(context, network), `nobody${n}`, 'wrong password')));
}

const messageOf = ({ answer }: { answer: unknown }) => (answer as { message?: string }).message;

describe('after 100 failed log-ins', () => {
  test('an account takes no password any more, and says what helps', async () => {
    const context = accountsContext(await openDb());
    const { email, username, password } = await verifiedMember(context);
    await failOften(context, email, 99);
    // The hundredth is still looked at.
    expect(messageOf(await tryLogIn(new Caller(context), email, 'wrong password'))).toContain('Wrong password');
    await waitTenMinutes(context);
    const right = await tryLogIn(new Caller(context), username, password);
    expect([right.status, right.answer]).toEqual([
      200,
      { success: false, status: 'error', field: 'password', message: CLOSED, error: CLOSED },
    ]);
  });

  test('an address of nobody answers the same, after as much work', async () => {
    const context = accountsContext(await openDb());
    const { email, password } = await verifiedMember(context);
    const nobody = newEmail();
    await failOften(context, email, 100);
    await failOften(context, nobody, 100);
    const work = async (identifier: string) => {
      const verify = vi.spyOn(context.passwords, 'verify');
      const take = vi.spyOn(context.limits, 'take');
      const { answer, status, set } = await tryLogIn(new Caller(context), identifier, password);
      const done = { answer, status, set, hashes: verify.mock.calls.length, counted: take.mock.calls.map(([name]) => name) };
      vi.restoreAllMocks();
      return done;
    };
    const known = await work(email);
    expect(messageOf(known)).toBe(CLOSED);
    expect(await work(nobody)).toEqual(known);
  });

  test('is kept for a day of who is nobody: names that somebody makes up leave nothing behind for good', async () => {
    const context = accountsContext(await openDb());
    const { email } = await verifiedMember(context);
    const keptFor = async (identifier: string) => {
      await context.db.deleteFrom('rate_limits').execute();
      await tryLogIn(new Caller(context), identifier, 'wrong password');
      const rows = await context.db.selectFrom('rate_limits').select(['key', 'points', 'expire']).execute();
      return rows
        .map(({ key, points, expire }) => [key.replace(/:.*/, ''), points, Math.ceil((Number(expire) - Date.now()) / 60_000)])
        .toSorted();
    };
    const short = [
      ['log-in', 1, 10],
      ['wrong-password', 1, 10],
    ];
    expect(await keptFor(email)).toEqual([['failed-log-in', 1, 10 * 365 * 24 * 60], ...short]);
    expect(await keptFor('made-up@example.org')).toEqual([['failed-log-in', 1, 24 * 60], ...short]);
    expect(await keptFor('made-up')).toEqual([['failed-log-in', 1, 24 * 60], ...short]);
  });

  test('a link by mail logs in, and opens the account to its password', async () => {
    const context = accountsContext(await openDb());
    const { email, password } = await verifiedMember(context);
    await failOften(context, email, 100);
    const owner = new Caller(context);
    await owner.call(authorizationActions, { form: { do: 'requestLink', email } });
    await owner.call(magicLink, { form: { token: linkOf((await sentMails(context))[0]).token } });
    expect((await owner.session()).user).not.toBeNull();
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });

  test('a reset opens the account to the new password', async () => {
    const context = accountsContext(await openDb());
    const { email } = await verifiedMember(context);
    await failOften(context, email, 100);
    const owner = new Caller(context);
    await owner.call(loginActions, { form: { do: 'emailpassword', email } });
    const hash = linkOf((await sentMails(context))[0]).token;
    const next = 'nine blue kettles';
    await owner.call(loginActions, { form: { do: 'savepassword', hash, password: next, password_confirm: next } });
    expect((await tryLogIn(new Caller(context), email, next)).answer).toMatchObject({ success: true });
  });

  test('counted since the last log-in', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await verifiedMember(context);
    await failOften(context, email, 60);
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
    await failOften(context, email, 60);
    const { securitytoken } = await browser.session();
    expect((await tryLogIn(browser, email, password, { securitytoken })).answer).toMatchObject({ success: true });
    await failOften(context, email, 60);
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });
});

describe('a browser in which a member has logged in', () => {
  /** The browser after its session is over: it keeps what it is known by. */
  const loggedOut = (browser: Caller) => void browser.jar.delete('session');

  test('logs in while strangers have used up every count, on its own network too', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await verifiedMember(context);
    loggedOut(browser);
    await failOften(context, email, 100);
    await useUpShortLimits(context, email, browser);
    expect((await tryLogIn(new Caller(context, browser.network), email, password)).status).toBe(429);
    expect((await tryLogIn(browser, email, password)).answer).toMatchObject({ success: true });
    // That does not open the account to strangers.
    await waitTenMinutes(context);
    expect(messageOf(await tryLogIn(new Caller(context), email, password))).toBe(CLOSED);
  });

  test('has counts of its own, which use up nobody else’s', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await verifiedMember(context);
    loggedOut(browser);
    const tries = await Promise.all(Array.from({ length: 12 }, () => tryLogIn(browser, email, 'wrong password')));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await tryLogIn(browser, email, password)).status).toBe(429);
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });

  test('is known to its own members alone, and by no cookie that somebody made up', async () => {
    const context = accountsContext(await openDb());
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    const cookie = ada.browser.jar.get('devices')!;
    await failOften(context, ada.email, 100);
    await failOften(context, bob.email, 100);
    const [id] = cookie.split('.');
    for (const value of [bob.browser.jar.get('devices')!, `${id}.${'A'.repeat(22)}`, `${id}.`, '~'.repeat(50), '']) {
      const browser = new Caller(context);
      browser.jar.set('devices', value);
      expect(messageOf(await tryLogIn(browser, ada.email, ada.password)), value).toBe(CLOSED);
    }
    const browser = new Caller(context);
    browser.jar.set('devices', cookie);
    expect((await tryLogIn(browser, ada.email, ada.password)).answer).toMatchObject({ success: true });
  });

  test('is known to each of several members', async () => {
    const context = accountsContext(await openDb());
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    loggedOut(ada.browser);
    await tryLogIn(ada.browser, bob.email, bob.password);
    loggedOut(ada.browser);
    await failOften(context, ada.email, 100);
    await failOften(context, bob.email, 100);
    for (const { email, password } of [ada, bob]) {
      expect((await tryLogIn(ada.browser, email, password)).answer).toMatchObject({ success: true });
      loggedOut(ada.browser);
    }
  });

  test('keeps a cookie that no script reads', async () => {
    const context = accountsContext(await openDb(), { SITE_URL: 'https://deals.example' });
    const { email, password } = await newMember(context);
    const { set } = await tryLogIn(new Caller(context), email, password);
    expect(set.find((line) => line.includes('devices='))).toMatch(
      /^__Host-devices=[\w-]{43}\.[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('is forgotten when the member signs out elsewhere or resets the password, but where they do that', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await verifiedMember(context);
    const elsewhere = new Caller(context);
    await tryLogIn(elsewhere, email, password);
    await browser.callAsMember(profileActions, { form: { do: 'signoutelsewhere' } });
    loggedOut(browser);
    loggedOut(elsewhere);
    await failOften(context, email, 100);
    expect(messageOf(await tryLogIn(elsewhere, email, password))).toBe(CLOSED);
    expect((await tryLogIn(browser, email, password)).answer).toMatchObject({ success: true });
  });
});

describe('a member who is logged in', () => {
  test('changes the password while strangers have used up every count', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await verifiedMember(context);
    await failOften(context, email, 100);
    await useUpShortLimits(context, email, browser);
    const next = 'nine blue kettles';
    const form = { do: 'updatepassword', current_password: password, password: next, password_confirm: next };
    expect((await browser.callAsMember(profileActions, { form })).answer).toEqual({ success: true });
  });

  test('cannot try current passwords for ever', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await verifiedMember(context);
    const next = 'nine blue kettles';
    const guess = (current: string) =>
      browser.callAsMember(profileActions, {
        form: { do: 'updatepassword', current_password: current, password: next, password_confirm: next },
      });
    for (let n = 0; n < 10; n++) expect(messageOf(await guess('wrong password'))).toBe('This is not your current password.');
    expect((await guess(password)).status).toBe(429);
    // Guessing here keeps nobody from logging in.
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });
});

describe('a log-in in a browser that is not known', () => {
  const newsTo = async (context: Context, email: string) =>
    (await sentMails(context)).filter(({ to, subject }) => to === email && subject.startsWith('New log-in'));

  test('is told by mail, once, with the browser and the time', async () => {
    const context = accountsContext(await openDb());
    const { email, password } = await verifiedMember(context);
    const browser = new Caller(context);
    await tryLogIn(browser, email, password);
    const [mail, ...others] = await newsTo(context, email);
    expect(others).toEqual([]);
    expect(mail!.text).toContain('Chrome on Linux on 11/21/26 at 12:00 UTC');
    expect(mail!.text).toContain('You get this mail because of your account at localhost:4321.');
    browser.jar.delete('session');
    await tryLogIn(browser, email, password);
    expect(await newsTo(context, email)).toEqual([]);
  });

  test('is told in a whole sentence where the browser says nothing of itself', async () => {
    const context = accountsContext(await openDb());
    const { email, password } = await verifiedMember(context);
    await new Caller(context).call(loginActions, {
      form: { do: 'login', vb_login_username: email, vb_login_password: password },
      headers: { 'User-Agent': '' },
    });
    const [mail] = await newsTo(context, email);
    expect(mail!.text).toContain('logged in to your account with a program on 11/21/26 at 12:00 UTC');
  });

  test('is not told to whoever has just registered, or has not verified the address', async () => {
    const context = accountsContext(await openDb());
    const { email, password } = await newMember(context);
    await tryLogIn(new Caller(context), email, password);
    expect(await newsTo(context, email)).toEqual([]);
  });

  test('is not told when the member has just reset the password there', async () => {
    const context = accountsContext(await openDb());
    const { email } = await verifiedMember(context);
    const browser = new Caller(context);
    await browser.call(loginActions, { form: { do: 'emailpassword', email } });
    const hash = linkOf((await sentMails(context))[0]).token;
    const next = 'nine blue kettles';
    await browser.call(loginActions, { form: { do: 'savepassword', hash, password: next, password_confirm: next } });
    await tryLogIn(browser, email, next);
    expect(await newsTo(context, email)).toEqual([]);
  });

  test('is told five times an hour at most', async () => {
    const context = accountsContext(await openDb());
    const { email, password } = await verifiedMember(context);
    for (let n = 0; n < 8; n++) await tryLogIn(new Caller(context), email, password);
    expect(await newsTo(context, email)).toHaveLength(5);
  });
});
