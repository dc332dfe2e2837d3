import { expect, test } from 'vitest';
import { reviveNamedDeals } from '../../../src/features/editing/schedule.server.ts';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { moderationActions } from '../../../src/features/moderation/actions.server.ts';
import { loadQueue } from '../../../src/features/moderation/queue.server.ts';
import { aboutPost, loadReasons } from '../../../src/features/moderation/reasons.server.ts';
import { consumeFlash } from '../../../src/features/session/flash.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, MINUTE, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import {
  actionsOf,
  commentBy,
  DONE,
  establishedMember,
  moderate,
  newestAction,
  newModerator,
  report,
  reportedCatalogue,
  reportEnough,
  statusOf,
} from '../../support/moderation.ts';

const openReports = async ({ db }: Context, postid: number) =>
  (await db.selectFrom('reports').select('id').where('post_id', '=', postid).where('resolved_at', 'is', null).execute()).length;
const shownInQueue = async (context: Context, postid: number) =>
  (await loadQueue(context, new URLSearchParams()))?.posts.find((post) => post.postid === postid)?.shown ?? '';
const dealNow = ({ db }: Context, postid: number) =>
  db
    .selectFrom('deals')
    .select(['status', 'starts_at', 'expires_at', 'updated_at'])
    .where('post_id', '=', postid)
    .executeTakeFirstOrThrow();
const logInAgain = async ({ browser, email, password }: Awaited<ReturnType<typeof verifiedMember>>) => {
  const { securitytoken } = await browser.session();
  return tryLogIn(browser, email, password, { securitytoken });
};
const suspendedUntil = async ({ db }: Context, userId: number) =>
  (await db.selectFrom('accounts').select('suspended_until').where('user_id', '=', userId).executeTakeFirstOrThrow()).suspended_until;

onDatabase('moderating', (open) => {
  test('is for moderators who are not suspended', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const form = { do: 'hide', postid: comment };
    const sent = { do: 'hide', postid: String(comment), securitytoken: 'guest' };
    expect((await new Caller(context).call(moderationActions, { form: sent })).answer).toMatchObject({ error: 'dologin' });
    const forbidden = { status: 'error', message: 'This is for moderators.' };
    expect(await moderate(await verifiedMember(context), form)).toEqual(forbidden);
    const suspended = await newModerator(context);
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', suspended.userId).execute();
    expect(await moderate(suspended, form)).toEqual(forbidden);
    expect([await statusOf(context, comment), await actionsOf(context)]).toEqual(['shown', []]);
    context.at.pass(2 * DAY);
    await logInAgain(suspended);
    expect(await moderate(suspended, form)).toEqual(DONE('Hidden.'));
  });

  test('refuses what is no action, no post, and what there is nothing to do about', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const incomplete = { error: 'This form is not complete. Nothing was changed.' };
    for (const form of [{ do: 'praise', postid: comment }, { do: 'hide' }, { do: 'hide', postid: -1 }, { do: 'undo' }, { postid: comment }])
      expect(await moderate(moderator, form as Record<string, string | number>)).toEqual(incomplete);
    // What Enter in the date presses.
    expect(await moderate(moderator, { do: 'none', postid: comment })).toEqual({
      error: 'Press one of the buttons to decide. Nothing was changed.',
    });
    expect(await moderate(moderator, { do: 'hide', postid: 999_999 })).toEqual({ error: 'This post no longer exists.' });
    expect(await moderate(moderator, { do: 'expire', postid: comment })).toEqual({ error: 'There is nothing to expire here.' });
    expect(await moderate(moderator, { do: 'revive', postid: deal.post_id })).toEqual({ error: 'There is nothing to revive here.' });
    expect(await moderate(moderator, { do: 'undo', action: 999_999 })).toEqual({ error: 'There is no such action.' });
    expect(await actionsOf(context)).toEqual([]);
  });

  test('wants a date and the choice that it is of together, and has everything again in the form of that post', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const { browser, userId } = await newModerator(context);
    const typed = { postid: String(comment), reason: 'Sells lamps' };
    for (const [form, message] of [
      [{ author: 'suspend-date', until: '' }, /^A suspension needs an end/],
      [{ author: '', until: '2026-12-24' }, /^A date goes with “Suspend until the date”: choose that, or empty the date/],
      [{ author: 'suspend-7', until: '2026-12-24' }, /^A date goes with/],
    ] as const) {
      await browser.callAsMember(moderationActions, { plain: true, form: { do: 'hide', ...typed, ...form } });
      const flash = consumeFlash({ cookies: browser.cookies() });
      expect(flash?.message).toMatch(message);
      const shown = await loadReasons(context, userId);
      expect(shown.typed(aboutPost(comment))).toEqual({ reason: typed.reason, ...form });
      expect(shown.typed(aboutPost(comment + 1))).toEqual({});
    }
    expect(await actionsOf(context)).toEqual([]);
  });

  test('has a reason that was typed in a session that ended, or is too old, until it is decided', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const [grace, alan] = [await newModerator(context), await newModerator(context)];
    const about = aboutPost(comment);
    const typed = async ({ userId }: { userId: number }) => (await loadReasons(context, userId)).typed(about).reason;
    const owner = (await loadReasons(context, grace.userId)).owner(about);
    const form = { do: 'hide', postid: String(comment), owner, securitytoken: 'of another session' };
    const guest = new Caller(context);
    const sent = await guest.call(moderationActions, { plain: true, form: { ...form, reason: 'Sells lamps' } });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/account/log-in?url=%2Faccount%2Fmoderation']);
    expect(guest.jar.get('flash')).toContain('Your session has ended.');
    expect(await typed(grace)).toBe('Sells lamps');
    await guest.call(moderationActions, { plain: true, form: { ...form, owner: `${owner}x`, reason: 'Forged' } });
    await alan.browser.call(moderationActions, { plain: true, form: { ...form, reason: 'Sells many' } });
    expect([await typed(grace), await typed(alan)]).toEqual(['Sells many', undefined]);
    const old = new Date(context.clock().getTime() - DAY);
    await context.db.updateTable('sessions').set({ signed_in_at: old }).where('user_id', '=', alan.userId).execute();
    const own = { do: 'hide', postid: String(comment), reason: 'Of Alan' };
    await alan.browser.callAsMember(moderationActions, { plain: true, form: own });
    expect([await actionsOf(context), await typed(alan)]).toEqual([[], 'Of Alan']);
    await grace.browser.callAsMember(moderationActions, { plain: true, form: { ...own, reason: 'Sells many' } });
    expect([await typed(grace), await statusOf(context, comment)]).toEqual([undefined, 'hidden']);
  });

  test('keeps what was typed into the other forms of the page, for the moderator whose forms they are', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const [grace, alan] = [await newModerator(context), await newModerator(context)];
    const [other, forged] = [await commentBy(context, author, deal.thread_id), await commentBy(context, author, deal.thread_id)];
    const shownTo = ({ userId }: { userId: number }) => loadReasons(context, userId);
    const typed = { reason: 'Sells lamps', author: 'suspend-7', until: '' };
    const ownerOf = async (postId: number) => (await shownTo(grace)).owner(aboutPost(postId));
    const others = [
      { postid: String(other), owner: await ownerOf(other), ...typed },
      { postid: String(forged), owner: `${await ownerOf(forged)}x`, ...typed },
      { owner: '', reason: 'About nothing' },
    ];
    const form = { do: 'hide', postid: String(comment), owner: await ownerOf(comment), reason: 'Spam', others: JSON.stringify(others) };
    for (const broken of ['[', '{}', '[1]'])
      await grace.browser.callAsMember(moderationActions, { plain: true, form: { ...form, do: 'none', others: broken } });
    expect((await shownTo(grace)).typed(aboutPost(other))).toEqual({});
    // Somebody else has logged in meanwhile.
    await alan.browser.call(moderationActions, { plain: true, form });
    expect((await shownTo(grace)).typed(aboutPost(other))).toEqual(typed);
    expect((await shownTo(grace)).typed(aboutPost(forged))).toEqual({});
    expect((await shownTo(alan)).typed(aboutPost(other))).toEqual({});
    const again = { ...form, others: JSON.stringify([{ ...others[0], reason: 'Sells many' }]) };
    await new Caller(context).call(moderationActions, { plain: true, form: again });
    expect((await shownTo(grace)).typed(aboutPost(other)).reason).toBe('Sells many');
    await grace.browser.callAsMember(moderationActions, { plain: true, form });
    expect(await statusOf(context, comment)).toBe('hidden');
    expect((await shownTo(grace)).typed(aboutPost(comment))).toEqual({});
    expect((await shownTo(grace)).typed(aboutPost(other))).toEqual(typed);
  });

  test('has nothing of what was typed about a case that another moderator decided, once the post is reported anew', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const [grace, alan] = [await newModerator(context), await newModerator(context)];
    await report(await establishedMember(context), comment, 'Spam');
    const typedNow = async () => {
      const [waiting] = (await loadQueue(context, new URLSearchParams()))?.posts ?? [];
      return (await loadReasons(context, alan.userId)).typed(aboutPost(comment), new Date(waiting?.since ?? ''));
    };
    const typed = { reason: 'Sells lamps', author: 'suspend-30', until: '' };
    const form = { do: 'hide', postid: String(comment), shown: 'another text', seen: '0', ...typed };
    await alan.browser.callAsMember(moderationActions, { plain: true, form: { ...form, do: 'keep' } });
    expect(await typedNow()).toEqual(typed);
    await moderate(grace, { do: 'keep', postid: comment });
    await alan.browser.callAsMember(moderationActions, { plain: true, form });
    expect(consumeFlash({ cookies: alan.browser.cookies() })?.message).toMatch(/^Another moderator has already handled this post/);
    context.at.pass(MINUTE);
    await report(await establishedMember(context), comment, 'Other');
    expect(await typedNow()).toEqual({});
  });

  test.each([
    ['keep', 'shown', 'Kept.'],
    ['hide', 'hidden', 'Hidden.'],
    ['delete', 'deleted', 'Deleted.'],
  ])('to %s leaves a hidden comment %s with its text, resolves its reports, and is undone', async (decision, status, said) => {
    const { context, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await reportEnough(context, comment, 'Spam');
    expect(await moderate(moderator, { do: decision, postid: comment, reason: ' Sells\r\n\r\nlamps\r\n' })).toEqual(DONE(said));
    const { body } = await context.db.selectFrom('comments').select('body').where('post_id', '=', comment).executeTakeFirstOrThrow();
    expect([await statusOf(context, comment), await openReports(context, comment), body]).toEqual([status, 0, 'Buy my lamps']);
    expect((await actionsOf(context)).at(-1)).toEqual([decision, 'moderator', 'Sells lamps']);
    const action = await newestAction(context, decision);
    expect(await moderate(moderator, { do: 'undo', action })).toEqual(DONE(`Undone: ${said.toLowerCase()}`));
    expect([await statusOf(context, comment), await openReports(context, comment)]).toEqual(['hidden', 3]);
    const again = await moderate(moderator, { do: 'undo', action });
    expect(again).toEqual({ error: 'This was already undone on 11/21/26.' });
  });

  test.each(['hide', 'delete'])('to %s a deal takes it off the site, and undoing puts back exactly what was there', async (decision) => {
    const { context, deal } = await reportedCatalogue(open);
    const dates = { starts_at: new Date('2026-01-01T00:00:00Z'), expires_at: new Date('2027-01-01T00:00:00Z') };
    await context.db.updateTable('deals').set(dates).where('post_id', '=', deal.post_id).execute();
    const before = await dealNow(context, deal.post_id);
    context.at.pass(DAY);
    const moderator = await newModerator(context);
    await moderate(moderator, { do: decision, postid: deal.post_id });
    expect(await dealNow(context, deal.post_id)).toMatchObject({ status: 'scheduled', starts_at: null });
    expect(await moderate(moderator, { do: 'keep', postid: deal.post_id, seen: await newestAction(context, decision) })).toEqual({
      error: 'This deal is off the site already.',
    });
    await moderate(moderator, { do: 'undo', action: await newestAction(context, decision) });
    expect(await dealNow(context, deal.post_id)).toEqual(before);
  });

  test('expires and revives a deal as an editor does', async () => {
    const { context, deal } = await reportedCatalogue(open);
    context.at.pass(DAY);
    const moderator = await newModerator(context);
    expect(await moderate(moderator, { do: 'expire', postid: deal.post_id })).toEqual(DONE('Expired.'));
    expect(await dealNow(context, deal.post_id)).toMatchObject({ status: 'expired', updated_at: context.clock() });
    // What a moderator expired is not for one member to revive.
    await report(await establishedMember(context), deal.post_id, 'Works again');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
    const seen = await newestAction(context, 'expire');
    expect(await moderate(moderator, { do: 'revive', postid: deal.post_id, seen })).toEqual(DONE('Revived.'));
    expect([await statusOf(context, deal.post_id), await openReports(context, deal.post_id)]).toEqual(['live', 0]);
  });

  test('warns and suspends the author beside, by mail, and undoing lifts the suspension', async () => {
    const { context, author, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const form = { do: 'hide', postid: comment, reason: 'No selling here' };
    expect(await moderate(moderator, { ...form, author: 'warn' })).toEqual(DONE(`Hidden, and ${author.username} is warned by mail.`));
    const [warning] = await sentMails(context);
    expect([warning!.to, warning!.subject]).toEqual([author.email, 'A warning from the moderators']);
    expect(warning!.text).toContain('The moderator says: No selling here');
    const seen = await newestAction(context, 'warn');
    expect(await moderate(moderator, { ...form, author: 'suspend-7', seen })).toEqual(
      DONE(`Hidden, and ${author.username} is suspended until 11/28/26 at 12:00 UTC.`),
    );
    expect(await suspendedUntil(context, author.userId)).toEqual(new Date(context.clock().getTime() + 7 * DAY));
    expect(await report(author, comment, 'Spam')).toEqual({ error: 'Your account is suspended until 11/28/26 at 12:00 UTC.' });
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([[author.email, 'Your account is suspended']]);
    expect(await moderate(moderator, { do: 'undo', action: await newestAction(context, 'suspend') })).toEqual(DONE('Undone: suspended.'));
    expect(await suspendedUntil(context, author.userId)).toBeNull();
    expect((await sentMails(context)).map(({ subject }) => subject)).toEqual(['Your account is no longer suspended']);
    expect(await moderate(moderator, { do: 'undo', action: await newestAction(context, 'warn') })).toEqual(
      DONE('Undone: warned. The mail was sent and stays so.'),
    );
    expect((await actionsOf(context)).map(([action]) => action)).toEqual(['hide', 'hide']);
  });

  test('suspends until a date, puts the suspension before back, and refuses to undo what was changed since', async () => {
    const { context, author, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const suspend = async (until: string) =>
      moderate(moderator, {
        do: 'keep',
        postid: comment,
        author: 'suspend-date',
        until,
        seen: await newestAction(context, 'suspend'),
      });
    for (const wrong of ['', 'soon', '2026-11-21', '2026-13-01', '9999-01-01'])
      expect(await suspend(wrong)).toEqual({ error: 'A suspension needs an end: a date in the future. Nothing was changed.' });
    await suspend('2026-12-01');
    const first = await newestAction(context, 'suspend');
    await suspend('2027-01-01');
    expect(await moderate(moderator, { do: 'undo', action: first })).toEqual({ error: 'This suspension was changed since.' });
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'suspend') });
    expect(await suspendedUntil(context, author.userId)).toEqual(new Date('2026-12-01'));
    await moderate(moderator, { do: 'undo', action: first });
    expect(await suspendedUntil(context, author.userId)).toBeNull();
    // Who is still suspended is not told to be free.
    expect((await sentMails(context)).filter(({ subject }) => subject.includes('no longer suspended'))).toHaveLength(1);
  });

  test('suspends until the first moment of a date where the site is, and says that date', async () => {
    const { context, author, comment } = await reportedCatalogue(open, { SITE_TIMEZONE: 'America/New_York' });
    const moderator = await newModerator(context);
    // It is the 20th there until five in the morning UTC.
    context.at.now = new Date('2026-11-21T03:00:00Z');
    const suspend = (until: string) => moderate(moderator, { do: 'keep', postid: comment, author: 'suspend-date', until });
    expect(await suspend('2026-11-20')).toMatchObject({ error: expect.stringContaining('a date in the future') as unknown });
    expect(await suspend('2026-11-21')).toEqual(DONE(`Kept, and ${author.username} is suspended until 11/21/26.`));
    expect(await suspendedUntil(context, author.userId)).toEqual(new Date('2026-11-21T05:00:00Z'));
    const [mail] = await sentMails(context);
    expect(mail?.text).toContain('Your account is suspended until 11/21/26');
  });

  test('does nothing to a post whose author cannot be warned', async () => {
    const { context } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const imported = await context.db.selectFrom('comments').select('post_id').where('source', '=', 'tests').executeTakeFirstOrThrow();
    const form = { do: 'delete', postid: imported.post_id };
    expect(await moderate(moderator, { ...form, author: 'warn' })).toEqual({
      error: 'magpie has no account here and cannot be warned or suspended. Nothing was changed.',
    });
    expect([await statusOf(context, imported.post_id), await actionsOf(context)]).toEqual(['shown', []]);
    await context.db.updateTable('comments').set({ user_id: null }).where('post_id', '=', imported.post_id).execute();
    expect(await moderate(moderator, { ...form, author: 'suspend-1' })).toEqual({ error: 'The author is no longer a member.' });
  });
});

onDatabase('two moderators', (open) => {
  test('at once on one post: the second is told, and nothing is done twice', async () => {
    const { context, comment } = await reportedCatalogue(open);
    await reportEnough(context, comment, 'Spam');
    const moderators = [await newModerator(context), await newModerator(context), await newModerator(context)];
    const answers = await Promise.all(moderators.map((one) => moderate(one, { do: 'hide', author: 'warn', postid: comment })));
    expect(answers.filter((answer) => 'success' in (answer as object))).toHaveLength(1);
    expect(answers).toContainEqual({ error: 'Another moderator has already handled this post. Nothing was changed.' });
    expect((await actionsOf(context)).map(([action, by]) => [action, by])).toEqual([
      ['hide', 'reports'],
      ['hide', 'moderator'],
      ['warn', 'moderator'],
    ]);
    expect(await sentMails(context)).toHaveLength(1);
  });

  test.each(['keep', 'hide'])(
    'or an author and members meanwhile: what nobody has looked at is not kept, and may be taken down (%s)',
    async (decision) => {
      const { context, author, deal } = await reportedCatalogue(open);
      const moderator = await newModerator(context);
      for (const meanwhile of ['reported', 'changed']) {
        const comment = await commentBy(context, author, deal.thread_id, `A lamp, ${meanwhile}`);
        await report(await establishedMember(context), comment, 'Repost');
        const form = { do: decision, postid: comment, shown: await shownInQueue(context, comment) };
        const message = `Buy my lamps, ${meanwhile}`;
        if (meanwhile === 'reported') await report(await establishedMember(context), comment, 'Spam', 'Sells lamps');
        else await author.browser.callAsMember(editForm, { form: { do: 'updatepost', postid: String(comment), message } });
        const answer = await moderate(moderator, form);
        if (decision === 'hide') expect(answer).toEqual(DONE('Hidden.'));
        else {
          expect(answer).toEqual({ error: expect.stringContaining('Look at it again. Nothing was changed.') as unknown });
          expect([await actionsOf(context), await openReports(context, comment)]).toEqual([[], meanwhile === 'reported' ? 2 : 1]);
          await moderate(moderator, { ...form, do: 'delete' });
          await context.db.deleteFrom('moderation_actions').execute();
        }
      }
    },
  );

  test('undoing the same at once undo it once', async () => {
    const { context, author, deal } = await reportedCatalogue(open);
    const moderators = [await newModerator(context), await newModerator(context)];
    const comment = await commentBy(context, author, deal.thread_id);
    await moderate(moderators[0]!, { do: 'hide', postid: comment });
    const action = await newestAction(context, 'hide');
    const answers = await Promise.all(moderators.map((one) => moderate(one, { do: 'undo', action })));
    expect(answers).toContainEqual(DONE('Undone: hidden.'));
    expect(answers).toContainEqual({ error: 'This was already undone on 11/21/26.' });
    expect(await statusOf(context, comment)).toBe('shown');
  });
});

onDatabase('undoing', (open) => {
  test('is refused once something newer has taken its place', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await moderate(moderator, { do: 'hide', postid: comment });
    const hidden = await newestAction(context, 'hide');
    await moderate(moderator, { do: 'delete', postid: comment, seen: hidden });
    expect(await moderate(moderator, { do: 'undo', action: hidden })).toEqual({
      error: 'There is a newer action on this post (deleted). Undo that first.',
    });
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'delete') });
    // Its author deleted it meanwhile.
    await context.db.updateTable('comments').set({ status: 'deleted', body: '' }).where('post_id', '=', comment).execute();
    const changed = { error: 'The post has changed since. Undoing this would undo that, too.' };
    expect(await moderate(moderator, { do: 'undo', action: hidden })).toEqual(changed);
    await moderate(moderator, { do: 'expire', postid: deal.post_id });
    await reviveNamedDeals(context, [String(deal.thread_id)]);
    expect(await moderate(moderator, { do: 'undo', action: await newestAction(context, 'expire') })).toEqual(changed);
    await context.db.deleteFrom('comments').where('post_id', '=', comment).execute();
    expect(await moderate(moderator, { do: 'undo', action: hidden })).toEqual({ error: 'This post is gone.' });
  });

  test('opens reports again, less those that were made anew', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const ada = await verifiedMember(context);
    await report(ada, comment, 'Spam');
    await report(ada, comment, 'Troll');
    await moderate(moderator, { do: 'keep', postid: comment });
    await report(ada, comment, 'Spam');
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'keep') });
    expect(await openReports(context, comment)).toBe(2);
  });

  test('what members’ reports did resolves the reports: it takes three new ones', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await reportEnough(context, comment, 'Spam');
    await reportEnough(context, deal.post_id, 'Expired');
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') });
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'expire') });
    expect([await statusOf(context, comment), await statusOf(context, deal.post_id)]).toEqual(['shown', 'live']);
    const ada = await establishedMember(context);
    await report(ada, comment, 'Spam');
    await report(ada, deal.post_id, 'Expired');
    expect([await statusOf(context, comment), await statusOf(context, deal.post_id)]).toEqual(['shown', 'live']);
  });
});
