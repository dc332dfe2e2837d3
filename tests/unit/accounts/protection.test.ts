import { resultForm } from '../../../src/features/coupon-results/coupon-result.server.ts';
import { ownPostsActions } from '../../../src/features/posting/own-posts.server.ts';
import { deskDealsActions } from '../../../src/features/desk/deal-actions.server.ts';
import { deskMembersActions } from '../../../src/features/desk/members.server.ts';
import { setupForm } from '../../../src/features/setup/set-up.server.ts';
import { deskPostsActions } from '../../../src/features/desk/posts.server.ts';
import { postForm } from '../../../src/features/posting/post.server.ts';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { deliveryForm } from '../../../src/features/notifications/delivery-form.server.ts';
import { pushForm } from '../../../src/features/notifications/push/push-form.server.ts';
import { latestForm } from '../../../src/features/notifications/latest.server.ts';
import { notificationActions } from '../../../src/features/notifications/actions.server.ts';
import { hideForm } from '../../../src/features/hidden-deals/hide.server.ts';
import { chooseEndpoint } from '../../../src/features/tracking/choose.server.ts';
import { saveForm } from '../../../src/features/saved/save.server.ts';
import { savedActions } from '../../../src/features/saved/actions.server.ts';
import { expect, test } from 'vitest';
import { authorizationActions, loginActions, registerActions } from '../../../src/features/accounts/actions.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { saveAvatar } from '../../../src/features/accounts/settings/avatar.server.ts';
import { confirmEmailChange, requestEmailChange } from '../../../src/features/accounts/settings/email.server.ts';
import { restoreEmail } from '../../../src/features/accounts/settings/restore-email.server.ts';
import { saveTheme } from '../../../src/features/accounts/settings/theme.server.ts';
import { saveUsername } from '../../../src/features/accounts/settings/username.server.ts';
import { facebookSignOn } from '../../../src/features/accounts/sign-in/facebook.server.ts';
import { googleCallback } from '../../../src/features/accounts/sign-in/google.server.ts';
import { linkForm, useMagicLink, verifyEmail } from '../../../src/features/accounts/sign-in/links.server.ts';
import { memberForm, memberUpload, visitorForm, visitorJson } from '../../../src/features/session/visit.server.ts';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { moderationActions } from '../../../src/features/moderation/actions.server.ts';
import { reportForm } from '../../../src/features/reports/report.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import type { Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { required } from '../../../src/lib/required.ts';
import { onDatabase } from '../../support/databases.ts';

type Send = (browser: Caller, headers: Record<string, string>, token: Record<string, string>) => ReturnType<Caller['call']>;

const form =
  (endpoint: Endpoint, fields: Record<string, string> = {}): Send =>
  (browser, headers, token) =>
    browser.call(endpoint, { form: { ...fields, ...token }, headers });

const upload: Send = (browser, headers, token) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(token)) data.set(name, value);
  return browser.call(memberUpload('/', saveAvatar), { upload: data, headers });
};

/** Every call that changes something for whoever is signed in. */
const CALLS: Record<string, Send> = {
  'log-in': form(loginActions, { do: 'login' }),
  'log-out': form(loginActions, { do: 'logout' }),
  'reset request': form(loginActions, { do: 'emailpassword' }),
  reset: form(loginActions, { do: 'savepassword' }),
  'magic link request': form(authorizationActions, { do: 'requestLink' }),
  registration: form(registerActions, { do: 'addmember' }),
  'verification mail': form(registerActions, { do: 'emailcode' }),
  password: form(profileActions, { do: 'updatepassword' }),
  colour: form(profileActions, { do: 'updateavatar' }),
  'sessions elsewhere': form(profileActions, { do: 'signoutelsewhere' }),
  'a new address': form(profileActions, { do: 'giveupemail' }),
  'one session': form(profileActions, { do: 'endsession' }),
  provider: form(profileActions, { do: 'disconnect' }),
  deletion: form(profileActions, { do: 'deleteaccount' }),
  name: form(memberForm('/', saveUsername)),
  theme: form(memberForm('/', saveTheme)),
  'e-mail address': form(memberForm('/', requestEmailChange)),
  'its confirmation': form(linkForm('/', confirmEmailChange)),
  'an address taken back': form(linkForm('/', restoreEmail)),
  'magic link': form(linkForm('/', useMagicLink)),
  verification: form(linkForm('/', verifyEmail)),
  Facebook: form(visitorForm(() => '/', facebookSignOn)),
  vote: form(voteForm),
  comment: form(replyForm),
  'edited comment': form(editForm, { do: 'updatepost' }),
  report: form(reportForm),
  'coupon result': form(resultForm),
  deal: form(postForm, { do: 'submit' }),
  'decision about a deal': form(deskPostsActions, { do: 'publish' }),
  'edited deal': form(deskDealsActions, { do: 'save' }),
  role: form(deskMembersActions, { userid: '1', role: 'moderator' }),
  setup: form(setupForm, { key: 'none' }),
  'withdrawn deal': form(ownPostsActions, { do: 'withdraw' }),
  moderation: form(moderationActions, { do: 'keep' }),
  'deal alert': form(alertsForm, { do: 'do-add', q: 'ssd' }),
  'all deal alerts': form(alertsForm, { do: 'deleteall' }),
  delivery: form(deliveryForm, { do: 'renewfeed' }),
  'push device': form(pushForm, { do: 'unsubscribe' }),
  notifications: form(notificationActions, { do: 'read-all' }),
  'latest notifications': form(latestForm),
  'saved deal': form(saveForm),
  'hidden deal': form(hideForm),
  'choice whether visits are counted': form(chooseEndpoint('opt-out', 'tracking')),
  'list of saved deals': form(savedActions, { do: 'remove' }),
  picture: upload,
  Google: (browser, headers, token) =>
    browser.call(visitorJson(googleCallback), {
      json: {},
      headers: { ...headers, ...(token['securitytoken'] && { 'X-Security-Token': token['securitytoken'] }) },
    }),
};

onDatabase('every call that changes something', (open) => {
  test('needs the token of the session, and a page of ours', async () => {
    const context = accountsContext((await open()).db);
    const [ada, bob] = [await newMember(context), await newMember(context)];
    const own = { securitytoken: (await ada.browser.session()).securitytoken };
    const wrong = [{}, { securitytoken: 'guest' }, { securitytoken: '' }, { securitytoken: (await bob.browser.session()).securitytoken }];
    for (const [name, send] of Object.entries(CALLS)) {
      for (const token of wrong) expect((await send(ada.browser, {}, token as Record<string, string>)).status, name).toBe(403);
      for (const origin of ['https://evil.example', 'null', 'http://localhost:4322'])
        expect((await send(ada.browser, { Origin: origin }, own)).status, `${name} from ${origin}`).toBe(403);
    }
    expect((await ada.browser.session()).user).not.toBeNull();
    expect(await context.db.selectFrom('accounts').selectAll().execute()).toHaveLength(2);
  });

  test('judges what is sent once it is clear who sends it', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await verifiedMember(context);
    const own = { securitytoken: (await browser.session()).securitytoken };
    const malformed = { a: 'no\0text' };
    for (const [name, send] of Object.entries(CALLS)) {
      if (name === 'Google' || name === 'picture') continue;
      expect((await send(browser, {}, malformed)).status, name).toBe(403);
      expect((await send(browser, {}, { ...own, ...malformed })).status, name).toBe(400);
      const guest = async (more: Record<string, string>) => (await send(new Caller(context), {}, more)).answer;
      const answered = await guest({});
      // The mail's address is one of guests' calls, too.
      const forMembers = name !== 'verification mail' && (answered as { error?: string } | null)?.error === 'dologin';
      expect(await guest(malformed), name).toEqual(forMembers ? answered : { status: 'error', message: 'The form is malformed.' });
    }
    const inJson = (headers: Record<string, string>) =>
      browser.call(visitorJson(googleCallback), { text: '{', type: 'application/json', headers });
    expect((await inJson({})).status).toBe(403);
    expect((await inJson({ 'X-Security-Token': own.securitytoken })).answer).toMatchObject({ message: 'The JSON is malformed.' });
    const uploaded = async (by: Caller, headers: Record<string, string> = {}) =>
      (await by.call(memberUpload('/', saveAvatar), { text: 'no parts', type: 'multipart/form-data; boundary=x', headers })).answer;
    expect(await uploaded(new Caller(context))).toMatchObject({ error: 'dologin' });
    expect(await uploaded(browser)).toMatchObject({ message: expect.stringContaining('out of date') as string });
    expect(await uploaded(browser, { 'X-Security-Token': own.securitytoken })).toMatchObject({ message: 'The form is malformed.' });
  });

  test('says first to who must not take part that it is so', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const own = { securitytoken: (await browser.session()).securitytoken, message: 'no\0text' };
    for (const name of ['vote', 'comment', 'edited comment', 'report'])
      expect((await required(CALLS[name], name)(browser, {}, own)).answer, name).toMatchObject({ error: 'Unverified Email' });
  });
});

test('no call is left out of this list', async () => {
  const { sources } = await import('../../support/sources.ts');
  const taking = sources('src/pages/**/*').filter(({ text }) =>
    /\b(memberForm|visitorForm|visitorJson|memberUpload|\w+Actions|[a-z]+Form)\b/.test(text),
  );
  const known = [
    ...['login.php', 'register.php', 'changeUsername.php', 'profile.php', 'sdthreadrate_ajax.php', 'processAuthorization.php', 'sign-on'],
    ...[
      'callback',
      'avatar',
      'theme',
      'email-update',
      'email-confirm',
      'email-restore',
      'magic-link',
      'verify',
      'report.php',
      'coupon-results',
      'moderation',
    ],
    ...[
      'newreply.php',
      'editpost.php',
      'sddealalerts_ajax.php',
      'save.php',
      'hide.php',
      'saved',
      'notifications',
      'notifications.php',
      'delivery',
      'push',
      'post',
      'posts',
      // Those of the desk.
      'posts',
      'deals',
      'members',
      'setup',
    ],
    // Its key takes the place of a session (contract.md, Deal alerts; tests/unit/notifications/endings.test.ts).
    'unsubscribe',
  ];
  const names = taking.map(({ path }) => path.replace(/^.*\/|\.(ts|astro)$/g, ''));
  expect(names.toSorted(), 'add the call to CALLS above, which tests its token and origin, and then its page here').toEqual(
    known.toSorted(),
  );
});
