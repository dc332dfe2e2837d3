import { expect, test } from 'vitest';
import { registerActions } from '../../../src/features/accounts/actions.server.ts';
import { accountsContext, newMember, tryLogIn } from '../../support/accounts.ts';
import { Caller, linkOf, PASSWORD, sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const register = (browser: Caller, form: Record<string, string>, plain = false) =>
  browser.call(registerActions, { address: '/forums/register.php?do=addmember', form: { securitytoken: 'guest', ...form }, plain });

onDatabase('a registration', (open) => {
  test('makes a member who is signed in, and mails a link to verify the address', async () => {
    const context = accountsContext((await open()).db);
    const { browser, answer, username } = await newMember(context, { email: 'Ada@Example.org' });
    expect(answer).toEqual({
      ...{ successUrl: '/', username, avatar: expect.stringMatching(/^\/profile\/avatar\//) as string },
      ...{ showUsernameChangeModal: true, showVerificationSentModal: true, showOldVerificationSentModal: false },
    });
    expect((await browser.session()).user).toMatchObject({ username, hasUnverifiedEmail: true, hasNotSetPassword: false });
    const [mail, ...others] = await sentMails(context);
    expect(others).toEqual([]);
    expect(mail!.to).toBe('Ada@Example.org');
    expect(linkOf(mail).address).toMatch(/^\/account\/verify\?token=[\w-]{43}$/);
    expect(mail!.text).toContain('The link works for 3 days.');
  });

  test('leads to a path of ours, and to no other', async () => {
    const context = accountsContext((await open()).db);
    const led = async (url: string) => {
      const { answer } = await register(new Caller(context), { email: `${Math.random()}@example.org`, password: PASSWORD, url });
      return (answer as { successUrl: string }).successUrl;
    };
    expect(await led('/all?page=2#x')).toBe('/all?page=2#x');
    for (const url of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example', 'all'])
      expect(await led(url), url).toBe('/');
  });

  test.each([
    ['no address', { email: 'nobody', password: PASSWORD }, 'email', 'Please enter a valid email address'],
    ['several addresses', { email: 'a@b.example,c@d.example', password: PASSWORD }, 'email', 'Please enter a valid email address'],
    ['a short password', { email: 'a@b.example', password: '1234567' }, 'password', 'Use 8 or more characters'],
    ['an endless password', { email: 'a@b.example', password: 'x'.repeat(129) }, 'password', 'Use at most 128 characters'],
    [
      'a common password',
      { email: 'a@b.example', password: 'Password123' },
      'password',
      'This password is too common. Please choose another one.',
    ],
    ['the address as password', { email: 'adalovelace@b.example', password: 'AdaLovelace' }, 'password', /too common/],
    [
      'another confirmation',
      { email: 'a@b.example', password: PASSWORD, password_confirm: 'other' },
      'password',
      'Must match the password',
    ],
  ])('with %s is refused at its field', async (_what, form, field, message) => {
    const context = accountsContext((await open()).db);
    const { status, answer } = await register(new Caller(context), form);
    expect(status).toBe(200);
    expect(answer).toEqual({ field, message: message instanceof RegExp ? (expect.stringMatching(message) as string) : message });
    expect(await context.db.selectFrom('members').selectAll().execute()).toEqual([]);
  });

  test('by a plain form says at the second password that it is another', async () => {
    const context = accountsContext((await open()).db);
    const browser = new Caller(context);
    const agreed = { agree: '1', older_than_13: '1' };
    const { status } = await register(browser, { ...agreed, email: 'a@b.example', password: PASSWORD, password_confirm: 'other' }, true);
    expect(status).toBe(303);
    const said = JSON.parse(decodeURIComponent(browser.jar.get('flash')!)) as object;
    expect(said).toMatchObject({ field: 'password_confirm', message: 'Must match the password' });
  });

  test('with an address that has an account, in whatever case, is refused', async () => {
    const context = accountsContext((await open()).db);
    await newMember(context, { email: 'ada@example.org' });
    const { answer } = await register(new Caller(context), { email: 'ADA@Example.ORG', password: PASSWORD });
    expect(answer).toEqual({ field: 'email', message: 'Looks like you already have an account.' });
  });

  test('done twenty times at once with one address makes one account', async () => {
    const context = accountsContext((await open()).db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(new Caller(context), { email: 'ada@example.org', password: PASSWORD })),
    );
    expect(answers.filter(({ answer }) => 'username' in (answer as object))).toHaveLength(1);
    expect(await context.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
    expect(await context.db.selectFrom('members').selectAll().execute()).toHaveLength(1);
    expect(await sentMails(context)).toHaveLength(1);
  });

  test('without script leads on to a page, or back with what was typed', async () => {
    const context = accountsContext((await open()).db);
    const browser = new Caller(context);
    const refused = await register(browser, { email: 'ada@example.org', password: 'short', url: '/all' }, true);
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/account/sign-up?url=%2Fall']);
    const flash = JSON.parse(browser.jar.get('flash')!) as object;
    expect(flash).toMatchObject({ message: 'Use 8 or more characters', field: 'password', kept: { email: 'ada@example.org' } });
    expect(JSON.stringify(flash)).not.toContain('short');
    const made = await register(browser, { email: 'ada@example.org', password: PASSWORD, url: '/all?page=2' }, true);
    expect([made.status, made.headers.get('location')]).toEqual([303, '/forums/profile.php?do=accountsettings']);
    expect(JSON.parse(browser.jar.get('flash')!)).toMatchObject({ link: { path: '/all?page=2', text: 'Go on where you were' } });
    expect((await browser.session()).user).not.toBeNull();
  });

  test('without script names no page to go on to where none led there', async () => {
    const context = accountsContext((await open()).db);
    const browser = new Caller(context);
    await register(browser, { email: 'ada@example.org', password: PASSWORD, url: '/' }, true);
    expect(JSON.parse(browser.jar.get('flash')!)).not.toHaveProperty('link');
  });

  test('is stored without its password', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await newMember(context);
    const { password_hash: hash } = await context.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(JSON.stringify(await context.db.selectFrom('outbox').selectAll().execute())).not.toContain(PASSWORD);
    expect((await tryLogIn(new Caller(context), email, PASSWORD)).answer).toMatchObject({ success: true });
  });

  test('is taken from one network a hundred times an hour', async () => {
    const context = accountsContext((await open()).db);
    const browser = new Caller(context);
    for (let n = 0; n < 100; n++) await context.limits.take('registration', browser.network);
    const { status, headers, answer } = await register(browser, { email: 'ada@example.org', password: PASSWORD });
    expect([status, answer]).toEqual([429, expect.objectContaining({ status: 'error' })]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
