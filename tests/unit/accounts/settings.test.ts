import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { readSession } from '../../../src/features/session/read-session.server.ts';
import { issueToken } from '../../../src/features/session/tokens.server.ts';
import { keepPastEmail } from '../../../src/features/accounts/past-emails.server.ts';
import { readAccount } from '../../../src/features/accounts/settings/account-details.server.ts';
import { downloadData } from '../../../src/features/accounts/settings/download.server.ts';
import { saveTheme } from '../../../src/features/accounts/settings/theme.server.ts';
import { saveUsername } from '../../../src/features/accounts/settings/username.server.ts';
import { memberForm } from '../../../src/features/session/visit.server.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, HOUR, MINUTE, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, PASSWORD, sentMails } from '../../support/calls.ts';
import { deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase, openCopy } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

/** Where the page's own forms lead. */
const SETTINGS = '/forums/profile.php?do=accountsettings';
/** One database is enough where both do the same. */
async function openDb() {
  const { db, close } = await openCopy();
  onTestFinished(close);
  return db;
}

const username = memberForm('/', saveUsername);
const theme = memberForm('/', saveTheme);
const download = readEndpoint(downloadData);

onDatabase('a password', (open) => {
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
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toContainEqual([email, 'Your password was changed']);
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

onDatabase('a name', (open) => {
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

onDatabase('a theme', (open) => {
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

  test('that is chosen in one browser is followed by another that is signed in already', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email } = await newMember(context);
    const other = new Caller(context);
    await tryLogIn(other, email, PASSWORD);
    for (const [choice, flag] of [
      ['1', '1'],
      ['0', '0'],
      ['', undefined],
    ] as const) {
      await browser.callAsMember(theme, { form: { 'dark-mode': choice } });
      await other.session();
      expect(other.jar.get('dark-mode'), choice).toBe(flag);
    }
  });
});

onDatabase('sessions elsewhere', (open) => {
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

describe('one session', () => {
  const sessionsOf = async (context: Context, browser: Caller) => {
    const session = (await readSession({ context, cookies: browser.cookies() }))!;
    return (await readAccount(context, session)).sessions;
  };
  const end = (browser: Caller, session: string, plain = false) =>
    browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'endsession', session }, plain });

  test('of another browser is ended, and the others go on', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await newMember(context);
    const [phone, tablet] = [new Caller(context), new Caller(context)];
    for (const other of [phone, tablet]) await tryLogIn(other, email, password);
    context.at.pass(HOUR + MINUTE);
    await tablet.session();
    await browser.session();
    const listed = await sessionsOf(context, browser);
    expect(listed.map(({ device, isThis }) => [device, isThis])).toContainEqual(['Chrome on Linux', true]);
    expect(listed).toHaveLength(3);
    // The phone's is the one that was used last before the others.
    const done = await end(browser, listed.at(-1)!.id, true);
    expect([done.status, done.headers.get('location')]).toEqual([303, SETTINGS]);
    expect((await phone.session()).user).toBeNull();
    for (const other of [browser, tablet]) expect((await other.session()).user).not.toBeNull();
    expect((await end(browser, listed.at(-1)!.id)).answer).toEqual({ success: false, message: 'That session has already ended.' });
  });

  test('of this browser is ended by logging out', async () => {
    const context = accountsContext(await openDb());
    const { browser } = await newMember(context);
    const [own] = await sessionsOf(context, browser);
    expect((await end(browser, own!.id)).answer).toEqual({ success: true });
    expect([(await browser.session()).user, browser.jar.has('session'), browser.jar.has('signed-in')]).toEqual([null, false, false]);
  });

  test('of somebody else, or of nobody, is not ended', async () => {
    const context = accountsContext(await openDb());
    const [ada, bob] = [await newMember(context), await newMember(context)];
    const [theirs] = await sessionsOf(context, bob.browser);
    for (const id of [theirs!.id, '', 'x', '0', "' or true", '00000000-0000-0000-0000-000000000000'])
      expect((await end(ada.browser, id)).answer, id).toMatchObject({ success: false });
    expect((await bob.browser.session()).user).not.toBeNull();
  });

  test('is shown by an id that is no secret, while it is not over', async () => {
    const context = accountsContext(await openDb());
    const { browser, email, password } = await newMember(context);
    const stored = await context.db.selectFrom('sessions').select('token_hash').executeTakeFirstOrThrow();
    const [own] = await sessionsOf(context, browser);
    for (const secret of [browser.jar.get('session')!, stored.token_hash.toString('hex'), stored.token_hash.toString('base64url')])
      expect(own!.id).not.toContain(secret.slice(0, 8));
    context.at.pass(20 * DAY);
    await tryLogIn(browser, email, password);
    expect(await sessionsOf(context, browser)).toHaveLength(1);
  });
});

onDatabase('deleting an account', (open) => {
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

  test('takes many votes back, some at a time, so that nobody waits for long who votes on the same deals', async () => {
    const context = accountsContext((await open()).db);
    const { db, clock } = context;
    const { browser, password, userId } = await verifiedMember(context);
    const sourceIds = Array.from({ length: 1_100 }, (_, index) => `voted-${index}`);
    await importRecords(context, [...surroundings(), ...sourceIds.map((sourceId) => deal({ sourceId, title: sourceId }))]);
    await db.updateTable('deals').set({ votes_up: 3 }).where('source_id', 'in', sourceIds).execute();
    await sql`insert into votes (user_id, post_id, vote, cast_at) select ${userId}, post_id, 1, ${clock()} from deals`.execute(db);
    expect((await remove(browser, { confirm: '1', delete_password: password })).answer).toEqual({ success: true });
    const counted = db.selectFrom('deals').select(({ fn }) => ['votes_up', fn.countAll<number>().as('deals')]);
    expect(await counted.groupBy('votes_up').execute()).toEqual([{ votes_up: 2, deals: 1_100 }]);
    const transactions = counted.groupBy(['votes_up', sql`xmin::text`]).orderBy('deals');
    expect((await transactions.execute()).map(({ deals }) => deals)).toEqual([100, 500, 500]);
  });
});

onDatabase('downloading one’s data', (open) => {
  test('gives everything that is kept, and no secret', async () => {
    const context = accountsContext((await open()).db);
    const { browser, email, userId, username: name } = await newMember(context);
    const { db, clock } = context;
    await db.insertInto('identities').values({ provider: 'google', subject: '117', user_id: userId, created_at: clock() }).execute();
    await keepPastEmail(db, { userId, email: 'before@example.com' }, clock());
    await issueToken(db, 'change-email', { userId, email: 'next@example.com' }, clock());
    const { answer, headers } = await browser.call(download, { method: 'GET' });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="magpie-${name}.json"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(answer).toMatchObject({
      member: { username: name },
      account: {
        email,
        emailVerified: false,
        pendingEmails: [{ email: 'next@example.com' }],
        pastEmails: [{ email: 'before@example.com', changedAt: clock().toISOString() }],
        connectedWith: ['google'],
      },
      identities: [{ provider: 'google', subject: '117' }],
      comments: [],
      reports: [],
      moderation: [],
    });
    expect(JSON.stringify(answer)).not.toMatch(/argon2|token/);
  });

  test('is for members', async () => {
    const context = accountsContext((await open()).db);
    expect((await new Caller(context).call(download, { method: 'GET' })).status).toBe(303);
  });
});
