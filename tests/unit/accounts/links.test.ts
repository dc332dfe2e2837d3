import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorizationActions, loginActions, registerActions } from '../../../src/features/accounts/actions.server.ts';
import { linkForm, openLink, useMagicLink, verifyEmail } from '../../../src/features/accounts/sign-in/links.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, HOUR, MINUTE, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, linkOf, newEmail, sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const magicLink = linkForm('/account/magic-link', useMagicLink);
const verification = linkForm('/account/verify', verifyEmail);

const askReset = (browser: Caller, email: string) => browser.call(loginActions, { form: { do: 'emailpassword', email } });
const askLink = (browser: Caller, email: string, url = '') =>
  browser.call(authorizationActions, { form: { do: 'requestLink', email, url } });
const saveReset = (browser: Caller, hash: string, password: string, confirm = password) =>
  browser.call(loginActions, { form: { do: 'savepassword', hash, password, password_confirm: confirm } });

async function tokenFor(context: Context, ask: typeof askReset, email: string): Promise<string> {
  await ask(new Caller(context), email);
  return linkOf((await sentMails(context)).find(({ subject }) => !/changed$|^New log-in/.test(subject))).token;
}

onDatabase('a reset', (open) => {
  test('sets the password by the link, ends every session, and tells the member', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await verifiedMember(context);
    expect((await askReset(new Caller(context), email.toUpperCase())).answer).toEqual({ success: true });
    const [mail] = await sentMails(context);
    expect(mail!.to).toBe(email);
    const { address, token } = linkOf(mail);
    expect(address).toBe(`/?do=resetpassword&hash=${token}`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [stored] = await context.db.selectFrom('tokens').selectAll().where('purpose', '=', 'reset-password').execute();
    expect(stored!.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect((await saveReset(new Caller(context), token, 'another password')).answer).toEqual({ success: true });
    expect((await browser.session()).user).toBeNull();
    expect((await tryLogIn(new Caller(context), email, 'another password')).answer).toMatchObject({ success: true });
    expect((await sentMails(context)).map(({ subject }) => subject)).toEqual(['Your password was changed', 'New log-in to Magpie']);
  });

  test('answers the same for an address of nobody, and sends nothing there', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const [known, unknown] = [await askReset(new Caller(context), email), await askReset(new Caller(context), newEmail())];
    expect([unknown.status, unknown.answer, unknown.set]).toEqual([known.status, known.answer, known.set]);
    expect((await sentMails(context)).map(({ to }) => to)).toEqual([email]);
  });

  test('is refused for what is no address', async () => {
    const context = accountsContext((await open()).db);
    expect((await askReset(new Caller(context), 'nobody')).answer).toEqual({
      success: false,
      errorMessage: 'Please enter a valid email address',
    });
  });

  test('keeps the link good when the password cannot be taken', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const token = await tokenFor(context, askReset, email);
    const browser = new Caller(context);
    const said = async (password: string, confirm?: string) =>
      ((await saveReset(browser, token, password, confirm)).answer as { errorMessage?: string }).errorMessage;
    expect(await said('short')).toBe('Use 8 or more characters');
    expect(await said('password123')).toBe('This password is too common. Please choose another one.');
    expect(await said('another password', 'an other password')).toBe('Must match the password');
    expect(await said('another password')).toBeUndefined();
  });

  test('works once of 50 tries at once, for an hour', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const token = await tokenFor(context, askReset, email);
    const tries = await Promise.all(Array.from({ length: 50 }, (_, n) => saveReset(new Caller(context), token, `another password ${n}`)));
    expect(tries.filter(({ answer }) => (answer as { success: boolean }).success)).toHaveLength(1);
    const late = await tokenFor(context, askReset, email);
    context.at.pass(HOUR);
    expect((await saveReset(new Caller(context), late, 'another password')).answer).toMatchObject({ success: false });
  });

  test('opens an account again that wrong passwords have closed', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    for (let n = 0; n < 11; n++) await tryLogIn(new Caller(context), email, 'wrong password');
    const token = await tokenFor(context, askReset, email);
    await saveReset(new Caller(context), token, 'another password');
    expect((await tryLogIn(new Caller(context), email, 'another password')).answer).toMatchObject({ success: true });
  });

  test('takes a link of another kind for nothing', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const token = await tokenFor(context, askLink, email);
    expect((await saveReset(new Caller(context), token, 'another password')).answer).toMatchObject({ success: false });
  });
});

onDatabase('a magic link', (open) => {
  test('logs in by the button of its page, once, and says where to', async () => {
    const context = accountsContext((await open()).db);
    const { email, username } = await verifiedMember(context);
    expect((await askLink(new Caller(context), email, '/popular')).answer).toEqual({ status: 'ok' });
    const { address, token } = linkOf((await sentMails(context))[0]);
    expect(address).toBe(`/account/magic-link?token=${token}&url=%2Fpopular`);
    const browser = new Caller(context);
    const look = () => openLink(context, 'magic-link', { token, flash: undefined });
    for (const looked of [await look(), await look()]) expect(looked).toEqual({ token, flash: undefined });
    const used = await browser.call(magicLink, { form: { token, url: '/popular' }, plain: true });
    expect([used.status, used.headers.get('location')]).toEqual([303, '/popular']);
    expect(browser.jar.get('flash')).toContain('You are logged in.');
    expect((await browser.session()).user?.username).toBe(username);
    const again = await new Caller(context).call(magicLink, { form: { token } });
    expect(again.answer).toMatchObject({ status: 'error' });
    const message = 'This link has expired or was already used. Please ask for a new one.';
    expect(await look()).toEqual({ token: null, flash: { message, refused: true } });
  });

  test('is good for 10 minutes', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const token = await tokenFor(context, askLink, email);
    context.at.pass(10 * MINUTE - 1);
    expect((await new Caller(context).call(magicLink, { form: { token } })).answer).toMatchObject({ success: true });
    const late = await tokenFor(context, askLink, email);
    context.at.pass(10 * MINUTE);
    expect((await new Caller(context).call(magicLink, { form: { token: late } })).answer).toMatchObject({ status: 'error' });
  });

  test('works once of 50 tries at once', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const token = await tokenFor(context, askLink, email);
    const tries = await Promise.all(Array.from({ length: 50 }, () => new Caller(context).call(magicLink, { form: { token } })));
    expect(tries.filter(({ answer }) => 'success' in (answer as object))).toHaveLength(1);
  });

  test('answers the same for an address of nobody', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const [known, unknown] = [await askLink(new Caller(context), email), await askLink(new Caller(context), newEmail())];
    expect([unknown.status, unknown.answer, unknown.set]).toEqual([known.status, known.answer, known.set]);
    expect((await sentMails(context)).map(({ to }) => to)).toEqual([email]);
  });

  test('gives an account whose address was never verified to whoever reads its mail, and to nobody else', async () => {
    const context = accountsContext((await open()).db);
    const { browser: squatter, email, password } = await newMember(context);
    await sentMails(context);
    const token = await tokenFor(context, askLink, email);
    const owner = new Caller(context);
    await owner.call(magicLink, { form: { token } });
    expect((await owner.session()).user).toMatchObject({ hasUnverifiedEmail: false, hasNotSetPassword: true });
    expect((await squatter.session()).user).toBeNull();
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: false });
  });

  test('is mailed to one address five times an hour, and asked for from one network 30 times in 10 minutes', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await verifiedMember(context);
    const browser = new Caller(context);
    for (let n = 0; n < 30; n++) expect((await askLink(browser, email)).answer).toEqual({ status: 'ok' });
    expect(await sentMails(context)).toHaveLength(5);
    expect((await askLink(browser, email)).status).toBe(429);
  });
});

onDatabase('the verification of an address', (open) => {
  test('is done by the button of the mailed page, once, also where nobody is signed in', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const { token } = linkOf((await sentMails(context))[0]);
    const elsewhere = new Caller(context);
    const done = await elsewhere.call(verification, { form: { token }, plain: true });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account/verify']);
    expect((await browser.session()).user).toMatchObject({ hasUnverifiedEmail: false });
    expect((await elsewhere.session()).user).toBeNull();
    expect((await elsewhere.call(verification, { form: { token } })).answer).toMatchObject({ status: 'error' });
  });

  test('is mailed again when asked for, but not without end', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    await sentMails(context);
    const resend = () => browser.callAsMember(registerActions, { form: { do: 'emailcode' } });
    expect((await resend()).answer).toEqual({ status: 'success' });
    expect(await sentMails(context)).toHaveLength(1);
    for (let n = 0; n < 4; n++) await resend();
    expect((await resend()).answer).toMatchObject({ status: 'error' });
    await browser.call(verification, {
      form: { token: linkOf((await sentMails(context))[0]).token, ...(await browser.session()), user: '' },
    });
    expect((await resend()).answer).toMatchObject({ status: 'error', message: 'Your email address is verified already.' });
  });

  test('is mailed again to members alone', async () => {
    const context = accountsContext((await open()).db);
    const { answer } = await new Caller(context).call(registerActions, { form: { do: 'emailcode', securitytoken: 'guest' } });
    expect(answer).toMatchObject({ status: 'error' });
  });
});
