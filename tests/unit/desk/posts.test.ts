import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { acquireEditingLock } from '../../../src/features/catalogue/editing-lock.server.ts';
import { deskPostsActions, loadPosts } from '../../../src/features/desk/posts.server.ts';
import { loadOverview } from '../../../src/features/desk/overview.server.ts';
import { loadLog } from '../../../src/features/moderation/log.server.ts';
import { listNotifications } from '../../../src/features/notifications/list.server.ts';
import { consumeFlash } from '../../../src/features/session/flash.server.ts';
import { readSession } from '../../../src/features/session/read-session.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { onDatabase, openServerCopy } from '../../support/databases.ts';
import { moderate, newestAction, newModerator } from '../../support/moderation.ts';
import { catalogueToPostIn, LAMP, post, postedDeals, submissionsOf } from '../../support/posting.ts';
import { required } from '../../../src/lib/required.ts';

type Member = Awaited<ReturnType<typeof verifiedMember>>;

/** A lamp that a new member posted, and two moderators. */
async function waitingLamp(open: Parameters<typeof catalogueToPostIn>[0], fields: Record<string, string> = {}) {
  const context = await catalogueToPostIn(open);
  const bob = await verifiedMember(context);
  await post(bob, { ...LAMP, ...fields });
  const [submission] = await submissionsOf(context);
  const id = required(submission, 'what waits').id;
  return { context, bob, id, moderators: [await newModerator(context), await newModerator(context)] as const };
}

const decide = async ({ browser }: Member, form: Record<string, string | number>) =>
  (
    await browser.callAsMember(deskPostsActions, {
      form: Object.fromEntries(
        Object.entries({ revision: 1, was: JSON.stringify(LAMP), ...form }).map(([name, value]) => [name, String(value)]),
      ),
    })
  ).answer;

const shownTo = async (context: Context, { browser }: Member, id: number) => {
  const session = required(await readSession({ context, cookies: browser.cookies() }), 'the session');
  return loadPosts(context, session, new URLSearchParams(`id=${id}`));
};

const toldTo = async (context: Context, { userId }: Member) =>
  (await listNotifications(context, userId, new URLSearchParams()))?.days.flatMap(({ notifications }) =>
    notifications.map(({ title, path }) => [title, path]),
  );

onDatabase('the desk', (open) => {
  test('publishes what waits under its poster’s name, as the moderator leaves it, and tells the poster', async () => {
    const { context, bob, id, moderators } = await waitingLamp(open);
    const [grace] = moderators;
    expect(await loadOverview(context)).toMatchObject({ submissions: 1, reports: 0 });
    const changed = { ...LAMP, title: 'Brass reading lamp, dimmable' };
    expect(await decide(grace, { do: 'publish', id, ...changed, price: 'cheap' })).toMatchObject({ field: 'price' });
    expect(await decide(grace, { do: 'publish', id, ...changed })).toMatchObject({ success: true });
    const [deal] = await postedDeals(context);
    expect(deal).toMatchObject({ title: changed.title, posted_by: bob.userId, status: 'live' });
    expect(await submissionsOf(context)).toMatchObject([{ status: 'published', thread_id: deal?.thread_id }]);
    const path = `/f/${deal?.thread_id}-brass-reading-lamp-dimmable`;
    expect(await shownTo(context, grace, id)).toMatchObject({ total: 0, decided: { title: changed.title, path } });
    expect(await shownTo(context, grace, id + 1)).toBeUndefined();
    expect(await toldTo(context, bob)).toEqual([[`A moderator published your deal “${changed.title}”`, path]]);
    const log = await loadLog(context, new URLSearchParams());
    expect(log?.actions).toMatchObject([{ action: 'publish', thread: { path } }]);
    const action = await newestAction(context, 'publish');
    expect(await moderate(grace, { do: 'undo', action })).toEqual({ error: 'This is changed at the desk. Nothing was changed.' });
  });

  test('lists what waits with its price in its currency', async () => {
    const { context, bob, moderators } = await waitingLamp(open);
    for (const [title, price] of [
      ['Two plain shelves', '2 for $5'],
      ['A second lamp', '19,5'],
      ['A third lamp', '€20'],
      ['A free lamp', 'free'],
    ] as const)
      await post(bob, { ...LAMP, title, price, url: `https://acme.example/${title.length}` });
    const session = required(await readSession({ context, cookies: moderators[0].browser.cookies() }), 'the session');
    const listed = await loadPosts(context, session, new URLSearchParams());
    const prices = listed && 'posts' in listed ? listed.posts.map(({ price }) => price) : [];
    expect(prices).toEqual(['$24.99', '2 for $5', '$19.50', '€20.00', 'free']);
  });

  test('refuses what waits with a reason, which its poster is told', async () => {
    const { context, bob, id, moderators } = await waitingLamp(open);
    const [grace] = moderators;
    expect(await decide(grace, { do: 'refuse', id })).toMatchObject({ error: expect.stringContaining('Say why') as unknown });
    expect(await decide(grace, { do: 'refuse', id, reason: 'It is\r\nsold out\r\n' })).toMatchObject({ success: true });
    expect(await postedDeals(context)).toEqual([]);
    expect(await submissionsOf(context)).toMatchObject([{ status: 'refused', reason: 'It is sold out' }]);
    expect(await shownTo(context, grace, id)).toMatchObject({ total: 0, posts: [], decided: { title: LAMP.title, path: null } });
    const told = `A moderator did not publish your deal “${LAMP.title}”. The moderator says: It is sold out`;
    expect(await toldTo(context, bob)).toEqual([[told, '/account/notifications']]);
    expect((await loadLog(context, new URLSearchParams()))?.actions).toMatchObject([{ action: 'refuse', thread: null }]);
  });

  test('lets two moderators at once decide once, and nobody about what has changed or is their own', async () => {
    const { context, bob, id, moderators } = await waitingLamp(open);
    const [grace, alan] = moderators;
    expect(await post(bob, { ...LAMP, price: '23.99', waiting: String(id) })).toEqual({ waiting: true });
    expect(await decide(grace, { do: 'publish', id, ...LAMP })).toMatchObject({
      error: expect.stringContaining('Its poster has changed') as unknown,
    });
    const answers = await Promise.all(
      [grace, alan].map((moderator) => decide(moderator, { do: 'publish', id, revision: 2, ...LAMP, price: '23.99' })),
    );
    expect(answers).toContainEqual(expect.objectContaining({ success: true }));
    expect(answers).toContainEqual({ error: 'Another moderator has already decided about this deal. Nothing was changed.' });
    expect(await postedDeals(context)).toMatchObject([{ price_cents: 2_399 }]);
    await post(grace, { ...LAMP, url: 'https://new-shop.example/lamp' });
    const own = (await submissionsOf(context)).at(-1)?.id ?? 0;
    expect(await decide(grace, { do: 'refuse', id: own, reason: 'Mine' })).toMatchObject({
      error: expect.stringContaining('You wrote this yourself') as unknown,
    });
    expect(await decide(alan, { do: 'refuse', id: 999_999, reason: 'Gone' })).toMatchObject({
      error: expect.stringContaining('has withdrawn') as unknown,
    });
  });

  test('leads whoever comes late to the list, which says why', async () => {
    const { context, bob, id, moderators } = await waitingLamp(open);
    const [grace, alan] = moderators;
    const sendLate = async (form: Record<string, string>) => {
      const sent = { plain: true, form: { id: String(id), revision: '1', was: JSON.stringify(LAMP), ...LAMP, ...form } };
      const { headers } = await alan.browser.callAsMember(deskPostsActions, sent);
      return [headers.get('location'), consumeFlash({ cookies: alan.browser.cookies() })?.message];
    };
    const late: Record<string, string>[] = [
      { do: 'publish' },
      { do: 'publish', price: 'cheap' },
      { do: 'preview' },
      { do: 'refuse', reason: 'Sold out' },
      { do: 'refuse' },
    ];
    expect(await decide(grace, { do: 'refuse', id, reason: 'It is sold out' })).toMatchObject({ success: true });
    for (const form of late)
      expect(await sendLate(form)).toEqual(['/desk/posts', 'Another moderator has already decided about this deal. Nothing was changed.']);
    await context.db.deleteFrom('submissions').where('user_id', '=', bob.userId).execute();
    for (const form of late)
      expect(await sendLate(form)).toEqual(['/desk/posts', 'Its poster has withdrawn this deal. Nothing was changed.']);
  });

  test('says what is wrong with what is previewed, and has the reason again in the form of that deal', async () => {
    const { context, bob, id, moderators } = await waitingLamp(open);
    await post(bob, { ...LAMP, title: 'Another lamp' });
    const [grace] = moderators;
    const { browser } = grace;
    const reasonOf = async (of: number) => {
      const shown = await shownTo(context, grace, of);
      return shown && 'one' in shown ? shown.one.reason : undefined;
    };
    const form = { id: String(id), revision: '1', was: JSON.stringify(LAMP), ...LAMP, reason: 'It costs less' };
    const sent = async (over: Record<string, string>) => {
      await browser.callAsMember(deskPostsActions, { plain: true, form: { ...form, ...over } });
      const flash = consumeFlash({ cookies: browser.cookies() });
      return { ...flash, here: await reasonOf(id), elsewhere: await reasonOf(id + 1) };
    };
    const again = { here: form.reason, elsewhere: '' };
    for (const action of ['preview', 'publish'])
      expect(await sent({ do: action, price: 'abc' })).toMatchObject({ refused: true, field: 'price', ...again });
    expect(await sent({ do: 'refuse', reason: '' })).toMatchObject({ refused: true, field: 'reason', here: '' });
    expect(await sent({ do: 'preview' })).toMatchObject({ message: 'This is how it would look. Nothing is published yet.', ...again });
    const link = { path: expect.stringMatching(/^\/f\/\d+-brass/) as unknown, text: LAMP.title };
    expect(await sent({ do: 'publish' })).toMatchObject({
      message: expect.stringContaining('Published') as unknown,
      link,
      here: undefined,
    });
    // Whoever wrote the cookie, the link leads to a page of the site.
    for (const path of ['javascript:alert(1)', '//other.example', 'https://other.example/f/1']) {
      browser.jar.set('flash', JSON.stringify({ message: 'Published:', link: { path, text: 'Lamp' } }));
      expect(consumeFlash({ cookies: browser.cookies() }), path).toBeUndefined();
    }
  });

  test('refuses a reason that is longer than the log has, and keeps what was typed', async () => {
    const { context, id, moderators } = await waitingLamp(open);
    const [grace] = moderators;
    const typed = { ...LAMP, title: 'Brass reading lamp, dimmable', was: JSON.stringify(LAMP) };
    const error = 'The reason is longer than 200 characters. Please shorten it. Nothing was changed.';
    for (const action of ['publish', 'refuse'])
      expect(await decide(grace, { do: action, id, ...typed, reason: 'x'.repeat(201) }), action).toEqual({ error });
    expect(await submissionsOf(context)).toMatchObject([{ status: 'waiting' }]);
    expect(await shownTo(context, grace, id)).toMatchObject({ one: { fields: { title: typed.title } } });
    const form = { ...typed, id: String(id), revision: '1', do: 'refuse', reason: 'x'.repeat(201) };
    await grace.browser.callAsMember(deskPostsActions, { plain: true, form });
    expect(consumeFlash({ cookies: grace.browser.cookies() })).toMatchObject({ message: error, refused: true });
    expect(await shownTo(context, grace, id)).toMatchObject({ one: { reason: form.reason } });
    expect(await decide(grace, { do: 'refuse', id, reason: `${'x'.repeat(200)}\r\n` })).toMatchObject({ success: true });
  });

  test('adds the store of a deal that is published, and shows what a moderator typed again', async () => {
    const { context, id, moderators } = await waitingLamp(open, { url: 'https://new-shop.example/lamp', store: 'New Shop' });
    const [grace] = moderators;
    const fields = { ...LAMP, url: 'https://new-shop.example/lamp', store: 'New Shop' };
    await decide(grace, { do: 'preview', id, ...fields, was: JSON.stringify(fields), title: 'Another title' });
    expect(await shownTo(context, grace, id)).toMatchObject({
      one: { fields: { title: 'Another title' }, preview: { newStore: 'New Shop' } },
    });
    expect(await decide(grace, { do: 'publish', id, ...fields })).toMatchObject({ success: true });
    const [store] = await context.db.selectFrom('stores').selectAll().where('host', '=', 'new-shop.example').execute();
    expect(store).toMatchObject({ slug: 'new-shop', name: 'New Shop', url: 'https://new-shop.example/' });
    expect(await postedDeals(context)).toMatchObject([{ store_id: store?.id }]);
  });

  test('puts what a moderator typed over what the poster changed meanwhile, and says what that was', async () => {
    const { context, bob, id, moderators } = await waitingLamp(open);
    const [grace] = moderators;
    const typed = { ...LAMP, title: 'Brass reading lamp, dimmable' };
    expect(await post(bob, { ...LAMP, price: '23.99', couponCode: 'BRASS', waiting: String(id) })).toEqual({ waiting: true });
    for (const action of ['preview', 'publish', 'refuse'])
      expect(await decide(grace, { do: action, id, ...typed, reason: 'Its title' }), action).toMatchObject({
        error: 'Its poster has changed this deal meanwhile. Look at it again; what you typed is kept.',
      });
    const meanwhile = [
      { field: 'price', before: LAMP.price, after: '23.99' },
      { field: 'couponCode', before: '', after: 'BRASS' },
    ];
    const fields = { ...typed, price: '23.99', couponCode: 'BRASS' };
    expect(await shownTo(context, grace, id)).toMatchObject({ one: { revision: 2, fields, meanwhile } });
    const was = JSON.stringify({ ...fields, title: LAMP.title });
    expect(await decide(grace, { do: 'publish', id, revision: 2, ...fields, was })).toMatchObject({ success: true });
    expect(await postedDeals(context)).toMatchObject([{ title: typed.title, price_cents: 2_399, coupon_code: 'BRASS' }]);
  });

  test('is for moderators', async () => {
    const { bob, id } = await waitingLamp(open);
    expect(await decide(bob, { do: 'publish', id, ...LAMP })).toEqual({ status: 'error', message: 'This is for moderators.' });
  });
});

const server = inject('postgres');

// The embedded database has one session: whatever else would use it waits for the command.
test.skipIf(!server)('the desk shows what waits without a preview while a command edits the catalogue', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, id, moderators } = await waitingLamp(() => Promise.resolve(database));
  const session = required(await readSession({ context, cookies: moderators[0].browser.cookies() }), 'the session');
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  onTestFinished(() => waited.mockRestore());
  const look = () => loadPosts(context, session, new URLSearchParams(`id=${id}`));
  await context.db.transaction().execute(async (transaction) => {
    await acquireEditingLock(transaction);
    expect(await look()).toMatchObject({
      one: { fields: LAMP, preview: undefined, busy: expect.stringMatching(/^Many deals are being imported/) as unknown },
    });
  });
  waited.mockRestore();
  expect(await look()).toMatchObject({ one: { preview: { card: { dealTitle: LAMP.title } }, busy: undefined } });
});
