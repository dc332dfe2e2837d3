import type { JWTPayload } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { facebookCall } from '../../../src/features/accounts/contracts/facebook.ts';
import { googleCall } from '../../../src/features/accounts/contracts/google.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { facebookSignOn } from '../../../src/features/accounts/sign-in/facebook.server.ts';
import { issueNonce, googleCallback } from '../../../src/features/accounts/sign-in/google.server.ts';
import { visitorForm, visitorJson } from '../../../src/features/session/visit.server.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { agreed } from '../../support/agreed.ts';
import { Caller, newEmail, PASSWORD, sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { openFacebookGraph } from '../../support/facebook-graph.ts';
import { openIssuer } from '../../support/issuer.ts';

const CLIENT = 'ours.apps.googleusercontent.com';
const callback = visitorJson(googleCallback);
const nonce = readEndpoint(issueNonce);
const signOn = visitorForm(() => '/account/log-in', facebookSignOn);

/** A site with Google, and a way to come from there as somebody. */
async function withGoogle(db: Db) {
  const issuer = await openIssuer();
  onTestFinished(() => issuer.stop());
  const context = accountsContext(db, { GOOGLE_CLIENT_ID: CLIENT, GOOGLE_ISSUER: issuer.url });
  const comeAs = async (browser: Caller, person: JWTPayload, more: Record<string, unknown> = {}) => {
    const { answer } = await browser.call(nonce, { method: 'GET' });
    const at = context.clock().getTime() / 1_000;
    const claims = {
      iss: issuer.url,
      aud: CLIENT,
      iat: at,
      exp: at + 600,
      email_verified: true,
      ...(answer as { nonce: string }),
      ...person,
    };
    const { securitytoken } = await browser.session();
    const json = { credential: await issuer.sign(claims), clientId: CLIENT, regUrl: '/popular', actionSource: 'test', ...more };
    return agreed(googleCall, await browser.call(callback, { json, headers: { 'X-Security-Token': securitytoken } }));
  };
  return { context, issuer, comeAs };
}

onDatabase('coming from Google', (open) => {
  test('makes a member whose address counts as verified, who has no password, and knows them again', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const browser = new Caller(context);
    const email = newEmail();
    expect((await comeAs(browser, { sub: '1', email })).answer).toEqual({ redirect: '/popular' });
    expect(browser.jar.get('after-sign-in')).toBe('social-registration');
    const { user } = await browser.session();
    expect(user).toMatchObject({ hasUnverifiedEmail: false, hasNotSetPassword: true });
    expect(await sentMails(context)).toEqual([]);
    const again = new Caller(context);
    // The address may change there; the id does not.
    expect((await comeAs(again, { sub: '1', email: newEmail() })).answer).toEqual({ redirect: '/popular' });
    expect(again.jar.get('after-sign-in')).toBe('log-in');
    expect((await again.session()).user?.userid).toBe(user!.userid);
  });

  test.each([
    ['of Google’s own', 'ada@gmail.com', {}],
    ['of an organisation whose mail Google runs', 'ada@deals.example', { hd: 'deals.example' }],
  ])('joins the account of a mailbox %s, and tells it', async (_what, address, more) => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const { email, password, userId } = await verifiedMember(context, { email: address });
    const browser = new Caller(context);
    await comeAs(browser, { sub: '1', email: email.toUpperCase(), ...more });
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toContainEqual([
      ...[email, 'Your account was connected to Google'],
    ]);
    expect((await browser.session()).user?.userid).toBe(userId);
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });

  test('takes over an account that somebody made with one’s address and never verified', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const squatter = await newMember(context);
    const browser = new Caller(context);
    await comeAs(browser, { sub: '1', email: squatter.email, hd: 'example.org' });
    expect((await browser.session()).user).toMatchObject({ userid: squatter.userId, hasNotSetPassword: true, hasUnverifiedEmail: false });
    expect((await squatter.browser.session()).user).toBeNull();
    expect((await tryLogIn(new Caller(context), squatter.email, squatter.password)).answer).toMatchObject({ success: false });
  });

  test('with an address that Google knows and does not run joins no account, until its member connects', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const { browser: ada, email, userId } = await verifiedMember(context);
    const browser = new Caller(context);
    for (const hd of [undefined, 'other.example'])
      expect((await comeAs(browser, { sub: '1', email, ...(hd && { hd }) })).answer).toEqual({
        status: 'error',
        message:
          'There is an account with this email address. Log in with its password or a link by email, then connect Google in your account settings.',
      });
    expect((await browser.session()).user).toBeNull();
    expect(await context.db.selectFrom('identities').selectAll().execute()).toEqual([]);
    await comeAs(ada, { sub: '1', email });
    await comeAs(browser, { sub: '1', email });
    expect((await browser.session()).user?.userid).toBe(userId);
  });

  test('opens an account to passwords that saw too many wrong ones', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const { email, password } = await verifiedMember(context, { email: 'ada@gmail.com' });
    await tryLogIn(new Caller(context), email, 'wrong password');
    await context.db.updateTable('rate_limits').set({ points: 100 }).where('key', 'like', 'failed-log-in:%').execute();
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: false });
    await comeAs(new Caller(context), { sub: '1', email });
    expect((await tryLogIn(new Caller(context), email, password)).answer).toMatchObject({ success: true });
  });

  test('with an address that Google does not vouch for never joins an account', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const { email } = await verifiedMember(context);
    const browser = new Caller(context);
    const { answer } = await comeAs(browser, { sub: '1', email, email_verified: false });
    expect(answer).toEqual({ status: 'error', message: expect.stringContaining('Log in with its password') as string });
    expect((await browser.session()).user).toBeNull();
    expect(await context.db.selectFrom('identities').selectAll().execute()).toEqual([]);
    const fresh = new Caller(context);
    await comeAs(fresh, { sub: '2', email: newEmail(), email_verified: false });
    expect((await fresh.session()).user).toMatchObject({ hasUnverifiedEmail: true });
    expect(await sentMails(context)).toHaveLength(1);
  });

  test('ten times at once makes one member', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const email = newEmail();
    await Promise.all(Array.from({ length: 10 }, () => comeAs(new Caller(context), { sub: '1', email })));
    expect(await context.db.selectFrom('members').selectAll().execute()).toHaveLength(1);
    expect(await context.db.selectFrom('identities').selectAll().execute()).toHaveLength(1);
  });

  test('connects a member who is signed in, and nobody else’s Google account', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    expect((await comeAs(ada.browser, { sub: '1', email: newEmail() })).answer).toEqual({
      redirect: '/forums/profile.php?do=accountsettings',
    });
    expect((await comeAs(bob.browser, { sub: '1', email: newEmail() })).answer).toMatchObject({ status: 'error' });
    const browser = new Caller(context);
    await comeAs(browser, { sub: '1', email: newEmail() });
    expect((await browser.session()).user?.userid).toBe(ada.userId);
  });

  test('is taken back once there is a password to log in with', async () => {
    const { context, comeAs } = await withGoogle((await open()).db);
    const browser = new Caller(context);
    await comeAs(browser, { sub: '1', email: newEmail() });
    const disconnect = () => browser.callAsMember(profileActions, { form: { do: 'disconnect', provider: 'google' } });
    expect((await disconnect()).answer).toEqual({ success: false, message: expect.stringContaining('Add a password first') as string });
    const password = { password: PASSWORD, password_confirm: PASSWORD };
    expect((await browser.callAsMember(profileActions, { form: { do: 'updatepassword', ...password } })).answer).toEqual({ success: true });
    await sentMails(context);
    expect((await disconnect()).answer).toEqual({ success: true });
    expect(await context.db.selectFrom('identities').selectAll().execute()).toEqual([]);
    // Once: the second finds nothing to disconnect.
    await disconnect();
    expect((await sentMails(context)).map(({ subject }) => subject)).toEqual(['Your account was disconnected from Google']);
  });

  test('needs the nonce of the browser, our client, and everything that the call names', async () => {
    const { context, comeAs, issuer } = await withGoogle((await open()).db);
    const person = { sub: '1', email: newEmail() };
    const refused = { status: 'error', message: 'An error has occurred. Please try again.' };
    expect((await comeAs(new Caller(context), { ...person, nonce: 'somebody else’s' })).answer).toEqual(refused);
    expect((await comeAs(new Caller(context), person, { clientId: 'another' })).answer).toEqual(refused);
    expect((await comeAs(new Caller(context), person, { credential: undefined })).answer).toEqual(refused);
    expect((await comeAs(new Caller(context), { ...person, aud: 'another' })).answer).toEqual(refused);
    const { status } = await new Caller(context).call(callback, { json: undefined, headers: { 'Content-Type': 'application/json' } });
    expect(status).toBe(400);
    await issuer.stop();
    const away = accountsContext(context.db, { GOOGLE_CLIENT_ID: CLIENT, GOOGLE_ISSUER: issuer.url });
    const browser = new Caller(away);
    await browser.call(nonce, { method: 'GET' });
    const { answer } = await browser.call(callback, { json: { credential: 'x', clientId: CLIENT } });
    expect(answer).toEqual({ status: 'error', message: 'A network error occurred. Please try again.' });
  });

  test('is not there while it is not configured', async () => {
    const context = accountsContext((await open()).db);
    expect((await new Caller(context).call(nonce, { method: 'GET' })).status).toBe(404);
    expect((await new Caller(context).call(callback, { json: {} })).status).toBe(404);
  });
});

const APP = { appId: '42', appSecret: 'the app’s secret' };

async function withFacebook(db: Db) {
  const graph = await openFacebookGraph(APP);
  onTestFinished(() => graph.stop());
  const settings = { FACEBOOK_APP_ID: APP.appId, FACEBOOK_APP_SECRET: APP.appSecret, FACEBOOK_API_URL: graph.url };
  const context = accountsContext(db, settings);
  const comeWith = (browser: Caller, facebookAccessToken: string) =>
    browser
      .callAsMember(signOn, { form: { facebookAccessToken, actionSource: 'test', regUrl: '/popular' } })
      .then((called) => agreed(facebookCall, called));
  return { context, graph, comeWith };
}

onDatabase('coming from Facebook', (open) => {
  test('makes a member who has yet to verify the address, and knows them again', async () => {
    const { context, graph, comeWith } = await withFacebook((await open()).db);
    graph.tokens.set('ada', { appId: APP.appId, userId: '7', email: newEmail() });
    const browser = new Caller(context);
    expect((await comeWith(browser, 'ada')).answer).toEqual({ status: 'success', redirect: '/popular', redirectPost: null });
    const { user } = await browser.session();
    expect(user).toMatchObject({ hasUnverifiedEmail: true, hasNotSetPassword: true });
    expect(await sentMails(context)).toHaveLength(1);
    const again = new Caller(context);
    await comeWith(again, 'ada');
    expect((await again.session()).user?.userid).toBe(user!.userid);
  });

  test('with the address of an account asks to log in there first', async () => {
    const { context, graph, comeWith } = await withFacebook((await open()).db);
    const { email, browser: ada, userId } = await verifiedMember(context);
    graph.tokens.set('ada', { appId: APP.appId, userId: '7', email });
    const browser = new Caller(context);
    expect((await comeWith(browser, 'ada')).answer).toMatchObject({ status: 'ssoLink', message: expect.any(String) as string });
    expect((await browser.session()).user).toBeNull();
    expect((await comeWith(ada, 'ada')).answer).toMatchObject({ status: 'success', redirect: '/forums/profile.php?do=accountsettings' });
    await comeWith(browser, 'ada');
    expect((await browser.session()).user?.userid).toBe(userId);
  });

  test('without an address, with another app’s token, or while Facebook is away says what to do', async () => {
    const { context, graph, comeWith } = await withFacebook((await open()).db);
    graph.tokens.set('shy', { appId: APP.appId, userId: '7' });
    graph.tokens.set('foreign', { appId: '43', userId: '8', email: newEmail() });
    const said = async (token: string) => (await comeWith(new Caller(context), token)).answer;
    expect(await said('shy')).toEqual({ status: 'permissionRequired', message: 'Please allow us to see your email address on Facebook.' });
    expect(await said('foreign')).toMatchObject({ status: 'permissionRequired' });
    expect(await said('')).toMatchObject({ status: 'permissionRequired' });
    await graph.stop();
    expect(await said('shy')).toEqual({ status: 'retry', message: 'A network error occurred. Please try again.' });
    expect(await context.db.selectFrom('members').selectAll().execute()).toEqual([]);
  });
});
