import { expect, test } from 'vitest';
import { authorizationActions, loginActions, registerActions } from '../../../src/features/accounts/actions.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { cleanUpAccounts } from '../../../src/features/accounts/cleanup.server.ts';
import { confirmEmailChange, requestEmailChange } from '../../../src/features/accounts/settings/email.server.ts';
import { restoreEmail } from '../../../src/features/accounts/settings/restore-email.server.ts';
import { linkForm } from '../../../src/features/accounts/sign-in/links.server.ts';
import { connectProfile } from '../../../src/features/accounts/sign-in/social.server.ts';
import { readSession } from '../../../src/features/session/read-session.server.ts';
import { memberForm } from '../../../src/features/session/visit.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, MINUTE, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, linkOf, newEmail, PASSWORD, sentMails } from '../../support/calls.ts';
import { eachDatabase } from '../../support/databases.ts';

const emailUpdate = memberForm('/account/email-update', requestEmailChange);
const emailConfirm = linkForm('/account/email-confirm', confirmEmailChange);
const emailRestore = linkForm('/account/email-restore', restoreEmail);

const NEXT = 'nine blue kettles';

/** Whoever is logged in in a browser makes another address the account's. @returns the link that the old one got */
async function changeEmail(context: Context, browser: Caller, password: string, email = newEmail()) {
  await browser.callAsMember(emailUpdate, { form: { email, password } });
  const { token } = linkOf((await sentMails(context)).find(({ to, subject }) => to === email && subject.startsWith('Confirm')));
  await new Caller(context).call(emailConfirm, { form: { token } });
  const mail = (await sentMails(context)).find(({ subject }) => subject === 'Your email address was changed');
  return { email, mail: mail! };
}

const takeBack = async (context: Context, token: string) => (await new Caller(context).call(emailRestore, { form: { token } })).answer;
const emailOf = async ({ db }: Context, userId: number) =>
  (await db.selectFrom('accounts').select('email').where('user_id', '=', userId).executeTakeFirstOrThrow()).email;

eachDatabase('an e-mail address that was changed', (open) => {
  test('is taken back by the link that it got, and whoever changed it is out', async () => {
    const context = accountsContext((await open()).db);
    const { browser: thief, email, userId, password } = await verifiedMember(context);
    const evil = await changeEmail(context, thief, password);
    expect(evil.mail.to).toBe(email);
    const { address, token } = linkOf(evil.mail);
    expect(address).toMatch(/^\/account\/email-restore\?token=[\w-]{43}$/);
    // All that a thief does next.
    const session = required(await readSession({ context, cookies: thief.cookies() }), 'the session');
    expect(await connectProfile(context, session, { ...PROFILE })).toBe('connected');
    const form = { do: 'updatepassword', current_password: password, password: NEXT, password_confirm: NEXT };
    expect((await thief.callAsMember(profileActions, { form })).answer).toEqual({ success: true });
    await new Caller(context).call(authorizationActions, { form: { do: 'requestLink', email: evil.email } });
    const magic = linkOf((await sentMails(context)).find(({ subject }) => subject.startsWith('Log in to'))).token;

    const tries = await Promise.all(Array.from({ length: 10 }, () => takeBack(context, token)));
    expect(tries.filter((answer) => (answer as { status: string }).status === 'success')).toHaveLength(1);
    expect(await emailOf(context, userId)).toBe(email);
    expect((await thief.session()).user).toBeNull();
    for (const secret of [password, NEXT]) expect((await tryLogIn(thief, email, secret)).answer).toMatchObject({ success: false });
    expect(await context.db.selectFrom('identities').selectAll().execute()).toEqual([]);
    expect(await context.db.selectFrom('tokens').selectAll().where('token_hash', '=', Buffer.from(magic)).execute()).toEqual([]);

    const mails = await sentMails(context);
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [
        [email, 'Reset your password'],
        [evil.email, 'Your email address was changed back'],
      ].toSorted(),
    );
    const hash = linkOf(mails.find(({ to }) => to === email)).token;
    const owner = new Caller(context);
    await owner.call(loginActions, { form: { do: 'savepassword', hash, password: NEXT, password_confirm: NEXT } });
    expect((await tryLogIn(owner, email, NEXT)).answer).toMatchObject({ success: true, hasUnverifiedEmail: false });
  });

  test('is taken back for 7 days', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password, userId } = await verifiedMember(context);
    const first = await changeEmail(context, browser, password);
    context.at.pass(7 * DAY - MINUTE);
    expect(await takeBack(context, linkOf(first.mail).token)).toEqual({ status: 'success' });
    expect(await emailOf(context, userId)).toBe(email);

    const other = await verifiedMember(context);
    const second = await changeEmail(context, other.browser, other.password);
    context.at.pass(7 * DAY + MINUTE);
    expect(await takeBack(context, linkOf(second.mail).token)).toMatchObject({ status: 'error' });
    expect(await emailOf(context, other.userId)).toBe(second.email);
    await cleanUpAccounts(context);
    expect(await context.db.selectFrom('past_emails').selectAll().execute()).toEqual([]);
  });

  test('is taken back however often it is changed on, and by the later ones no more', async () => {
    const context = accountsContext((await open()).db);
    const { browser: thief, email, password, userId } = await verifiedMember(context);
    const second = await changeEmail(context, thief, password);
    context.at.pass(MINUTE);
    const third = await changeEmail(context, thief, password);
    // The thief goes back to the address between: the owner's link must not go with it.
    expect(await takeBack(context, linkOf(third.mail).token)).toEqual({ status: 'success' });
    expect(await emailOf(context, userId)).toBe(second.email);
    expect(await takeBack(context, linkOf(second.mail).token)).toEqual({ status: 'success' });
    expect(await emailOf(context, userId)).toBe(email);
    expect(await takeBack(context, linkOf(third.mail).token)).toMatchObject({ status: 'error' });
  });

  test('is kept for its account meanwhile', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password, userId } = await verifiedMember(context);
    const { mail } = await changeEmail(context, browser, password);
    const form = { email: email.toUpperCase(), password: PASSWORD, agree: '1', older_than_13: '1', securitytoken: 'guest' };
    const { answer } = await new Caller(context).call(registerActions, { address: '/forums/register.php?do=addmember', form });
    expect(answer).toMatchObject({ field: 'email' });
    const other = await verifiedMember(context);
    expect((await other.browser.callAsMember(emailUpdate, { form: { email, password } })).answer).toMatchObject({ status: 'error' });
    // Its own account may go back there as it came.
    await changeEmail(context, browser, password, email);
    expect(await emailOf(context, userId)).toBe(email);
    expect(await takeBack(context, linkOf(mail).token)).toEqual({ status: 'success' });
  });

  test('before it was verified is nobody’s to take back', async () => {
    const context = accountsContext((await open()).db);
    const { browser, password } = await newMember(context);
    await sentMails(context);
    const { mail } = await changeEmail(context, browser, password);
    expect(mail.text).not.toContain('token=');
  });
});

const PROFILE = { provider: 'google', subject: 'evil', email: 'evil@example.org', emailVerified: true, runsMailbox: false } as const;
