import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginActions, registerActions } from '../../../src/features/accounts/actions.server.ts';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { clickOut } from '../../../src/features/attribution/click.server.ts';
import { resultForm } from '../../../src/features/coupon-results/coupon-result.server.ts';
import { hideForm } from '../../../src/features/hidden-deals/hide.server.ts';
import { notificationActions } from '../../../src/features/notifications/actions.server.ts';
import { deliveryForm } from '../../../src/features/notifications/delivery-form.server.ts';
import { savedActions } from '../../../src/features/saved/actions.server.ts';
import { saveForm } from '../../../src/features/saved/save.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { linkForm, useMagicLink, verifyEmail } from '../../../src/features/accounts/sign-in/links.server.ts';
import { saveTheme } from '../../../src/features/accounts/settings/theme.server.ts';
import { memberForm, visitorForm } from '../../../src/features/session/visit.server.ts';
import { deskDealsActions } from '../../../src/features/desk/deal-actions.server.ts';
import { deskMembersActions } from '../../../src/features/desk/members.server.ts';
import { deskPostsActions } from '../../../src/features/desk/posts.server.ts';
import { ownPostsActions } from '../../../src/features/posting/own-posts.server.ts';
import { postForm } from '../../../src/features/posting/post.server.ts';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { moderationActions } from '../../../src/features/moderation/actions.server.ts';
import { reportForm } from '../../../src/features/reports/report.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { ALL as getDeal } from '../../../src/pages/ajax/getDeal.php.ts';
import { ALL as threadrate } from '../../../src/pages/ajax/threadrate.php.ts';
import { ALL as usercheck } from '../../../src/pages/ajax/usercheck.php.ts';
import { ALL as replies } from '../../../src/pages/comments/replies/[id].ts';
import { ALL as captchaSettings } from '../../../src/pages/security/recaptcha/settings.ts';
import { ALL as forum } from '../../../src/pages/web-api/forum.ts';
import { ALL as page } from '../../../src/pages/web-api/page/[...path].ts';
import { ALL as autocomplete } from '../../../src/pages/web-api/search/autocomplete.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { readEndpoint, type Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import { Caller, type Called } from '../../support/calls.ts';
import { openCopy } from '../../support/databases.ts';
import { commentBy, newModerator } from '../../support/moderation.ts';
import { LAMP } from '../../support/posting.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { sources } from '../../support/sources.ts';

/** What a reader that makes things fit takes for a number, or for nothing. */
const ODD = ['', ' 1', '1 ', '1e0', '0x1', '+1', '01', '１', '1.0', '-0', 'NaN', 'Infinity', '9'.repeat(30), 'null', '[]', '1\n', 'true'];

/** What people type into a field of text. */
const BLANKS = [' 1', '1 ', '1\n'];

let database: Database;
let names: Record<'deal' | 'post' | 'comment' | 'own' | 'forum' | 'user', string>;
let browsers: Record<'guest' | 'member' | 'moderator', Caller>;
let tokens: Record<keyof typeof browsers, string>;
let account: { email: string; password: string };
const counted = () =>
  Promise.all([
    database.db.selectFrom('votes').selectAll().execute(),
    database.db.selectFrom('reports').selectAll().execute(),
    database.db.selectFrom('comments').select(['post_id', 'status', 'body']).orderBy('post_id').execute(),
    database.db.selectFrom('moderation_actions').selectAll().execute(),
    database.db.selectFrom('deals').select(['thread_id', 'status', 'featured_at']).orderBy('thread_id').execute(),
    database.db.selectFrom('sessions').select('user_id').execute(),
    database.db.selectFrom('members').select(['user_id', 'avatar']).orderBy('user_id').execute(),
    ...KEPT_BY_MEMBERS.map((table) => database.db.selectFrom(table).selectAll().execute()),
  ]);
const KEPT_BY_MEMBERS = [
  ...(['saved_deals', 'hidden_deals', 'coupon_results', 'alerts', 'criteria', 'notification_settings', 'notification_choices'] as const),
  ...(['muted_threads', 'muted_members', 'push_subscriptions', 'submissions'] as const),
];

beforeAll(async () => {
  database = await openCopy();
  const context = accountsContext(database.db);
  await publishedCatalogue(context, 3);
  const [member, moderator] = [await verifiedMember(context), await newModerator(context, 'administrator')];
  const deal = await database.db.selectFrom('deals').selectAll().where('status', '=', 'live').limit(1).executeTakeFirstOrThrow();
  const own = await commentBy(context, member, deal.thread_id);
  const comment = await commentBy(context, moderator, deal.thread_id);
  const { id } = await database.db.selectFrom('forums').select('id').executeTakeFirstOrThrow();
  const ids = { deal: deal.thread_id, post: deal.post_id, comment, own, forum: id, user: member.userId };
  names = Object.fromEntries(Object.entries(ids).map(([name, each]) => [name, String(each)])) as typeof names;
  browsers = { guest: new Caller(context), member: member.browser, moderator: moderator.browser };
  const token = async (browser: Caller) => (await browser.session()).securitytoken;
  tokens = { guest: 'guest', member: await token(member.browser), moderator: await token(moderator.browser) };
  account = await verifiedMember(context);
});
afterAll(() => database.close());

type Fields = Record<string, string>;
interface OddCall {
  endpoint: Endpoint;
  who: keyof typeof browsers;
  /** What the call is sent besides, which is as it should be. */
  fields: () => Fields;
  /** The exact fields, and what else of the odd they take. */
  exact: Record<string, string[]>;
  /** Fields that may come more than once, as lists and the boxes of a form without script do. */
  several?: string[];
  /** Path of a call whose fields are its query. */
  reads?: () => string;
  /** Set where the call says no to what it is sent here in any case. */
  status?: 400;
  /** Route parameters of that path. */
  params?: () => Fields;
}

const CALLS: Record<string, OddCall> = {
  'a vote': {
    ...{ endpoint: voteForm, who: 'member', fields: () => ({ postid: names.post, votetypeid: '1', vote: '1' }) },
    exact: { postid: [], votetypeid: [], vote: [] },
  },
  'a comment': {
    ...{ endpoint: replyForm, who: 'member' },
    fields: () => ({ do: 'postreply', threadid: names.deal, parentid: names.comment, message: 'I bought one' }),
    exact: { threadid: [], parentid: [] },
  },
  'an edit': {
    ...{ endpoint: editForm, who: 'member', fields: () => ({ do: 'updatepost', postid: names.own, message: 'Another text' }) },
    exact: { do: [], postid: [] },
  },
  'a report': {
    ...{ endpoint: reportForm, who: 'member', fields: () => ({ postid: names.comment, reason: 'Spam' }) },
    exact: { postid: [], reason: [] },
  },
  'a decision': {
    ...{ endpoint: moderationActions, who: 'moderator', fields: () => ({ do: 'keep', postid: names.own, seen: '0' }) },
    exact: { do: [], postid: [], seen: [], shown: [], author: [''], until: [''] },
  },
  undoing: {
    ...{ endpoint: moderationActions, who: 'moderator', fields: () => ({ do: 'undo', action: '1' }) },
    exact: { action: [] },
  },
  'taking votes': {
    ...{ endpoint: moderationActions, who: 'moderator', fields: () => ({ do: 'remove-votes', members: '1,2' }) },
    exact: { members: [] },
  },
  'details of deals': {
    ...{ endpoint: getDeal, who: 'guest', fields: () => ({ format: 'json', page: '1', 'fpdealids[]': names.deal }) },
    exact: { format: [], page: [], 'fpdealids[]': [], 'populardealids[]': [], 'postids[]': [] },
  },
  'own votes': { ...{ endpoint: threadrate, who: 'member', fields: () => ({}) }, exact: { 'ti[]': [], 'pi[]': [] } },
  'a tint': {
    ...{ endpoint: profileActions, who: 'member', fields: () => ({ do: 'updateavatar', tint: '1' }) },
    exact: { do: [], tint: [] },
  },
  disconnecting: {
    ...{ endpoint: profileActions, who: 'member', fields: () => ({ do: 'disconnect', provider: 'google' }) },
    exact: { provider: [] },
  },
  'deleting an account': {
    ...{ endpoint: profileActions, who: 'member', fields: () => ({ do: 'deleteaccount', confirm: '1', delete_password: 'wrong' }) },
    ...{ exact: { confirm: [] }, status: 400 },
  },
  'a theme': {
    ...{ endpoint: memberForm('/', saveTheme), who: 'member', fields: () => ({ 'dark-mode': '1' }) },
    exact: { 'dark-mode': [''] },
  },
  'a log-in': {
    ...{ endpoint: loginActions, who: 'guest' },
    fields: () => ({ do: 'login', vb_login_username: account.email, vb_login_password: account.password }),
    exact: { do: [], cookieuser: [] },
  },
  'a magic link': {
    ...{ endpoint: visitorForm(() => '/', useMagicLink), who: 'guest' },
    fields: () => ({ token: 'none' }),
    ...{ exact: { cookieuser: [] }, status: 400 },
  },
  'a registration': {
    ...{ endpoint: registerActions, who: 'guest' },
    fields: () => ({ do: 'addmember', email: 'new@example.org', password: 'correct horse' }),
    exact: { do: [], agree: [], older_than_13: [], cookieuser: [] },
  },
  saving: {
    ...{ endpoint: saveForm, who: 'member', fields: () => ({ threadid: names.deal, saved: '1' }) },
    exact: { threadid: [], saved: [] },
  },
  'a saved deal': {
    ...{ endpoint: savedActions, who: 'member', fields: () => ({ do: 'remind', threadid: names.deal, remind: '1' }) },
    exact: { do: [], threadid: [], remind: [] },
  },
  hiding: { ...{ endpoint: hideForm, who: 'member', fields: () => ({ 'hide[]': names.deal }) }, exact: { 'hide[]': [], 'show[]': [] } },
  'whether a coupon worked': {
    ...{ endpoint: resultForm, who: 'member', fields: () => ({ about: `DEAL-${names.deal}`, code: 'NONE', worked: '1' }) },
    exact: { about: [], worked: [] },
  },
  'a new alert': {
    ...{ endpoint: alertsForm, who: 'member', fields: () => ({ do: 'do-add', q: 'kettle' }), several: ['targetforums'] },
    exact: {
      ...{ do: [], votelevel: [''], 'filters[store][]': [''], minpercent: ['', ...BLANKS], targetforums: ['', ...BLANKS] },
      // Prices are read in the digits of every script.
      ...{ minprice: ['', '1.0', '01', '１', ...BLANKS], maxprice: ['', '1.0', '01', '１', ...BLANKS] },
    },
  },
  'a dry run of an alert': {
    ...{ endpoint: alertsForm, who: 'member', fields: () => ({ do: 'preview', q: 'kettle' }), several: ['coupon', 'newlow'] },
    exact: { threadid: ['', ...BLANKS], coupon: [''], newlow: [''] },
  },
  'when to be notified': {
    ...{ endpoint: deliveryForm, who: 'member' },
    fields: () => ({ do: 'update', timezone: 'UTC', digesthour: '8', digestday: '1', quietfrom: '', quietuntil: '', mostaday: '' }),
    exact: { do: [], digesthour: [], digestday: [], quietfrom: [''], quietuntil: [''], mostaday: [''] },
  },
  'whom to mute': {
    ...{ endpoint: notificationActions, who: 'member', fields: () => ({ do: 'mute-thread', threadid: names.deal }) },
    exact: { do: [], threadid: [] },
  },
  'posting a deal': {
    ...{ endpoint: postForm, who: 'member', fields: () => ({ do: 'submit', key: 'once', ...LAMP }) },
    exact: { do: [], waiting: [''], again: [''] },
  },
  'taking back what waits': {
    ...{ endpoint: ownPostsActions, who: 'member', fields: () => ({ do: 'withdraw', waiting: '1' }) },
    exact: { do: [], waiting: [] },
  },
  'a decision about what waits': {
    ...{ endpoint: deskPostsActions, who: 'moderator', fields: () => ({ do: 'refuse', id: '1', revision: '0', reason: 'Spam' }) },
    exact: { do: [], id: [], revision: [] },
  },
  'a role': {
    ...{ endpoint: deskMembersActions, who: 'moderator', fields: () => ({ userid: names.user, role: 'member' }) },
    exact: { userid: [], role: [] },
  },
  'a deal at the desk': {
    ...{ endpoint: deskDealsActions, who: 'moderator' },
    fields: () => ({ do: 'expire', id: names.deal, postid: names.post, seen: '0' }),
    exact: { do: [], id: [], postid: [], seen: [] },
  },
  replies: {
    ...{ endpoint: replies, who: 'guest', fields: () => ({}), exact: { 'from-reply': [], threaded: [] } },
    ...{ reads: () => `/comments/replies/${names.deal}`, params: () => ({ id: names.deal }) },
  },
  'the way out': {
    ...{
      endpoint: readEndpoint(clickOut),
      who: 'guest',
      fields: () => ({ tid: names.deal }),
      exact: { tid: [], pcoid: [] },
      reads: () => '/click',
    },
  },
  'a forum': {
    ...{ endpoint: forum, who: 'guest', fields: () => ({ id: names.forum }), exact: { id: [] }, reads: () => '/web-api/forum/' },
  },
  'the captcha': {
    ...{ endpoint: captchaSettings, who: 'guest', fields: () => ({ action: 'login' }), exact: { action: [] } },
    reads: () => '/security/recaptcha/settings/',
  },
  'a feed': {
    ...{ endpoint: page, who: 'guest', fields: () => ({ page: '1' }), exact: { page: [], sort: [], hideexpired: [] } },
    reads: () => '/web-api/page/all',
  },
  'a search': { ...{ endpoint: page, who: 'guest', fields: () => ({}), exact: { page: [] } }, reads: () => '/web-api/page/search' },
  'a deal’s later comments': {
    ...{
      endpoint: page,
      who: 'guest',
      fields: () => ({}),
      exact: { 'from-reply': [], comments: [] },
      reads: () => `/web-api/page/f/${names.deal}-x`,
    },
  },
};

const CASES = Object.entries(CALLS).flatMap(([name, odd]) => Object.keys(odd.exact).map((field) => [name, field] as const));

/** Sends a call with these values of a field, all else as it should be. */
async function send({ endpoint, who, fields, reads, params }: OddCall, field: string, values: string[]): Promise<Called> {
  const { [field]: _replaced, ...others } = fields();
  if (!reads) {
    const form = { securitytoken: tokens[who], ...others, [field]: values };
    // A browser of their own: some of these sign in.
    return (who === 'guest' ? new Caller(browsers.guest.context) : browsers[who]).call(endpoint, { form });
  }
  const query = new URLSearchParams([...Object.entries(others), ...values.map((value) => [field, value])]);
  return browsers[who].call(endpoint, { method: 'GET', address: `${reads()}?${query}`, ...(params && { params: params() }) });
}

/** A fault, or the call's own way to say that nothing was done. */
function isRefused({ status, answer }: Called, odd?: OddCall): boolean {
  if (status === 400 || odd?.status) return status === 400;
  const told = (answer ?? {}) as { success?: boolean; status?: string };
  return status === 404 || 'error' in told || 'field' in told || told.success === false || told.status === 'error';
}

test('every form of a feature is looked at here, but those that take texts alone', () => {
  const TEXTS_ALONE = ['pushForm', 'latestForm', 'setupForm'];
  const forms = sources('src/features/**/*.server.ts').flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+)(?:: Endpoint)? = (?:member|visitor|participation|moderator)Form\(/g)].map(([, name]) => name!),
  );
  expect(forms).toContain('voteForm');
  const [own] = sources('tests/unit/calls/odd-fields.test.ts');
  const missing = forms.filter((name) => !TEXTS_ALONE.includes(name) && !own!.text.includes(`endpoint: ${name}`));
  expect(missing, 'give each a row in CALLS').toEqual([]);
});

describe('a field that is not in the form it is documented in', () => {
  test.each(CASES)('of %s is refused and does nothing: %s', async (name, field) => {
    const odd = CALLS[name]!;
    const before = await counted();
    const taken: string[] = [];
    for (const value of ODD) {
      if (odd.exact[field]!.includes(value)) continue;
      const called = await send(odd, field, [value]);
      if (!isRefused(called, odd)) taken.push(`${JSON.stringify(value)}: ${called.status} ${JSON.stringify(called.answer).slice(0, 80)}`);
    }
    expect(taken).toEqual([]);
    expect(await counted()).toEqual(before);
  });

  test.each(CASES.filter(([name, field]) => !field.endsWith('[]') && !CALLS[name]?.several?.includes(field)))(
    'of %s is refused when it comes twice: %s',
    async (name, field) => {
      const odd = CALLS[name]!;
      const before = await counted();
      const value = odd.fields()[field] ?? '1';
      const called = await send(odd, field, [value, value]);
      expect(isRefused(called, odd), `${called.status} ${JSON.stringify(called.answer)}`).toBe(true);
      expect(await counted()).toEqual(before);
    },
  );
});

describe('texts that come twice', () => {
  test.each([
    [loginActions, { do: ['login', 'logout'] }],
    [linkForm('/account/verify', verifyEmail), { token: ['a', 'b'] }],
  ])('lead a plain form to a page that says so: %#', async (endpoint, form) => {
    const { status, headers } = await browsers.guest.call(endpoint, { form: { securitytoken: 'guest', ...form }, plain: true });
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/^\/account\//) as string]);
  });

  test.each([
    [usercheck, { email: ['a@example.org', 'b@example.org'] }],
    [usercheck, { username: ['ada', 'bob'] }],
    [loginActions, { do: 'login', vb_login_username: ['ada', 'bob'], vb_login_password: 'x', securitytoken: 'guest' }],
    [registerActions, { do: 'addmember', email: ['a@example.org', 'b@example.org'], password: 'correct horse', securitytoken: 'guest' }],
  ])('are a malformed form: %#', async (endpoint, form) => {
    const { status, answer } = await browsers.guest.call(endpoint, { form });
    expect([status, answer]).toEqual([400, { status: 'error', message: expect.stringMatching(/more than once/) as string }]);
  });

  test('are none that anybody reads: unknown fields are ignored', async () => {
    const form = { email: 'a@example.org', utm_source: ['a', 'b'] };
    expect((await browsers.guest.call(usercheck, { form })).answer).toEqual({ emailExists: false });
  });

  test('are a malformed search term', async () => {
    const { status } = await browsers.guest.call(autocomplete, {
      method: 'GET',
      address: '/web-api/search/autocomplete/?searchTerm=a&searchTerm=b',
    });
    expect(status).toBe(400);
  });

  test('of a guest’s vote still say to log in first', async () => {
    const form = { postid: names.post, votetypeid: '1', vote: ['1', '-1'] };
    expect((await browsers.guest.call(voteForm, { form })).answer).toEqual({ error: 'dologin' });
  });
});

describe('fields as they should be', () => {
  test.each([
    'a vote',
    'a comment',
    'an edit',
    'a report',
    'a decision',
    'details of deals',
    'a tint',
    'a theme',
    'replies',
    'the way out',
    'a forum',
    'the captcha',
    'a feed',
    'a search',
  ])('of %s are taken', async (name) => {
    const called = await send(CALLS[name]!, 'unknown', ['1', '2']);
    expect(isRefused(called), JSON.stringify(called.answer)).toBe(false);
  });
});
