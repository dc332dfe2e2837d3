import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addByCriteriaCall } from '../../../src/features/alerts/contracts/add-by-criteria.ts';
import { addByTagCall } from '../../../src/features/alerts/contracts/add-by-tag.ts';
import { addByWordsCall } from '../../../src/features/alerts/contracts/add-by-words.ts';
import { deleteCall as deleteAlertCall } from '../../../src/features/alerts/contracts/delete.ts';
import { listCall } from '../../../src/features/alerts/contracts/list.ts';
import { pauseCall } from '../../../src/features/alerts/contracts/pause.ts';
import { previewCall } from '../../../src/features/alerts/contracts/preview.ts';
import { resumeCall } from '../../../src/features/alerts/contracts/resume.ts';
import { updateCall } from '../../../src/features/alerts/contracts/update.ts';
import { featureFlagCall } from '../../../src/features/flags/contracts/feature-flag.ts';
import { captchaSettingsCall } from '../../../src/features/accounts/contracts/captcha-settings.ts';
import { checkEmailCall } from '../../../src/features/accounts/contracts/check-email.ts';
import { checkUsernameCall } from '../../../src/features/accounts/contracts/check-username.ts';
import { facebookCall } from '../../../src/features/accounts/contracts/facebook.ts';
import { googleCall } from '../../../src/features/accounts/contracts/google.ts';
import { googleNonceCall } from '../../../src/features/accounts/contracts/google-nonce.ts';
import { logInCall } from '../../../src/features/accounts/contracts/log-in.ts';
import { logOutCall } from '../../../src/features/accounts/contracts/log-out.ts';
import { magicLinkCall } from '../../../src/features/accounts/contracts/magic-link.ts';
import { passwordCall } from '../../../src/features/accounts/contracts/password.ts';
import { registerCall } from '../../../src/features/accounts/contracts/register.ts';
import { requestResetCall } from '../../../src/features/accounts/contracts/request-reset.ts';
import { resendVerificationCall } from '../../../src/features/accounts/contracts/resend-verification.ts';
import { saveResetCall } from '../../../src/features/accounts/contracts/save-reset.ts';
import { themeCall } from '../../../src/features/accounts/contracts/theme.ts';
import { usernameCall } from '../../../src/features/accounts/contracts/username.ts';
import { usernamesCall } from '../../../src/features/accounts/contracts/usernames.ts';
import { deleteCall } from '../../../src/features/comments/contracts/delete.ts';
import { editCall } from '../../../src/features/comments/contracts/edit.ts';
import { repliesCall } from '../../../src/features/comments/contracts/replies.ts';
import { replyCall } from '../../../src/features/comments/contracts/reply.ts';
import { sourceCall } from '../../../src/features/comments/contracts/source.ts';
import { dealDetailsCall } from '../../../src/features/deals/contracts/deal-details.ts';
import { forumsCall } from '../../../src/features/deals/contracts/forums.ts';
import { forumCall } from '../../../src/features/deals/contracts/forum.ts';
import { deliveryCall } from '../../../src/features/notifications/contracts/delivery.ts';
import { latestNotificationsCall } from '../../../src/features/notifications/contracts/latest-notifications.ts';
import { renewFeedCall } from '../../../src/features/notifications/contracts/renew-feed.ts';
import { resubscribeCall } from '../../../src/features/notifications/contracts/resubscribe.ts';
import { renewPushCall } from '../../../src/features/notifications/contracts/renew-push.ts';
import { subscribePushCall } from '../../../src/features/notifications/contracts/subscribe-push.ts';
import { unsubscribePushCall } from '../../../src/features/notifications/contracts/unsubscribe-push.ts';
import { checkCall } from '../../../src/features/posting/contracts/check.ts';
import { previewCall as previewPostCall } from '../../../src/features/posting/contracts/preview.ts';
import { submitCall } from '../../../src/features/posting/contracts/submit.ts';
import { postForm } from '../../../src/features/posting/post.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { reportCall } from '../../../src/features/reports/contracts/report.ts';
import { couponResultCall } from '../../../src/features/coupon-results/contracts/coupon-result.ts';
import { ownSavedCall } from '../../../src/features/saved/contracts/own-saved.ts';
import { hideCall } from '../../../src/features/hidden-deals/contracts/hide.ts';
import { saveCall } from '../../../src/features/saved/contracts/save.ts';
import { suggestionsCall } from '../../../src/features/search/contracts/suggestions.ts';
import { sessionCall } from '../../../src/features/session/contracts/session.ts';
import { ownVotesCall } from '../../../src/features/votes/contracts/own-votes.ts';
import { voteCall } from '../../../src/features/votes/contracts/vote.ts';
import { ignoredField } from '../../../src/lib/form-fields.ts';
import type { CallContract, FormContract, GuardedContract, QueryContract } from '../../../src/lib/call.ts';
import type { Database } from '../../../src/server/db/database.ts';
import type { Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, newMember, verifiedMember } from '../../support/accounts.ts';
import { agreed } from '../../support/agreed.ts';
import { Caller, linkOf, PASSWORD as FIRST, sentMails, type Called } from '../../support/calls.ts';
import { openCopy } from '../../support/databases.ts';
import { commentBy, newModerator } from '../../support/moderation.ts';
import { keysOf, newReceiver } from '../../support/push-server.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { ROUTES } from '../../support/routes.ts';
import { sources } from '../../support/sources.ts';

const CLIENT = 'ours.apps.googleusercontent.com';
const PASSWORD = 'nine blue kettles';

type Who = 'guest' | 'member' | 'unverified' | 'moderator';
type Fields = Record<string, string | string[]>;
type Contract = CallContract<object> | GuardedContract<object>;

let database: Database;
let names: Record<'deal' | 'post' | 'comment' | 'own' | 'forum' | 'alert', string>;
let browsers: Record<Who, Caller>;
let hash: string;

beforeAll(async () => {
  database = await openCopy();
  const { db } = database;
  const context = accountsContext(db, { GOOGLE_CLIENT_ID: CLIENT, GOOGLE_ISSUER: 'http://127.0.0.1:1' });
  await publishedCatalogue(context, 3);
  const [member, unverified, moderator] = [await verifiedMember(context), await newMember(context), await newModerator(context)];
  browsers = { guest: new Caller(context), member: member.browser, unverified: unverified.browser, moderator: moderator.browser };
  const deal = await db.selectFrom('deals').selectAll().where('status', '=', 'live').limit(1).executeTakeFirstOrThrow();
  await db.updateTable('deals').set({ coupon_code: 'Test10' }).where('thread_id', '=', deal.thread_id).execute();
  const own = await commentBy(context, member, deal.thread_id);
  const comment = await commentBy(context, moderator, deal.thread_id);
  const { id } = await db.selectFrom('forums').select('id').executeTakeFirstOrThrow();
  const ids = { deal: deal.thread_id, post: deal.post_id, comment, own, forum: id };
  names = Object.fromEntries(Object.entries(ids).map(([name, each]) => [name, String(each)])) as typeof names;
  names.alert = String(((await ask(addByWordsCall, 'member', { q: 'chair' })).answer as { alertid: number }).alertid);
  await sentMails(context);
  await ask(requestResetCall, 'guest', { email: moderator.email });
  hash = linkOf((await sentMails(context))[0]).token;
});
afterAll(() => database.close());

/** The endpoint at an address, as the table of routes has it. */
async function endpointOf(address: string): Promise<Endpoint> {
  if (address === passwordCall.address) return profileActions;
  if (address === submitCall.address) return postForm;
  const page = ROUTES.find(({ path }) => path.startsWith(address.split('?')[0]!))?.page;
  if (page === undefined) throw new Error(`${address} has no page in tests/support/routes.ts`);
  return ((await import(`../../../src/pages/${page}`)) as { ALL: Endpoint }).ALL;
}

const isQuery = (contract: object): contract is QueryContract<object, object> => 'query' in contract;
const isForm = (contract: object): contract is FormContract<object, object> => 'form' in contract;

/** Calls as the browser does; `id` is of what is read, where the address ends in one. */
async function ask(contract: Contract, who: Who, { id = '', ...fields }: Fields): Promise<Called> {
  const browser = browsers[who];
  const endpoint = await endpointOf(contract.address);
  const { securitytoken } = await browser.session();
  if (isQuery(contract) || contract === sessionCall || contract === featureFlagCall) {
    const [about, query] = contract.address.startsWith('/comments/') ? [String(id), fields] : ['', { ...fields, ...(id && { id }) }];
    const address = `${contract.address}${about}?${new URLSearchParams(query as Record<string, string>)}`;
    return browser.call(endpoint, { method: 'GET', address, params: { id: about } });
  }
  if ('body' in contract)
    return browser.call(endpoint, { address: contract.address, json: fields, headers: { 'X-Security-Token': securitytoken } });
  const action: Fields = isForm(contract) && contract.do !== undefined ? { do: contract.do } : {};
  return browser.call(endpoint, { address: contract.address, form: { ...action, ...fields, securitytoken } });
}

const DELIVERY = { timezone: 'Europe/Berlin', digesthour: '18', digestday: '5', quietfrom: '', quietuntil: '', mostaday: '' };

const DEVICE = { endpoint: 'https://push.example/one', ...keysOf(newReceiver()) };

const POSTED = { url: 'https://north-mart.example/p/1', title: 'Brass reading lamp', price: '24.99', category: 'lamps' };

/** Who calls what, and how the answer begins. Each finds what those before it have left. */
const CASES: [contract: Contract, who: Who, fields: () => Fields, told: object][] = [
  [addByWordsCall, 'member', () => ({ q: 'lamp', maxprice: '20' }), { success: true, criteriaId: 'max=2000;q=lamp' }],
  [addByWordsCall, 'guest', () => ({ q: 'lamp' }), { doLogin: true, criteriaId: 'q=lamp' }],
  [addByWordsCall, 'unverified', () => ({ q: 'lamp' }), { unconfirmed: true, criteriaId: 'q=lamp' }],
  [addByWordsCall, 'member', () => ({ q: 'lamp', frequency: 'sometimes' }), { success: false }],
  [addByCriteriaCall, 'member', () => ({ criteriaId: 'q=lamp' }), { success: true, criteriaId: 'q=lamp' }],
  [addByTagCall, 'member', () => ({ intagid: `deal-${names.deal}` }), { success: true }],
  [previewCall, 'guest', () => ({ q: 'deal', threadid: names.deal }), { title: 'deal' }],
  [previewCall, 'guest', () => ({}), { success: false }],
  [updateCall, 'member', () => ({ alertid: names.alert, maxprice: '10' }), { success: true }],
  [pauseCall, 'member', () => ({ alertid: names.alert }), { success: true }],
  [resumeCall, 'member', () => ({ alertid: names.alert }), { success: true }],
  [listCall, 'member', () => ({}), { alerts: expect.any(Array) as object[] }],
  [listCall, 'guest', () => ({}), { doLogin: true }],
  [deleteAlertCall, 'member', () => ({ alertid: names.alert }), { success: true }],
  [deleteAlertCall, 'member', () => ({ alertid: names.alert }), { success: false }],
  [voteCall, 'member', () => ({ postid: names.post, votetypeid: '1', vote: '1' }), { voted: 1 }],
  [voteCall, 'guest', () => ({ postid: names.post, votetypeid: '1', vote: '1' }), { error: 'dologin' }],
  [voteCall, 'unverified', () => ({ postid: names.post, votetypeid: '1', vote: '1' }), { error: 'Unverified Email' }],
  [voteCall, 'member', () => ({ postid: names.post, votetypeid: '1', vote: 'up' }), { error: 'This is not a vote.' }],
  [ownVotesCall, 'member', () => ({ 'ti[]': [names.deal], 'pi[]': [names.comment] }), {}],
  [ownVotesCall, 'guest', () => ({ 'ti[]': [names.deal] }), {}],
  [
    couponResultCall,
    'member',
    () => ({ about: `DEAL-${names.deal}`, code: ' test10 ', worked: '1' }),
    { worked: true, counts: false, evidence: null },
  ],
  [
    couponResultCall,
    'member',
    () => ({ about: `DEAL-${names.deal}`, code: 'OTHER', worked: '1' }),
    { error: 'This coupon no longer exists.' },
  ],
  [couponResultCall, 'guest', () => ({ about: `DEAL-${names.deal}`, code: 'TEST10', worked: '1' }), { error: 'dologin' }],
  [couponResultCall, 'unverified', () => ({ about: `DEAL-${names.deal}`, code: 'TEST10', worked: '1' }), { error: 'Unverified Email' }],
  [
    couponResultCall,
    'member',
    () => ({ about: names.deal, code: 'TEST10', worked: '1' }),
    { error: 'The form does not say which coupon it is about.' },
  ],
  [latestNotificationsCall, 'member', () => ({}), { unread: expect.any(Number) as number }],
  [latestNotificationsCall, 'guest', () => ({}), { error: 'dologin' }],
  [saveCall, 'member', () => ({ threadid: names.deal, saved: '1' }), { saved: true }],
  [saveCall, 'guest', () => ({ threadid: names.deal, saved: '1' }), { error: 'dologin' }],
  [saveCall, 'member', () => ({ threadid: names.deal, saved: 'yes' }), { error: 'The form does not say which deal it is about.' }],
  [hideCall, 'member', () => ({ 'hide[]': [names.deal] }), { hidden: [expect.any(Number)] }],
  [hideCall, 'guest', () => ({ 'hide[]': [names.deal] }), { error: 'dologin' }],
  [ownSavedCall, 'member', () => ({ 'ti[]': [names.deal] }), { saved: [expect.any(Number)] }],
  [ownSavedCall, 'guest', () => ({ 'ti[]': [names.deal] }), { saved: [] }],
  [dealDetailsCall, 'guest', () => ({ format: 'counts', 'fpdealids[]': [names.deal], 'postids[]': [names.comment] }), { postScores: {} }],
  [dealDetailsCall, 'guest', () => ({ format: 'counts', 'offerids[]': ['1'] }), { offers: {} }],
  [dealDetailsCall, 'guest', () => ({ 'fpdealids[]': [names.deal] }), { dealDetails: {} }],
  [replyCall, 'member', () => ({ threadid: names.deal, parentid: names.comment, message: 'I bought one' }), { reply: {} }],
  [replyCall, 'guest', () => ({ threadid: names.deal, message: 'I bought one' }), { error: 'dologin' }],
  [replyCall, 'member', () => ({ threadid: names.deal, message: '' }), { field: 'message' }],
  [checkCall, 'member', () => POSTED, { duplicates: [], store: 'north-mart' }],
  [checkCall, 'guest', () => POSTED, { error: 'dologin' }],
  [previewPostCall, 'member', () => POSTED, { preview: '/post?preview=1' }],
  [previewPostCall, 'guest', () => POSTED, { error: 'dologin' }],
  [previewPostCall, 'member', () => ({ ...POSTED, title: '' }), { field: 'title' }],
  [submitCall, 'guest', () => POSTED, { error: 'dologin' }],
  [submitCall, 'unverified', () => POSTED, { error: 'Unverified Email' }],
  [submitCall, 'member', () => ({ ...POSTED, price: '' }), { field: 'price' }],
  [submitCall, 'member', () => POSTED, { waiting: true }],
  [submitCall, 'moderator', () => POSTED, { path: expect.stringContaining('/f/') as string }],
  [editCall, 'member', () => ({ postid: names.own, message: 'Another text' }), { reply: {} }],
  [editCall, 'guest', () => ({ postid: names.own, message: 'Another text' }), { error: 'dologin' }],
  [editCall, 'member', () => ({ postid: names.own, message: '' }), { field: 'message' }],
  [repliesCall, 'guest', () => ({ id: names.deal, threaded: '1' }), { next: null }],
  [repliesCall, 'guest', () => ({ id: names.deal, 'from-reply': names.own }), { next: null }],
  [sourceCall, 'guest', () => ({ id: names.own }), { message: 'Another text' }],
  [deleteCall, 'moderator', () => ({ postid: names.own }), { error: 'You have no such comment.' }],
  [deleteCall, 'member', () => ({ postid: names.own }), { success: true }],
  [reportCall, 'member', () => ({ postid: names.comment, reason: 'Spam', comment: 'Read it' }), { success: true }],
  [reportCall, 'guest', () => ({ postid: names.comment, reason: 'Spam' }), { error: 'dologin' }],
  [reportCall, 'member', () => ({ postid: names.comment }), { error: 'Please choose a reason.' }],
  [featureFlagCall, 'guest', () => ({ key: 'nothing', defaultValue: '7' }), { value: 7 }],
  [forumCall, 'guest', () => ({ id: names.forum }), { value: 1 }],
  [forumCall, 'guest', () => ({ slug: 'hot-deals' }), { value: 1 }],
  [forumsCall, 'guest', () => ({}), { forums: [{ label: 'Hot Deals', value: 1 }] }],
  [suggestionsCall, 'guest', () => ({ searchTerm: 'deal' }), { results: [] }],
  [sessionCall, 'guest', () => ({}), { user: null }],
  [sessionCall, 'member', () => ({}), { user: { darkMode: null } }],
  [sessionCall, 'moderator', () => ({}), { user: { role: 'moderator' } }],
  [checkEmailCall, 'guest', () => ({ email: 'grace@example.org' }), { emailExists: false }],
  [checkUsernameCall, 'guest', () => ({ username: 'Nobody' }), { status: 'success' }],
  [checkUsernameCall, 'guest', () => ({ username: 'admin' }), { status: 'error' }],
  [resendVerificationCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [resendVerificationCall, 'member', () => ({}), { status: 'error' }],
  [resendVerificationCall, 'unverified', () => ({}), { status: 'success' }],
  [requestResetCall, 'guest', () => ({ email: 'no address' }), { success: false }],
  [saveResetCall, 'guest', () => ({ hash: 'none', password: PASSWORD, password_confirm: PASSWORD }), { success: false }],
  [saveResetCall, 'guest', () => ({ hash, password: PASSWORD, password_confirm: PASSWORD }), { success: true }],
  [magicLinkCall, 'guest', () => ({ email: 'grace@example.org' }), { status: 'ok' }],
  [magicLinkCall, 'guest', () => ({ email: 'no address' }), { status: 'error' }],
  [usernamesCall, 'guest', () => ({}), { usernames: expect.any(Array) as string[] }],
  [usernameCall, 'guest', () => ({ username: 'Grace' }), { status: 'error', error: 'dologin' }],
  [usernameCall, 'member', () => ({ username: 'Grace' }), { status: 'success' }],
  [usernameCall, 'member', () => ({ username: '!' }), { status: 'error', errors: [expect.any(String)] }],
  [themeCall, 'guest', () => ({ 'dark-mode': '1' }), { status: 'error', error: 'dologin' }],
  [themeCall, 'member', () => ({ 'dark-mode': '1' }), { success: true }],
  [themeCall, 'member', () => ({ 'dark-mode': 'yes' }), { success: false }],
  [deliveryCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [deliveryCall, 'member', () => DELIVERY, { success: true }],
  [deliveryCall, 'member', () => ({ ...DELIVERY, timezone: 'Mars/Olympus' }), { success: false, field: 'timezone' }],
  [renewFeedCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [renewFeedCall, 'member', () => ({}), { success: true, rss: expect.stringContaining('/alerts/feed.xml?key=') as string }],
  [resubscribeCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [resubscribeCall, 'member', () => ({}), { success: true }],
  [subscribePushCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [subscribePushCall, 'member', () => ({ ...DEVICE, auth: '' }), { success: false }],
  [subscribePushCall, 'member', () => DEVICE, { success: true, devices: [{ endpoint: DEVICE.endpoint }] }],
  [renewPushCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [renewPushCall, 'member', () => ({ ...DEVICE, renewed: DEVICE.endpoint }), { success: true }],
  [renewPushCall, 'member', () => ({ ...DEVICE, renewed: 'https://push.example/none' }), { success: false }],
  [unsubscribePushCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [unsubscribePushCall, 'member', () => ({ endpoint: DEVICE.endpoint }), { success: true, devices: [] }],
  [passwordCall, 'guest', () => ({}), { status: 'error', error: 'dologin' }],
  [passwordCall, 'member', () => ({ current_password: 'wrong', password: PASSWORD }), { success: false, field: 'current_password' }],
  [passwordCall, 'member', () => ({ current_password: FIRST, password: PASSWORD, password_confirm: PASSWORD }), { success: true }],
  [captchaSettingsCall, 'guest', () => ({ action: 'login' }), { recaptchaV3IsEnabled: false }],
  [googleNonceCall, 'guest', () => ({}), { nonce: expect.any(String) as string }],
  [googleCall, 'guest', () => ({ credential: 'none', clientId: CLIENT }), { status: 'error' }],
  [facebookCall, 'guest', () => ({ facebookAccessToken: 'none' }), { status: 'permissionRequired' }],
  [registerCall, 'guest', () => ({ email: 'no address', password: PASSWORD }), { field: 'email' }],
  [registerCall, 'guest', () => ({ agree: '0' }), { field: 'agree' }],
  [registerCall, 'guest', () => ({ email: 'grace@example.org', password: PASSWORD }), { showUsernameChangeModal: true }],
  [logOutCall, 'guest', () => ({}), { success: true }],
  [
    logInCall,
    'guest',
    () => ({ vb_login_username: 'grace@example.org', vb_login_password: 'wrong' }),
    { success: false, field: 'password' },
  ],
  [logInCall, 'guest', () => ({ vb_login_username: 'grace@example.org', vb_login_password: PASSWORD }), { success: true }],
];

describe('the server answers what the contract says', { shuffle: false }, () => {
  test.each(CASES.map((each) => [each[0].address, each[1], each[3], each] as const))(
    '%s, to a %s: %j',
    async (_address, _who, _told, [contract, who, fields, told]) => {
      const called = await ask(contract, who, fields());
      expect(called).toMatchObject({ status: 200, answer: told });
      agreed(contract, called);
    },
  );

  test('in every call', () => {
    const named = new Set(CASES.map(([contract]) => contract));
    const contracts = sources('src/features/*/contracts/*.ts').filter(({ text }) => /^export const \w+Call\b/m.test(text));
    const imported = new Set(sources('tests/unit/calls/contracts.test.ts').flatMap(({ imports }) => imports.map(({ to }) => to)));
    const missing = contracts.map(({ path }) => path).filter((path) => !imported.has(path));
    expect(missing, 'add its call to CASES').toEqual([]);
    expect(named.size, 'each contract has a call in CASES').toBe(contracts.length);
  });

  test('and reads no field that the documents do not name', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
    const unnamed = CASES.flatMap(([contract]) => {
      if (!isForm(contract) || !(contract.form instanceof z.ZodMiniObject)) return [];
      const read = Object.entries(contract.form.shape).filter(([, field]) => field !== ignoredField);
      return read.filter(([name]) => !document.includes(`\`${name}`)).map(([name]) => `${contract.address}: ${name}`);
    });
    expect(unnamed).toEqual([]);
  });
});
