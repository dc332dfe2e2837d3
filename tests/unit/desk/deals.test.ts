import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { acquireEditingLock } from '../../../src/features/catalogue/editing-lock.server.ts';
import { deskDealsActions } from '../../../src/features/desk/deal-actions.server.ts';
import { loadDeals, type EditedDeal } from '../../../src/features/desk/deals.server.ts';
import { editDeal } from '../../../src/features/editing/edit-deal.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { postingTransaction } from '../../../src/features/posting/save-post.server.ts';
import { consumeFlash } from '../../../src/features/session/flash.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Context } from '../../../src/server/context.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase, openServerCopy } from '../../support/databases.ts';
import { actionsOf, establishedMember, newModerator, report } from '../../support/moderation.ts';
import { catalogueToPostIn, LAMP, post, postedDeals } from '../../support/posting.ts';

type Moderator = Awaited<ReturnType<typeof newModerator>>;

async function lampAndModerators(open: Parameters<typeof catalogueToPostIn>[0]) {
  const context = await catalogueToPostIn(open);
  await post(await establishedMember(context), { ...LAMP, description: 'Two\nlines', expiresAt: '2026-12-24T18:00' });
  const [deal] = await postedDeals(context);
  return { context, threadId: deal?.thread_id ?? 0, moderators: [await newModerator(context), await newModerator(context)] as const };
}

async function look(context: Context, { userId }: Moderator, threadId: number): Promise<EditedDeal> {
  const found = await loadDeals(context, userId, new URLSearchParams(`id=${threadId}`));
  if (!found || !('one' in found)) throw new Error('the deal was not found');
  return found.one;
}

const formOf = (one: EditedDeal, action: string) => ({
  do: action,
  id: String(one.threadId),
  postid: String(one.postId),
  seen: String(one.seen),
  shown: one.shown,
  was: JSON.stringify(one.now),
  owner: one.owner,
  ...one.fields,
  description: one.fields.description.replaceAll('\n', '\r\n'),
});

/** Sends the form as the page shows it, with what is typed over it. */
const send = ({ browser }: Moderator, one: EditedDeal, action: string, typed: Record<string, string> = {}, plain = false) =>
  browser.callAsMember(deskDealsActions, { form: { ...formOf(one, action), ...typed }, plain });

const act = async (...sent: Parameters<typeof send>) => (await send(...sent)).answer;

onDatabase('a deal at the desk', (open) => {
  test('is not there under a number that no deal has', async () => {
    const { context, moderators } = await lampAndModerators(open);
    expect(await loadDeals(context, moderators[0].userId, new URLSearchParams('id=999999'))).toBeUndefined();
  });

  test('is changed by the rules of imports, after a look at what changes', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const one = await look(context, grace, threadId);
    expect(one.fields).toMatchObject({ ...LAMP, price: '24.99', store: 'north-mart', expiresAt: '2026-12-24T18:00' });
    expect(await act(grace, one, 'save')).toEqual({ error: 'Nothing is different. Nothing was changed.' });
    expect(await act(grace, one, 'save', { listPrice: '9' })).toMatchObject({ field: 'listPrice' });
    expect(await act(grace, one, 'save', { store: 'No such shop' })).toEqual({
      field: 'store',
      message: 'There is no such store. Type the name or the host of one that is known; an import adds others.',
    });
    expect(await act(grace, one, 'save', { store: '' })).toEqual({ error: 'Nothing is different. Nothing was changed.' });
    expect(await act(grace, one, 'save', { store: '', url: 'https://new-shop.example/lamp' })).toEqual({
      field: 'store',
      message: 'No store is known at this address: please name one.',
    });
    const typed = { price: '19.99', couponCode: 'LAMP5', expiresAt: '' };
    expect(await act(grace, one, 'diff', typed)).toEqual({ diff: `/desk/deals?id=${threadId}&diff=1` });
    expect((await postedDeals(context))[0]).toMatchObject({ price_cents: 2_499 });
    const { changes } = await look(context, grace, threadId);
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['price', '24.99', '19.99'],
      ['couponCode', '', 'LAMP5'],
      ['expiresAt', '2026-12-24T18:00', ''],
    ]);
    expect(await act(grace, await look(context, grace, threadId), 'save')).toEqual({ success: true, message: 'Saved.' });
    expect((await postedDeals(context))[0]).toMatchObject({
      price_cents: 1_999,
      coupon_code: 'LAMP5',
      expires_at: null,
      description: 'Two\nlines',
    });
    expect((await look(context, grace, threadId)).changes).toEqual([]);
    expect(await actionsOf(context)).toEqual([['edit', 'moderator', 'Price, Coupon code, Ends']]);
  });

  test.each([
    ['1.299,50', '1299,50', { price_cents: 129_950, price_terms: null }],
    ['2 for 5,00', '2 for 5,00', { price_cents: 250, price_terms: { kind: 'multi', quantity: 2, total: 500 } }],
    ['from 1.299,50', 'from 1299,50', { price_cents: 129_950, price_terms: { kind: 'range', from: 129_950 } }],
  ])('of a site in Germany takes “%s” for a price, and shows it as “%s”', async (typed, shown, saved) => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    context.config.region = { currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin' };
    const one = await look(context, grace, threadId);
    expect(one.fields.price).toBe('24,99');
    expect(await act(grace, one, 'save', { price: typed, shipping: '4,90' })).toMatchObject({ success: true });
    expect((await postedDeals(context))[0]).toMatchObject(saved);
    const again = await look(context, grace, threadId);
    expect(again.fields).toMatchObject({ price: shown, shipping: '4,90' });
    expect(await act(grace, again, 'save', { title: 'Brass lamp' })).toMatchObject({ success: true });
    expect((await postedDeals(context))[0]).toMatchObject(saved);
  });

  test('is the one that the log names: a form about two changes neither', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    await post(grace, { ...LAMP, title: 'A lamp of one’s own' });
    const own = required((await postedDeals(context)).at(-1), 'the own deal').thread_id;
    const [mine, other] = [await look(context, grace, own), await look(context, grace, threadId)];
    const gone = { error: 'This deal no longer exists.' };
    expect(await act(grace, mine, 'save', { postid: String(other.postId), title: 'Mine' })).toEqual(gone);
    expect(await act(grace, other, 'save', { postid: '999999', title: 'Theirs' })).toEqual(gone);
    expect((await postedDeals(context)).map(({ title }) => title)).toEqual([LAMP.title, 'A lamp of one’s own']);
    expect(await actionsOf(context)).toEqual([]);
  });

  test('that looks like another of its store is saved, with a word and a link to that one', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    await post(await establishedMember(context), { ...LAMP, title: 'Brass reading lamp, dimmable', price: '$31', url: `${LAMP.url}-2` });
    const other = required((await postedDeals(context)).at(-1), 'the other deal').thread_id;
    const alike = { price: '24.99', title: 'Brass Reading Lamp' };
    const told = async (action: string, typed: Record<string, string>) => {
      await send(grace, await look(context, grace, other), action, typed, true);
      return consumeFlash({ cookies: grace.browser.cookies() });
    };
    const link = { path: `/desk/deals?id=${threadId}`, text: 'Look at that deal' };
    const looks = 'It looks like “Brass reading lamp” of the same store.';
    expect(await told('diff', alike)).toMatchObject({ message: `This is what saving changes. Nothing is saved yet. ${looks}`, link });
    expect(await told('save', alike)).toMatchObject({ message: `Saved. ${looks}`, link });
    const { message, link: none } = required(await told('save', { title: 'Steel standing lamp', price: '77' }), 'the message');
    expect([message, none]).toEqual(['Saved.', undefined]);
  });

  test('that was merged into another is that other one, as its form is told', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const kept = required(
      await context.db.selectFrom('deals').select('thread_id').where('source', '<>', 'site').executeTakeFirst(),
      'a deal',
    );
    const one = await look(context, grace, threadId);
    const into = await look(context, grace, kept.thread_id);
    const told = `This deal was merged into “${into.title}”, which is here. Nothing was changed.`;
    await mergeDeals(context, String(threadId), String(kept.thread_id));
    expect(await act(grace, one, 'save', { title: 'Lamp' })).toEqual({ error: told });
    for (const action of ['save', 'diff', 'discard', 'feature', 'expire']) {
      const { headers } = await send(grace, one, action, {}, true);
      const { message } = required(consumeFlash({ cookies: grace.browser.cookies() }), 'the message');
      expect([headers.get('location'), message]).toEqual([`/desk/deals?id=${kept.thread_id}`, told]);
    }
    expect(await look(context, grace, threadId)).toMatchObject({ threadId: kept.thread_id, fields: into.fields });
    expect(await act(grace, { ...into, threadId }, 'save', { title: 'Kept' })).toMatchObject({ success: true });
    expect((await look(context, grace, kept.thread_id)).title).toBe('Kept');
  });

  test('that somebody else has changed meanwhile is told, and nothing is lost', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace, alan] = moderators;
    const one = await look(context, grace, threadId);
    expect(await act(alan, await look(context, alan, threadId), 'save', { price: '22' })).toMatchObject({ success: true });
    expect(await act(grace, one, 'save', { title: 'Brass lamp' })).toMatchObject({
      error: expect.stringContaining('Somebody else has changed this deal meanwhile') as unknown,
    });
    const again = await look(context, grace, threadId);
    expect(again.meanwhile).toEqual([{ field: 'price', before: '24.99', after: '22.00' }]);
    expect(again.fields).toMatchObject({ title: 'Brass lamp', price: '22.00' });
    expect(await act(grace, again, 'save')).toMatchObject({ success: true });
    expect((await postedDeals(context))[0]).toMatchObject({ title: 'Brass lamp', price_cents: 2_200 });
  });

  test('is there as its moderator typed it once they log in again, where their session had ended or another has logged in', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace, alan] = moderators;
    const looked = (moderator: Moderator) => look(context, moderator, threadId);
    const typed = async (moderator: Moderator) => (await looked(moderator)).fields.title;
    const one = await look(context, grace, threadId);
    const guest = new Caller(context);
    const sendFrom = (browser: Caller, fields: Record<string, string>) =>
      browser.call(deskDealsActions, { form: { ...formOf(one, 'save'), securitytoken: 'of another session', ...fields }, plain: true });
    const kept = await sendFrom(guest, { title: 'Lamp of a session that ended' });
    expect([kept.status, kept.headers.get('location')]).toEqual([303, `/account/log-in?url=%2Fdesk%2Fdeals%3Fid%3D${threadId}`]);
    expect(guest.jar.get('flash')).toContain('Your session has ended.');
    expect(await typed(grace)).toBe('Lamp of a session that ended');
    await sendFrom(alan.browser, { title: 'Lamp of the one before' });
    expect([await typed(grace), await typed(alan)]).toEqual(['Lamp of the one before', LAMP.title]);
    expect((await postedDeals(context))[0]).toMatchObject({ title: LAMP.title });
    // A reason alone is kept as well, also where only the log-in is too old.
    await sendFrom(guest, { do: 'hide', reason: 'Spam of a session that ended' });
    expect(await looked(grace)).toMatchObject({ fields: { title: LAMP.title }, reason: 'Spam of a session that ended' });
    await context.db
      .updateTable('sessions')
      .set({ signed_in_at: new Date(0) })
      .where('user_id', '=', grace.userId)
      .execute();
    await send(grace, one, 'hide', { title: 'Lamp of the one before', reason: 'Spam of an old log-in' }, true);
    expect([await looked(grace), await looked(alan)]).toMatchObject([{ reason: 'Spam of an old log-in', state: 'live' }, { reason: '' }]);
    // Whoever has no key of a moderator learns nothing of the desk.
    for (const owner of ['', `${one.owner}x`, (await look(context, alan, threadId)).owner.replace(/^\d+/, String(grace.userId))])
      expect((await sendFrom(guest, { owner, title: 'Forged' })).status).toBe(404);
    await context.db.updateTable('accounts').set({ role: 'member' }).where('user_id', '=', grace.userId).execute();
    expect((await sendFrom(guest, { title: 'Of a moderator no more' })).status).toBe(404);
    expect(await typed(grace)).toBe('Lamp of the one before');
  });

  test('keeps what was typed and not saved, whichever button is pressed, and nothing where nothing was', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace, alan] = moderators;
    const typed = { title: 'Brass lamp', reason: 'Well lit' };
    await send(grace, await look(context, grace, threadId), 'diff', typed, true);
    expect(await look(context, grace, threadId)).toMatchObject({ fields: { title: typed.title }, reason: typed.reason });
    expect((await send(grace, await look(context, grace, threadId), 'feature', typed, true)).status).toBe(303);
    const featured = await look(context, grace, threadId);
    expect(featured).toMatchObject({ isFeatured: true, title: LAMP.title, fields: { title: 'Brass lamp' }, reason: '', meanwhile: [] });
    await send(grace, featured, 'expire', { title: LAMP.title }, true);
    expect(await act(alan, await look(context, alan, threadId), 'save', { price: '22' })).toMatchObject({ success: true });
    expect(await look(context, grace, threadId)).toMatchObject({ state: 'expired', fields: { title: LAMP.title }, meanwhile: [] });
  });

  test('keeps the reason that is typed where something else is saved first', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const typed = { title: 'Brass lamp', price: '23.5', reason: 'Sold out' };
    await send(grace, await look(context, grace, threadId), 'save', typed, true);
    const saved = await look(context, grace, threadId);
    expect(saved).toMatchObject({ title: 'Brass lamp', reason: 'Sold out', changes: [], meanwhile: [] });
    await act(grace, saved, 'expire', { reason: saved.reason });
    expect((await actionsOf(context)).slice(-2)).toEqual([
      ['edit', 'moderator', 'Title, Price'],
      ['expire', 'moderator', 'Sold out'],
    ]);
    expect((await look(context, grace, threadId)).reason).toBe('');
  });

  test('has a description that no form sends as it is kept, and which only an edit of it changes', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const description = '  Two\r\nlines\n';
    await context.db.updateTable('deals').set({ description }).where('thread_id', '=', threadId).execute();
    const seen = await look(context, grace, threadId);
    expect(await act(grace, seen, 'diff', { price: '20' })).toMatchObject({ diff: expect.any(String) as unknown });
    expect(await look(context, grace, threadId)).toMatchObject({ changes: [{ field: 'price' }], meanwhile: [] });
    expect(await act(grace, seen, 'save', { price: '20' })).toEqual({ success: true, message: 'Saved.' });
    expect((await postedDeals(context))[0]).toMatchObject({ price_cents: 2_000, description });
    const again = await look(context, grace, threadId);
    expect(await act(grace, again, 'save', { description: 'Three\r\nlines' })).toEqual({ success: true, message: 'Saved.' });
    expect((await postedDeals(context))[0]).toMatchObject({ description: 'Three\nlines' });
  });

  test('is featured once, for a reason that the log and its poster have, and is said to be where it is', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const feature = async (action: string) => act(grace, await look(context, grace, threadId), action, { reason: 'A very\r\ngood lamp' });
    const done = (message: string) => ({ success: true, message });
    for (let twice = 0; twice < 2; twice++) expect(await feature('feature')).toEqual(done('It is on the front page.'));
    expect(await actionsOf(context)).toEqual([['feature', 'moderator', 'A very good lamp']]);
    const told = await context.db.selectFrom('notifications').select('data').where('kind', '=', 'moderation').execute();
    expect(JSON.stringify(told)).toContain(`A moderator featured your deal “${LAMP.title}”. The moderator says: A very good lamp`);
    expect(told).toHaveLength(1);
    const long = await act(grace, await look(context, grace, threadId), 'unfeature', { reason: 'x'.repeat(201) });
    expect(long).toEqual({ error: 'The reason is longer than 200 characters. Please shorten it. Nothing was changed.' });
    for (const [state, said] of [
      [{ status: 'expired' }, 'once it is revived'],
      [{ status: 'scheduled', starts_at: new Date('2027-01-01T00:00:00Z') }, 'when it starts'],
      [{ status: 'scheduled', starts_at: null }, 'once it is on the site again'],
    ] as const) {
      await context.db.updateTable('deals').set(state).where('thread_id', '=', threadId).execute();
      expect(await feature('feature')).toEqual(done(`It is featured, and comes to the front page ${said}.`));
    }
  });

  test('is featured, expired, revived and taken off, each in the log; never one’s own', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const done = async (action: string) => act(grace, await look(context, grace, threadId), action);
    for (const action of ['feature', 'unfeature', 'expire', 'revive', 'hide']) expect(await done(action)).toMatchObject({ success: true });
    expect((await actionsOf(context)).map(([action]) => action)).toEqual(['feature', 'unfeature', 'expire', 'revive', 'hide']);
    expect((await look(context, grace, threadId)).state).toBe('off-site');
    await post(grace, LAMP);
    const own = required((await postedDeals(context)).at(-1), 'the own deal').thread_id;
    for (const action of ['feature', 'expire'])
      expect(await act(grace, await look(context, grace, own), action)).toMatchObject({
        error: expect.stringContaining('You wrote this yourself') as unknown,
      });
    expect(await act(grace, await look(context, grace, own), 'save', { title: 'Mine' })).toMatchObject({
      error: expect.stringContaining('You wrote this yourself') as unknown,
    });
  });

  test('shows what members report of it, and is not expired or revived where they have reported it again meanwhile', async () => {
    const { context, threadId, moderators } = await lampAndModerators(open);
    const [grace] = moderators;
    const before = await look(context, grace, threadId);
    expect(before.reports).toBeUndefined();
    await report(await establishedMember(context), before.postId, 'Spam', 'He sells lamps');
    expect(await act(grace, before, 'expire')).toEqual({
      error: expect.stringContaining('Look at it again. Nothing was changed.') as unknown,
    });
    await send(grace, before, 'expire', { reason: 'Sold out' }, true);
    const reported = await look(context, grace, threadId);
    expect(reported).toMatchObject({
      ...{ state: 'live', reason: 'Sold out' },
      reports: { reports: [{ reason: 'Spam', count: 1 }], notes: ['He sells lamps'] },
    });
    expect(await act(grace, reported, 'expire')).toMatchObject({ success: true });
    const expired = await look(context, grace, threadId);
    expect(expired).toMatchObject({ state: 'expired', reports: undefined });
    await report(await establishedMember(context), before.postId, 'Repost');
    expect(await act(grace, expired, 'revive')).toMatchObject({ error: expect.stringContaining('Look at it again') as unknown });
    // Taking it off holds whatever else is reported.
    expect(await act(grace, expired, 'hide')).toMatchObject({ success: true });
  });

  test('is changed however long that takes, once no other command is waited for', async () => {
    const { context, threadId } = await lampAndModerators(open);
    const began = (waiting: AbortController) => {
      waiting.abort(new DOMException('', 'TimeoutError'));
      return Promise.resolve();
    };
    const editing = new AbortController();
    const edit = { changes: { price: '20' } };
    const options = { within: () => began(editing), waiting: editing.signal };
    expect(await editDeal(context, String(threadId), edit, options)).toMatchObject({ changed: true });
    const posting = new AbortController();
    const waited = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(posting.signal);
    onTestFinished(() => waited.mockRestore());
    await postingTransaction(context, () => began(posting));
    expect((await postedDeals(context))[0]).toMatchObject({ price_cents: 2_000 });
  });

  test('of a moderator is for administrators', async () => {
    const { context, moderators } = await lampAndModerators(open);
    const [grace, alan] = moderators;
    await post(grace, LAMP);
    const theirs = required((await postedDeals(context)).at(-1), 'the deal of a moderator').thread_id;
    const one = await look(context, alan, theirs);
    const refused = { error: `${grace.username} is a moderator: only administrators decide about what they wrote. Nothing was changed.` };
    for (const action of ['feature', 'expire', 'hide', 'save']) expect(await act(alan, one, action, { title: 'Theirs' })).toEqual(refused);
    const administrator = await newModerator(context, 'administrator');
    for (const action of ['feature', 'expire'])
      expect(await act(administrator, await look(context, administrator, theirs), action)).toMatchObject({ success: true });
  });
});

const server = inject('postgres');

// The embedded database has one session: whatever else would use it waits for the command.
test.skipIf(!server)('a deal at the desk is not edited while a command edits the catalogue, and that is told after 10 s', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, threadId, moderators } = await lampAndModerators(() => Promise.resolve(database));
  const [grace] = moderators;
  const one = await look(context, grace, threadId);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  onTestFinished(() => waited.mockRestore());
  await context.db.transaction().execute(async (transaction) => {
    await acquireEditingLock(transaction);
    for (const action of ['diff', 'save', 'feature'])
      expect(await act(grace, one, action, { price: '20' })).toEqual({
        status: 'error',
        message: 'Many deals are being imported right now. Please send this again in a minute; what you typed is kept.',
      });
  });
  expect(waited.mock.calls.map(([ms]) => ms)).toEqual([10_000, 10_000, 10_000]);
  expect((await look(context, grace, threadId)).fields.price).toBe('20');
  expect((await postedDeals(context))[0]).toMatchObject({ price_cents: 2_499 });
});
