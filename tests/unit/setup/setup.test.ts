import { expect, test } from 'vitest';
import { loginActions } from '../../../src/features/accounts/actions.server.ts';
import { setupForm } from '../../../src/features/setup/set-up.server.ts';
import { opensSetup, setupLine } from '../../../src/features/setup/setup-key.server.ts';
import { accountsContext, DAY, newMember, type MovedClock } from '../../support/accounts.ts';
import { Caller, newEmail, PASSWORD } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { required } from '../../../src/lib/required.ts';

type Context = ReturnType<typeof accountsContext> & { at: MovedClock };

/** The key of the address that a start prints. */
async function printedKey(context: Context): Promise<string> {
  const [, key] = /^.*: http:\/\/localhost:4321\/setup\?key=(\S+)$/.exec((await setupLine(context)) ?? '') ?? [];
  return required(key, 'the address that a start prints');
}

const asGuest = (browser: Caller, key: string, fields: Record<string, string> = {}) =>
  browser.call(setupForm, {
    form: { key, email: newEmail(), password: PASSWORD, password_confirm: PASSWORD, securitytoken: 'guest', ...fields },
  });

const roleOf = async (browser: Caller) => (await browser.session()).user?.role;

onDatabase('setting a site up', (open) => {
  test('makes a guest who has the key a member who administers the site, once', async () => {
    const context = accountsContext((await open()).db);
    const key = await printedKey(context);
    const [ada, bob] = [new Caller(context), new Caller(context)];
    expect((await asGuest(ada, key)).answer).toEqual({ success: true });
    expect(await roleOf(ada)).toBe('administrator');
    expect(await setupLine(context)).toBeUndefined();
    expect(await opensSetup(context, key)).toBe(false);
    expect((await asGuest(bob, key)).status).toBe(404);
    expect((await bob.session()).user).toBeNull();
  });

  test('makes a member administrator who is logged in, but not one who logged in long ago', async () => {
    const context = accountsContext((await open()).db);
    const key = await printedKey(context);
    const { browser, email, password } = await newMember(context);
    context.at.pass(2 * DAY);
    const setUp = async () => (await browser.callAsMember(setupForm, { form: { key } })).answer;
    expect(await setUp()).toEqual({ success: false, message: 'For your safety, please log in again first.' });
    await browser.call(loginActions, {
      address: '/forums/login.php',
      form: { do: 'login', vb_login_username: email, vb_login_password: password, securitytoken: (await browser.session()).securitytoken },
    });
    expect(await setUp()).toEqual({ success: true });
    expect(await roleOf(browser)).toBe('administrator');
  });

  test.each([
    ['an address that is none', { email: 'ada' }, 'email'],
    ['a password that everybody has', { password: 'password1', password_confirm: 'password1' }, 'password'],
    ['another password the second time', { password_confirm: 'something else' }, 'password'],
  ])('says what is wrong with %s, and makes no account', async (_what, fields, field) => {
    const context = accountsContext((await open()).db);
    const key = await printedKey(context);
    expect((await asGuest(new Caller(context), key, fields)).answer).toMatchObject({ success: false, field });
    expect(await context.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    expect(await opensSetup(context, key)).toBe(true);
  });

  test.each(['', 'no key', 'A'.repeat(22), 'é'.repeat(22)])('answers 404 to the key “%s”', async (key) => {
    const context = accountsContext((await open()).db);
    expect(await opensSetup(context, key)).toBe(false);
    expect((await asGuest(new Caller(context), key)).status).toBe(404);
    const member = await newMember(context);
    expect((await member.browser.callAsMember(setupForm, { form: { key } })).status).toBe(404);
    expect(await roleOf(member.browser)).toBeUndefined();
  });

  test('is over once a command has made an administrator', async () => {
    const context = accountsContext((await open()).db);
    const key = await printedKey(context);
    const { username: name } = await newMember(context);
    expect((await give(context, 'member', { name, role: 'administrator' })).said).toEqual([`${name} is an administrator now.`]);
    expect(await opensSetup(context, key)).toBe(false);
  });
});
