import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { authorizationActions, loginActions } from '../../../src/features/accounts/actions.server.ts';
import { endSessions } from '../../../src/features/accounts/end-sessions.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { confirmEmailChange, requestEmailChange } from '../../../src/features/accounts/settings/email.server.ts';
import { saveTheme } from '../../../src/features/accounts/settings/theme.server.ts';
import { linkForm, useMagicLink } from '../../../src/features/accounts/sign-in/links.server.ts';
import {
  connectProfile,
  memberOfProfile,
  signInWithProfile,
  type SocialProfile,
} from '../../../src/features/accounts/sign-in/social.server.ts';
import { readSession } from '../../../src/features/session/read-session.server.ts';
import { memberForm, visitorForm } from '../../../src/features/session/visit.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, linkOf, newEmail, PASSWORD, sentMails } from '../../support/calls.ts';
import { onDatabase, openServerCopy } from '../../support/databases.ts';
import { leave } from '../../support/leaving.ts';
import { untilRowIsAwaited } from '../../support/waiting.ts';

const emailUpdate = memberForm('/account/email-update', requestEmailChange);
const emailConfirm = linkForm('/account/email-confirm', confirmEmailChange);
const magicLink = linkForm('/account/magic-link', useMagicLink);

const themeForm = memberForm('/', saveTheme);

const NEXT = 'another password';
const GOOGLE: SocialProfile = { provider: 'google', subject: 'evil', email: 'evil@example.org', emailVerified: true, runsMailbox: false };

const sessionIn = async (browser: Caller) =>
  required(await readSession({ context: browser.context, cookies: browser.cookies() }), 'the session');
const askChange = (browser: Caller, email: string, password = PASSWORD) => browser.callAsMember(emailUpdate, { form: { email, password } });
const confirmChange = async (context: Context, token: string) => (await new Caller(context).call(emailConfirm, { form: { token } })).answer;

/** The owner of an account resets its password by mail. */
async function resetPassword(context: Context, email: string): Promise<void> {
  const owner = new Caller(context);
  await owner.call(loginActions, { form: { do: 'emailpassword', email } });
  const { token } = linkOf((await sentMails(context)).find(({ subject }) => subject.startsWith('Reset')));
  const { answer } = await owner.call(loginActions, { form: { do: 'savepassword', hash: token, password: NEXT, password_confirm: NEXT } });
  expect(answer).toEqual({ success: true });
}

onDatabase('whoever had got into an account is out after its owner has reset the password', (open) => {
  test('with a link that makes another address the account’s', async () => {
    const context = accountsContext((await open()).db);
    const { browser: thief, email } = await verifiedMember(context);
    const evil = newEmail();
    await askChange(thief, evil);
    const { token } = linkOf((await sentMails(context)).find(({ to }) => to === evil));
    await resetPassword(context, email);
    expect(await confirmChange(context, token)).toMatchObject({ status: 'error' });
    expect((await tryLogIn(new Caller(context), email, NEXT)).answer).toMatchObject({ success: true, email });
  });

  test('with such a link that was still to be mailed', async () => {
    const context = accountsContext((await open()).db);
    const { browser: thief, email } = await verifiedMember(context);
    const evil = newEmail();
    await new Caller(context).call(loginActions, { form: { do: 'emailpassword', email } });
    const { token } = linkOf((await sentMails(context))[0]);
    await askChange(thief, evil);
    await new Caller(context).call(loginActions, { form: { do: 'savepassword', hash: token, password: NEXT, password_confirm: NEXT } });
    expect((await sentMails(context)).map(({ to }) => to)).not.toContain(evil);
  });

  test('with a provider’s account that was connected', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await verifiedMember(context);
    const session = await sessionIn(browser);
    expect(await connectProfile(context, session, GOOGLE)).toBe('connected');
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your account was connected to Google']]);
    await resetPassword(context, email);
    // A provider's answer may come after the reset.
    expect(await connectProfile(context, session, GOOGLE)).toBe('stale');
    expect(await memberOfProfile(context, GOOGLE)).toMatchObject({ outcome: 'new' });
  });

  test.each([
    ['with a link that was being used meanwhile', true],
    ['with a provider’s account that was being looked up meanwhile', false],
  ])('%s', async (_what, byLink) => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await verifiedMember(context);
    await connectProfile(context, await sessionIn(browser), GOOGLE);
    await new Caller(context).call(authorizationActions, { form: { do: 'requestLink', email } });
    const { token } = linkOf((await sentMails(context)).find(({ subject }) => subject.startsWith('Log in to')));
    let resets = 1;
    const slow: Context = {
      ...context,
      limits: {
        ...context.limits,
        async clear(name, key) {
          if (resets-- > 0) await resetPassword(context, email);
          await context.limits.clear(name, key);
        },
      },
    };
    const thief = new Caller(slow);
    const byProvider = visitorForm(
      () => '/',
      async (visit) => ({ answer: { entered: await signInWithProfile(visit, GOOGLE) }, to: '/' }),
    );
    const { answer } = await thief.call(byLink ? magicLink : byProvider, { form: { token } });
    expect(answer).toMatchObject(byLink ? { status: 'error' } : { entered: 'stale' });
    expect((await thief.session()).user).toBeNull();
  });

  test('with the old password that was being looked at meanwhile', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await verifiedMember(context);
    const slow: Context = {
      ...context,
      passwords: {
        ...context.passwords,
        async verify(tried, stored) {
          const result = await context.passwords.verify(tried, stored);
          await resetPassword(context, email);
          return result;
        },
      },
    };
    const thief = new Caller(slow);
    expect((await tryLogIn(thief, email, password)).answer).toMatchObject({ success: false });
    expect((await thief.session()).user).toBeNull();
  });

  test('with a change of the password that was under way', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await verifiedMember(context);
    const slow: Context = {
      ...context,
      passwords: {
        ...context.passwords,
        async hash(password) {
          if (password === 'the thief’s password') await resetPassword(context, email);
          return context.passwords.hash(password);
        },
      },
    };
    const thief = new Caller(slow);
    for (const [name, value] of browser.jar) thief.jar.set(name, value);
    const form = {
      do: 'updatepassword',
      current_password: PASSWORD,
      password: 'the thief’s password',
      password_confirm: 'the thief’s password',
    };
    expect((await thief.callAsMember(profileActions, { form })).answer).toMatchObject({ success: false });
    expect((await tryLogIn(new Caller(context), email, NEXT)).answer).toMatchObject({ success: true });
  });
});

const server = inject('postgres');

// The embedded database has one session, in which nobody waits for a row.
describe.skipIf(!server)('a reset by the owner at the same moment', () => {
  const changePassword = (browser: Caller) =>
    browser.callAsMember(profileActions, {
      form: { do: 'updatepassword', current_password: PASSWORD, password: NEXT, password_confirm: NEXT },
    });

  test.each([
    [
      'a change of the password',
      async (browser: Caller) => (await changePassword(browser)).answer,
      expect.objectContaining({ success: false }),
    ],
    ['the connection of a provider', async (browser: Caller) => connectProfile(browser.context, await sessionIn(browser), GOOGLE), 'stale'],
  ])('stops %s, and is not stopped by it', async (_what, act, refused) => {
    const database = await openServerCopy(required(server, 'the server'));
    onTestFinished(() => database.close());
    const context = accountsContext(database.db);
    const { browser, userId } = await verifiedMember(context);
    const resetting = await context.db.transaction().execute(async (transaction) => {
      // What using up the link of a reset locks first.
      await transaction.selectFrom('accounts').select('user_id').where('user_id', '=', userId).forUpdate().execute();
      const acting = act(browser);
      await untilRowIsAwaited(context.db);
      await endSessions(transaction, userId);
      // In an object it is not awaited before the reset is done.
      return { acting };
    });
    expect(await resetting.acting).toEqual(refused);
    expect((await browser.session()).user).toBeNull();
  });
});

onDatabase('whoever makes an account ahead with somebody else’s address', (open) => {
  test('keeps no link to it once its owner comes', async () => {
    const context = accountsContext((await open()).db);
    const { browser: squatter, email } = await newMember(context);
    const evil = newEmail();
    await askChange(squatter, evil);
    const { token } = linkOf((await sentMails(context)).find(({ to }) => to === evil));
    const owner = new Caller(context);
    await owner.call(authorizationActions, { form: { do: 'requestLink', email } });
    const link = linkOf((await sentMails(context))[0]);
    await owner.call(magicLink, { form: { token: link.token } });
    expect(await confirmChange(context, token)).toMatchObject({ status: 'error' });
    expect((await owner.session()).user).toMatchObject({ hasUnverifiedEmail: false });
  });
});

onDatabase('a provider’s account', (open) => {
  test('is connected by whoever has just logged in, and by nobody else', async () => {
    const context = accountsContext((await open()).db);
    const session = await sessionIn((await verifiedMember(context)).browser);
    expect(await connectProfile(context, { ...session, isFresh: false }, GOOGLE)).toBe('stale');
    expect(await connectProfile(context, session, GOOGLE)).toBe('connected');
    expect(await connectProfile(context, { ...session, isFresh: false }, GOOGLE)).toBe('own');
    const other = await sessionIn((await verifiedMember(context)).browser);
    expect(await connectProfile(context, other, GOOGLE)).toBe('foreign');
    expect(await connectProfile(context, session, { ...GOOGLE, subject: 'second' })).toBe('foreign');
  });
});

onDatabase('a limit', (open) => {
  test('of an account is not reached by typing its number', async () => {
    const context = accountsContext((await open()).db);
    const { email, password, userId } = await verifiedMember(context);
    for (let n = 0; n < 12; n++) await tryLogIn(new Caller(context), String(userId), 'wrong password');
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });

  test('does not count those who were told to come back', async () => {
    const context = accountsContext((await open()).db);
    const { email, password } = await verifiedMember(context);
    const busy = { ...context, passwords: { ...context.passwords, verify: async () => undefined } };
    const browser = new Caller(busy);
    for (let n = 0; n < 35; n++) expect((await tryLogIn(browser, email, password)).headers.get('retry-after')).toBe('5');
    expect((await tryLogIn(new Caller(context, browser.network), email, password)).answer).toMatchObject({ success: true });
  });

  test('keeps a member from having a stranger written to again and again', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await verifiedMember(context);
    const stranger = newEmail();
    for (let n = 0; n < 5; n++) expect((await askChange(browser, stranger)).answer).toEqual({ status: 'success' });
    expect((await askChange(browser, stranger)).status).toBe(429);
    expect((await sentMails(context)).filter(({ to }) => to === stranger)).toHaveLength(5);
  });

  test('keeps accounts with a stranger’s address from having it written to again and again', async () => {
    const context = accountsContext((await open()).db);
    const stranger = newEmail();
    const subjects: string[] = [];
    const note = async () => {
      for (const { to, subject } of await sentMails(context)) if (to === stranger) subjects.push(subject);
    };
    for (let n = 0; n < 5; n++) {
      const member = await newMember(context, { email: stranger });
      for (let m = 0; m < 3; m++) await askChange(member.browser, newEmail());
      await note();
      await leave(member);
      await note();
    }
    await expect(newMember(context, { email: stranger })).rejects.toThrow('Too many emails were requested. Please wait an hour.');
    await note();
    expect(new Set(subjects)).toEqual(new Set(['Verify your email address', 'Your email address is about to change']));
    expect(subjects).toHaveLength(10);
  });

  test('is not needed for a password’s changes, which are not mailed to an address that may be a stranger’s', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    await sentMails(context);
    const form = { do: 'updatepassword', password: NEXT, password_confirm: NEXT, current_password: PASSWORD };
    expect((await browser.callAsMember(profileActions, { form })).answer).toEqual({ success: true });
    expect(await sentMails(context)).toEqual([]);
  });
});

onDatabase('what nobody would type', (open) => {
  test('is refused without a fault of ours', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await verifiedMember(context);
    for (const word of ['constructor', '__proto__', 'toString', '2']) {
      const theme = await browser.callAsMember(themeForm, { form: { 'dark-mode': word } });
      expect([theme.status, theme.answer], word).toEqual([200, expect.objectContaining({ success: false })]);
      const provider = await browser.callAsMember(profileActions, { form: { do: 'disconnect', provider: word } });
      expect([provider.status, provider.answer], word).toEqual([200, expect.objectContaining({ success: false })]);
      expect((await browser.callAsMember(profileActions, { form: { do: word } })).status, word).toBe(400);
    }
  });

  test('is not sent back in a cookie that no browser keeps', async () => {
    const context = accountsContext((await open()).db);
    const form = { do: 'login', vb_login_username: 'a'.repeat(40_000), vb_login_password: 'x', securitytoken: 'guest' };
    const { status, set } = await new Caller(context).call(loginActions, { form, plain: true });
    expect(status).toBe(303);
    expect(set.join('').length).toBeLessThan(1_000);
  });
});
