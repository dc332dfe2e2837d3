import { inject } from 'light-my-request';
import { expect, test } from 'vitest';
import { loginActions } from '../../../src/features/accounts/actions.server.ts';
import { setupForm } from '../../../src/features/setup/set-up.server.ts';
import { opensSetup, setupLine } from '../../../src/features/setup/setup-key.server.ts';
import type { OnDemand } from '../../../src/server/http/handle.ts';
import { accountsContext, DAY, newMember, type MovedClock } from '../../support/accounts.ts';
import { Caller, newEmail, PASSWORD } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { usePublishing } from '../../support/publishing.ts';
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
    expect(await asGuest(bob, key)).toMatchObject({ status: 404, answer: { status: 'error', message: 'Page Not Found: /setup' } });
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

const publishing = usePublishing();

onDatabase('the page that sets a site up', (open) => {
  test('is not there for anybody once there is an administrator, whatever is sent, nor without its key', async () => {
    const context = accountsContext((await open()).db);
    const key = await printedKey(context);
    let handler: OnDemand | undefined;
    await publishing.open(context, undefined, (same) => (handler = same));
    const send = async (method: 'GET' | 'HEAD' | 'POST' | 'PUT', path: string, type?: string, origin = context.config.siteUrl) => {
      const headers = { host: 'localhost', 'user-agent': 'Mozilla/5.0 Firefox/140.0', origin, ...(type && { 'content-type': type }) };
      const answer = await inject(
        (request, response) => void required(handler, 'the handler')(request, response, () => response.end(), { context, path }),
        { method, url: `${path}?key=${key}`, headers, ...(type && { payload: `key=${key}` }) },
      );
      return {
        status: answer.statusCode,
        allow: answer.headers['allow'],
        says: /Page \w+ \w+: [^<]*</.exec(answer.payload)?.[0].replace(path, ''),
      };
    };
    const form = 'application/x-www-form-urlencoded';
    expect((await send('GET', '/setup')).status).toBe(200);
    expect((await send('PUT', '/setup', form)).status).toBe(405);
    expect((await send('POST', '/setup', 'text/plain')).status).toBe(415);
    const { username: name } = await newMember(context);
    await give(context, 'member', { name, role: 'administrator' });
    const requests: Parameters<typeof send>[] = [
      ['GET', ''],
      ['HEAD', ''],
      ['PUT', '', form],
      ['POST', '', form],
      ['POST', '', 'text/plain'],
      ['POST', '', 'application/json'],
      ['POST', '', form, 'https://evil.example'],
    ];
    for (const [method, , ...more] of requests)
      expect({ method, more, ...(await send(method, '/setup', ...more)) }).toEqual({
        method,
        more,
        ...(await send(method, '/other', ...more)),
      });
  });
});
