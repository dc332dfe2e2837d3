import { expect, test } from 'vitest';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { readAccount } from '../../../src/features/accounts/settings/account-details.server.ts';
import { SETTINGS } from '../../../src/features/accounts/settings/page.ts';
import { readSession } from '../../../src/features/session/read-session.server.ts';
import { confirmEmailChange, requestEmailChange } from '../../../src/features/accounts/settings/email.server.ts';
import { linkForm } from '../../../src/features/accounts/sign-in/links.server.ts';
import { memberForm } from '../../../src/features/session/visit.server.ts';
import { accountsContext, DAY, HOUR, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, linkOf, newEmail, sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const emailUpdate = memberForm('/account/email-update', requestEmailChange);
const emailConfirm = linkForm('/account/email-confirm', confirmEmailChange);

onDatabase('an e-mail address', (open) => {
  test('changes once the new one is confirmed, and the old one is told of both', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await verifiedMember(context);
    const next = newEmail();
    expect((await browser.callAsMember(emailUpdate, { form: { email: next, password } })).answer).toEqual({ status: 'success' });
    const mails = await sentMails(context);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([email, next].toSorted());
    expect(mails.find(({ to }) => to === email)!.text).toContain(next);
    expect(mails.find(({ to }) => to === email)!.text).toContain('Reset your password:\nhttp://localhost:4321/account/reset-password\n');
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
    const { token } = linkOf(mails.find(({ to }) => to === next));
    const tries = await Promise.all(Array.from({ length: 50 }, () => new Caller(context).call(emailConfirm, { form: { token } })));
    expect(tries.filter(({ answer }) => (answer as { status: string }).status === 'success')).toHaveLength(1);
    expect((await tryLogIn(new Caller(context), next, password)).answer).toMatchObject({ success: true, hasUnverifiedEmail: false });
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: false });
    expect(
      (await sentMails(context)).filter(({ subject }) => !subject.startsWith('New log-in')).map(({ to, subject }) => [to, subject]),
    ).toEqual([[email, 'Your email address was changed']]);
  });

  test('stays without the password, a fresh sign-in, or an address that is free', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await verifiedMember(context);
    const other = await verifiedMember(context);
    const said = async (form: Record<string, string>) => (await browser.callAsMember(emailUpdate, { form })).answer;
    expect(await said({ email: newEmail(), password: 'wrong password' })).toEqual({
      status: 'error',
      field: 'password',
      message: 'This is not your current password.',
    });
    expect(await said({ email: 'nobody', password })).toEqual({
      status: 'error',
      field: 'email',
      message: 'Please enter a valid email address',
    });
    expect(await said({ email: email.toUpperCase(), password })).toMatchObject({ status: 'error', field: 'email' });
    expect(await said({ email: other.email.toUpperCase(), password })).toMatchObject({ status: 'error', field: 'email' });
    context.at.pass(DAY + HOUR);
    expect(await said({ email: newEmail(), password })).toMatchObject({
      status: 'error',
      message: 'For your safety, please log in again first.',
    });
    expect(await sentMails(context)).toEqual([]);
  });

  test('that waits to be confirmed is in the settings for a day, and can be given up', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await verifiedMember(context);
    const next = newEmail();
    const pending = async () => {
      const session = await readSession({ context, cookies: browser.cookies() });
      return (await readAccount(context, session!)).pendingEmails;
    };
    const change = () => browser.callAsMember(emailUpdate, { form: { email: next, password } });
    await change();
    const [mail] = (await sentMails(context)).filter(({ to }) => to === next);
    expect(await pending()).toEqual([{ email: next, expiresAt: new Date(context.at.now.getTime() + DAY) }]);
    // Another mail that is not sent yet goes, too.
    await change();
    const given = await browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'giveupemail' }, plain: true });
    expect([given.status, given.headers.get('location')]).toEqual([303, SETTINGS]);
    expect(await pending()).toEqual([]);
    expect((await sentMails(context)).filter(({ to }) => to === next)).toEqual([]);
    expect((await new Caller(context).call(emailConfirm, { form: { token: linkOf(mail).token } })).answer).toMatchObject({
      status: 'error',
    });
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
    await change();
    await sentMails(context);
    context.at.pass(DAY);
    expect(await pending()).toEqual([]);
  });

  test('stays when somebody registers with the new one meanwhile', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await verifiedMember(context);
    const next = newEmail();
    await browser.callAsMember(emailUpdate, { form: { email: next, password } });
    const { token } = linkOf((await sentMails(context)).find(({ to }) => to === next));
    await newMember(context, { email: next });
    expect((await new Caller(context).call(emailConfirm, { form: { token } })).answer).toMatchObject({ status: 'error' });
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true, email });
  });

  test('is asked for by members alone', async () => {
    const context = accountsContext((await open()).db);
    const { answer, status } = await new Caller(context).call(emailUpdate, { form: { email: newEmail(), securitytoken: 'guest' } });
    expect([status, answer]).toEqual([200, expect.objectContaining({ status: 'error' })]);
    const plain = await new Caller(context).call(emailUpdate, { form: { email: newEmail() }, plain: true });
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/account/log-in?url=%2Faccount%2Femail-update']);
  });
});
