import { expect, test } from 'vitest';
import { profileActions } from '../../../src/features/accounts/actions.server.ts';
import { downloadData } from '../../../src/features/accounts/settings/account-data.server.ts';
import { avatarPicture, saveAvatar } from '../../../src/features/accounts/settings/avatar.server.ts';
import { changesSince, positionNow } from '../../../src/features/publishing/journal.server.ts';
import { confirmEmailChange, requestEmailChange } from '../../../src/features/accounts/settings/email.server.ts';
import { saveTheme, saveUsername } from '../../../src/features/accounts/settings/profile.server.ts';
import { linkPage } from '../../../src/features/accounts/sign-in/links.server.ts';
import { memberForm, memberUpload, visitorForm } from '../../../src/features/accounts/visit.server.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, DAY, HOUR, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, linkOf, newEmail, PASSWORD, sentMails } from '../../support/calls.ts';
import { eachDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

/** Where the page's own forms lead. */
const SETTINGS = '/forums/profile.php?do=accountsettings';
const emailUpdate = memberForm('/account/email-update', requestEmailChange);
const emailConfirm = visitorForm(linkPage('/account/email-confirm'), confirmEmailChange);
const username = memberForm('/', saveUsername);
const theme = memberForm('/', saveTheme);
const avatar = memberUpload('/', saveAvatar);
const download = readEndpoint(downloadData);
const picture = readEndpoint(avatarPicture);

eachDatabase('a password', (open) => {
  const update = (browser: Caller, form: Record<string, string>) =>
    browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'updatepassword', ...form } });

  test('is changed with the current one, and signs out everywhere else', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await verifiedMember(context);
    const elsewhere = new Caller(context);
    await tryLogIn(elsewhere, email, password);
    const done = await update(browser, { password: 'another password', password_confirm: 'another password', current_password: password });
    expect(done.answer).toEqual({ success: true });
    expect((await browser.session()).user).not.toBeNull();
    expect((await elsewhere.session()).user).toBeNull();
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: false });
    expect((await tryLogIn(new Caller(context), email, 'another password')).answer).toMatchObject({ success: true });
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your password was changed']]);
  });

  test.each([
    ['a wrong current one', { current_password: 'wrong password' }, 'current_password', 'This is not your current password.'],
    ['a short new one', { password: 'short' }, 'password', 'Use 8 or more characters'],
    ['a common new one', { password: 'password123' }, 'password', 'This password is too common. Please choose another one.'],
    ['another confirmation', { password_confirm: 'other' }, 'password_confirm', 'Must match the password'],
  ])('with %s stays', async (_what, wrong, field, message) => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await verifiedMember(context);
    const form = { password: 'another password', password_confirm: 'another password', current_password: PASSWORD, ...wrong };
    expect((await update(browser, form as Record<string, string>)).answer).toEqual({ success: false, field, message });
    expect((await tryLogIn(new Caller(context), email, PASSWORD)).answer).toMatchObject({ success: true });
  });

  test('is added without a current one where there is none', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, userId } = await verifiedMember(context);
    await context.db.updateTable('accounts').set({ password_hash: null }).where('user_id', '=', userId).execute();
    expect((await update(browser, { password: 'another password', password_confirm: 'another password' })).answer).toEqual({
      success: true,
    });
    expect((await tryLogIn(new Caller(context), email, 'another password')).answer).toMatchObject({ success: true });
  });

  test('stays when the sign-in is more than a day old, until it is done anew', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await verifiedMember(context);
    const form = { password: 'another password', password_confirm: 'another password', current_password: PASSWORD };
    context.at.pass(DAY + HOUR);
    expect((await update(browser, form)).answer).toMatchObject({ success: false, message: 'For your safety, please log in again first.' });
    const { securitytoken } = await browser.session();
    await tryLogIn(browser, email, PASSWORD, { securitytoken });
    expect((await update(browser, form)).answer).toEqual({ success: true });
  });
});

eachDatabase('an e-mail address', (open) => {
  test('changes once the new one is confirmed, and the old one is told of both', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await verifiedMember(context);
    const next = newEmail();
    expect((await browser.callAsMember(emailUpdate, { form: { email: next, password } })).answer).toEqual({ status: 'success' });
    const mails = await sentMails(context);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([email, next].toSorted());
    expect(mails.find(({ to }) => to === email)!.text).toContain(next);
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
    const { token } = linkOf(mails.find(({ to }) => to === next));
    const tries = await Promise.all(Array.from({ length: 50 }, () => new Caller(context).call(emailConfirm, { form: { token } })));
    expect(tries.filter(({ answer }) => (answer as { status: string }).status === 'success')).toHaveLength(1);
    expect((await tryLogIn(new Caller(context), next, password)).answer).toMatchObject({ success: true, hasUnverifiedEmail: false });
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: false });
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your email address was changed']]);
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

eachDatabase('a name', (open) => {
  test('is changed to one that is free, whatever its case', async () => {
    const context = accountsContext((await open()).db);
    const [ada, bob] = [await newMember(context), await newMember(context)];
    const rename = async (browser: Caller, name: string) => (await browser.callAsMember(username, { form: { username: name } })).answer;
    expect(await rename(ada.browser, 'Ada')).toEqual({ status: 'success' });
    expect(await rename(ada.browser, 'ADA')).toEqual({ status: 'success' });
    const taken = 'This username is taken. Please choose another one.';
    expect(await rename(bob.browser, 'ada')).toEqual({ status: 'error', errors: [taken], message: taken });
    for (const name of ['ab', 'a'.repeat(21), 'white space', 'ünï', 'a/b', '<b>', ''])
      expect(await rename(bob.browser, name), name).toMatchObject({ status: 'error' });
    for (const name of ['Admin', 'Moderator', 'M.o.d', 'magpie', 'support'])
      expect(await rename(bob.browser, name), name).toMatchObject({ status: 'error', message: taken });
    expect((await bob.browser.session()).user?.username).toBe(bob.username);
  });

  test('wanted by ten members at once goes to one of them', async () => {
    const context = accountsContext((await open()).db);
    const members = await Promise.all(Array.from({ length: 10 }, () => newMember(context)));
    const answers = await Promise.all(members.map(({ browser }) => browser.callAsMember(username, { form: { username: 'Ada' } })));
    expect(answers.filter(({ answer }) => (answer as { status: string }).status === 'success')).toHaveLength(1);
  });
});

eachDatabase('a theme', (open) => {
  test('is kept for the member, or left to the system', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const chosen = async (choice: string) => {
      const { answer } = await browser.callAsMember(theme, { form: { 'dark-mode': choice } });
      return [(answer as { success: boolean }).success, (await browser.session()).user!.darkMode];
    };
    expect(await chosen('1')).toEqual([true, true]);
    expect([browser.jar.get('style-id'), browser.jar.get('dark-mode')]).toEqual(['17', '1']);
    expect(await chosen('0')).toEqual([true, false]);
    expect(await chosen('')).toEqual([true, null]);
    expect(browser.jar.has('style-id')).toBe(false);
    expect(await chosen('purple')).toEqual([false, null]);
  });
});

eachDatabase('sessions elsewhere', (open) => {
  test('are ended, and this one goes on', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, password } = await newMember(context);
    const elsewhere = new Caller(context);
    await tryLogIn(elsewhere, email, password);
    expect((await browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'signoutelsewhere' } })).answer).toEqual({
      success: true,
    });
    expect((await elsewhere.session()).user).toBeNull();
    expect((await browser.session()).user).not.toBeNull();
  });
});

eachDatabase('an avatar', (open) => {
  const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

  async function upload(browser: Caller, bytes: Buffer, name = 'me.gif') {
    const { securitytoken } = await browser.session();
    const form = new FormData();
    form.set('securitytoken', securitytoken);
    form.set('avatar', new File([new Uint8Array(bytes)], name));
    return (await browser.call(avatar, { upload: form })).answer as { avatar: string; message?: string };
  }
  const shown = (path: string) => path.split('/').at(-1)!;

  test('is uploaded, encoded anew, and shown under a name of its own', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const { avatar: path } = await upload(browser, PIXEL);
    expect(path).toMatch(/^\/profile\/avatar\/[\w-]+\.webp$/);
    expect((await browser.session()).user!.avatar).toBe(path);
    const { status, headers } = await browser.call(picture, { method: 'GET', params: { name: shown(path) } });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('and a name have the pages published anew that show them', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    await publishedCatalogue(context, 3);
    const { browser, userId } = await newMember(context);
    const { thread_id: thread } = await db
      .updateTable('comments')
      .set({ user_id: userId })
      .returning('thread_id')
      .executeTakeFirstOrThrow();
    const noted = async (act: () => Promise<unknown>) => {
      const position = await positionNow(db);
      await act();
      return (await changesSince(db, position)).changes;
    };
    const shown = expect.arrayContaining([expect.objectContaining({ subject: 'comments', id: thread })]) as object;
    expect(await noted(() => upload(browser, PIXEL))).toEqual(shown);
    expect(await noted(() => browser.callAsMember(username, { form: { username: 'Ada' } }))).toEqual(shown);
    expect(await noted(() => browser.callAsMember(theme, { form: { 'dark-mode': '1' } }))).toEqual([]);
  });

  test('is refused where it is no picture, and the one before stays', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const before = (await browser.session()).user!.avatar;
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<script>alert(1)</script>'),
      Buffer.alloc(0),
    ])
      expect(await upload(browser, bytes, 'me.png')).toMatchObject({ status: 'error', message: expect.any(String) as string });
    expect((await browser.session()).user!.avatar).toBe(before);
  });

  test('of a colour replaces the upload', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    await upload(browser, PIXEL);
    const { answer } = await browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'updateavatar', tint: '3' } });
    const { avatar: path } = answer as { avatar: string };
    expect(path).toMatch(/-3\.svg$/);
    const { status, headers } = await browser.call(picture, { method: 'GET', params: { name: shown(path) } });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await context.db.selectFrom('avatars').selectAll().execute()).toEqual([]);
  });

  test('of a name that means nothing is not there', async () => {
    const context = accountsContext((await open()).db);
    for (const name of ['../secret', 'x.svg', `${'a'.repeat(32)}.webp`, 'a-99.svg'])
      expect((await new Caller(context).call(picture, { method: 'GET', params: { name } })).status, name).toBe(404);
  });
});

eachDatabase('deleting an account', (open) => {
  const remove = (browser: Caller, form: Record<string, string>) =>
    browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'deleteaccount', ...form } });

  test('takes the password, a tick and a fresh sign-in', async () => {
    const context = accountsContext((await open()).db);
    const { browser, password } = await verifiedMember(context);
    expect((await remove(browser, { delete_password: password })).answer).toMatchObject({ success: false });
    expect((await remove(browser, { confirm: '1', delete_password: 'wrong password' })).answer).toMatchObject({ success: false });
    context.at.pass(DAY + HOUR);
    expect((await remove(browser, { confirm: '1', delete_password: password })).answer).toMatchObject({ success: false });
    expect((await browser.session()).user).not.toBeNull();
  });

  test('leaves nothing but comments and deals, which are nobody’s then', async () => {
    const context = accountsContext((await open()).db);
    await publishedCatalogue(context, 3);
    const { browser, email, password, userId } = await verifiedMember(context);
    const { post_id: comment } = await context.db.selectFrom('comments').select('post_id').executeTakeFirstOrThrow();
    await context.db.updateTable('comments').set({ user_id: userId }).where('post_id', '=', comment).execute();
    expect((await remove(browser, { confirm: '1', delete_password: password })).answer).toEqual({ success: true });
    for (const table of ['accounts', 'sessions', 'tokens', 'avatars', 'identities'] as const)
      expect(await context.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    const left = await context.db.selectFrom('comments').select('user_id').where('post_id', '=', comment).executeTakeFirstOrThrow();
    expect(left.user_id).toBeNull();
    expect((await browser.session()).user).toBeNull();
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your account was deleted']]);
    await newMember(context, { email });
  });
});

eachDatabase('downloading one’s data', (open) => {
  test('gives everything that is kept, and no secret', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, username: name } = await newMember(context);
    const { answer, headers } = await browser.call(download, { method: 'GET' });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="magpie-${name}.json"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(answer).toMatchObject({ member: { username: name }, account: { email, emailVerified: false }, comments: [] });
    expect(JSON.stringify(answer)).not.toMatch(/argon2|token/);
  });

  test('is for members', async () => {
    const context = accountsContext((await open()).db);
    expect((await new Caller(context).call(download, { method: 'GET' })).status).toBe(303);
  });
});
