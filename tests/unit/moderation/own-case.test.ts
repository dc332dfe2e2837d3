import { describe, expect, test } from 'vitest';
import { moderationActions } from '../../../src/features/moderation/actions.server.ts';
import { clearDeletedTexts } from '../../../src/features/posts/deleted-texts.server.ts';
import { loadDone } from '../../../src/features/moderation/log.server.ts';
import { decisionFault, undoFault } from '../../../src/features/moderation/words.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, HOUR, MINUTE, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { openAlone as open } from '../../support/open-alone.ts';
import { suspensionOf } from '../../support/leaving.ts';
import {
  actionsOf,
  commentBy,
  DONE,
  moderate,
  newestAction,
  newModerator,
  reportedCatalogue,
  reportEnough,
  statusOf,
} from '../../support/moderation.ts';
import { watchWrites } from '../../support/watched-writes.ts';

const bodyOf = async ({ db }: Context, postid: number) =>
  (await db.selectFrom('comments').select('body').where('post_id', '=', postid).executeTakeFirstOrThrow()).body;
/** Why the list of what was done has no button for its newest line. */
const whyNot = async (context: Context, { userId }: { userId: number }, isAdministrator = false) =>
  undoFault((await loadDone(context, new URLSearchParams()))!.actions[0]!, { userId, isAdministrator });

describe('a moderator', () => {
  test('decides nothing about what they wrote, and undoes nothing that was done to it', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const [moderator, other] = [await newModerator(context), await newModerator(context)];
    const own = await commentBy(context, moderator, deal.thread_id);
    await context.db.updateTable('deals').set({ posted_by: moderator.userId }).where('post_id', '=', deal.post_id).execute();
    const refused = { error: 'You wrote this yourself: another moderator decides about it. Nothing was changed.' };
    for (const decision of ['keep', 'hide', 'delete']) expect(await moderate(moderator, { do: decision, postid: own })).toEqual(refused);
    expect(await moderate(moderator, { do: 'expire', postid: deal.post_id })).toEqual(refused);
    const page = '/account/moderation?page=1';
    const plain = await moderator.browser.callAsMember(moderationActions, {
      form: { do: 'hide', postid: String(own), url: page },
      plain: true,
    });
    expect([plain.status, plain.headers.get('location')]).toEqual([303, page]);
    expect(moderator.browser.jar.get('flash')).toContain(refused.error);
    await reportEnough(context, own, 'Spam');
    const hidden = await newestAction(context, 'hide');
    expect(await moderate(moderator, { do: 'undo', action: hidden })).toEqual({
      error: 'This was done to you or to what you wrote: another moderator decides about it. Nothing was changed.',
    });
    expect(await whyNot(context, moderator)).toBe('Another moderator decides: this is about you.');
    expect(await whyNot(context, other)).toBeUndefined();
    expect([await statusOf(context, own), await statusOf(context, deal.post_id)]).toEqual(['hidden', 'live']);
    expect(await moderate(other, { do: 'undo', action: hidden })).toEqual(DONE('Undone: hidden.'));
  });

  test.each(['moderator', 'administrator'] as const)('decides nothing about what %s wrote, and an administrator does', async (role) => {
    const { context, deal } = await reportedCatalogue(open);
    const [moderator, author, administrator] = [
      await newModerator(context),
      await newModerator(context, role),
      await newModerator(context, 'administrator'),
    ];
    const postid = await commentBy(context, author, deal.thread_id);
    await context.db.updateTable('deals').set({ posted_by: author.userId }).where('post_id', '=', deal.post_id).execute();
    const whose = `${author.username} is ${role === 'moderator' ? 'a moderator' : 'an administrator'}`;
    const refused = { error: `${whose}: only administrators decide about what they wrote. Nothing was changed.` };
    for (const decision of ['keep', 'hide', 'delete']) expect(await moderate(moderator, { do: decision, postid })).toEqual(refused);
    expect(await moderate(moderator, { do: 'expire', postid: deal.post_id })).toEqual(refused);
    expect([await statusOf(context, postid), await statusOf(context, deal.post_id), await actionsOf(context)]).toEqual([
      'shown',
      'live',
      [],
    ]);
    expect(await moderate(administrator, { do: 'hide', postid })).toEqual(DONE('Hidden.'));
    expect(await moderate(administrator, { do: 'expire', postid: deal.post_id })).toEqual(DONE('Expired.'));
    // Nor undoes what was decided.
    const undo = { error: `${whose}: only administrators undo what was decided about their posts. Nothing was changed.` };
    const [hidden, expired] = [await newestAction(context, 'hide'), await newestAction(context, 'expire')];
    for (const action of [hidden, expired]) expect(await moderate(moderator, { do: 'undo', action })).toEqual(undo);
    expect([await statusOf(context, postid), await statusOf(context, deal.post_id)]).toEqual(['hidden', 'expired']);
    expect([await whyNot(context, moderator), await whyNot(context, administrator, true)]).toEqual([
      'Administrators undo it: this is about what a moderator wrote.',
      undefined,
    ]);
    expect(await moderate(administrator, { do: 'undo', action: hidden })).toEqual(DONE('Undone: hidden.'));
  });

  test('is told in place of the form what is for others to decide', () => {
    const [moderator, administrator] = [
      { userId: 1, isAdministrator: false },
      { userId: 2, isAdministrator: true },
    ];
    const by = (userid: number, isModerator: boolean) => ({ userid, isModerator });
    const cases: [ReturnType<typeof by> | null, typeof moderator, RegExp | undefined][] = [
      [by(1, true), moderator, /^You wrote this yourself/],
      [by(2, true), administrator, /^You wrote this yourself/],
      [by(3, true), moderator, /^Only administrators decide/],
      [by(3, true), administrator, undefined],
      [by(3, false), moderator, undefined],
      [null, moderator, undefined],
    ];
    for (const [author, decider, why] of cases)
      expect(decisionFault(author, decider), JSON.stringify([author, decider])).toEqual(why && expect.stringMatching(why));
  });

  test('neither warns nor suspends another one, not even an administrator who may decide about their posts', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const [moderator, other] = [await newModerator(context, 'administrator'), await newModerator(context)];
    const postid = await commentBy(context, other, deal.thread_id);
    for (const author of ['warn', 'suspend-7'])
      expect(await moderate(moderator, { do: 'hide', postid, author })).toEqual({
        error: `${other.username} is a moderator, whom moderators cannot warn or suspend. Nothing was changed.`,
      });
    expect([await statusOf(context, postid), await suspensionOf(context, other.userId), await actionsOf(context)]).toEqual([
      'shown',
      null,
      [],
    ]);
    expect(await moderate(moderator, { do: 'hide', postid })).toEqual(DONE('Hidden.'));
    // Somebody who was suspended first, and made a moderator then.
    const author = await verifiedMember(context);
    const comment = await commentBy(context, author, deal.thread_id);
    context.at.pass(MINUTE);
    await moderate(moderator, { do: 'keep', postid: comment, author: 'suspend-7' });
    await context.db.updateTable('accounts').set({ role: 'moderator' }).where('user_id', '=', author.userId).execute();
    expect(await moderate(moderator, { do: 'undo', action: await newestAction(context, 'suspend') })).toEqual({
      error: `${author.username} is a moderator: the owner of the site decides about this. Nothing was changed.`,
    });
    expect(await whyNot(context, moderator)).toBe('The owner of the site decides: this is about a moderator.');
  });

  test('removes no votes of moderators, and none of a group they belong to', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const ada = await verifiedMember(context);
    context.at.pass(HOUR);
    const [moderator, other, bob] = [await newModerator(context), await newModerator(context), await verifiedMember(context)];
    const cast = { post_id: deal.post_id, vote: 1 as const, cast_at: context.clock(), browser: 'b1' };
    const vote = (...members: { userId: number }[]) =>
      context.db
        .insertInto('votes')
        .values(members.map(({ userId }) => ({ user_id: userId, ...cast })))
        .execute();
    const remove = (...members: { userId: number }[]) =>
      moderate(moderator, { do: 'remove-votes', members: members.map(({ userId }) => userId).join(',') });
    await vote(ada, other);
    expect(await remove(ada, other)).toEqual({ error: 'Moderators cannot remove votes of moderators. Nothing was changed.' });
    await vote(moderator, bob);
    expect(await remove(moderator, bob)).toEqual({
      error: 'You are one of these members: another moderator decides about them. Nothing was changed.',
    });
    expect(await remove(ada, other, bob)).toEqual(DONE('1 vote removed.'));
    const left = await context.db.selectFrom('votes').select('user_id').orderBy('user_id').execute();
    expect(left.map(({ user_id }) => user_id)).toEqual([ada.userId, moderator.userId, other.userId]);
  });

  test('has logged in of late', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    context.at.pass(DAY);
    const refused = { error: 'For your safety, please log in again first.' };
    expect(await moderate(moderator, { do: 'hide', postid: comment })).toEqual(refused);
    expect(await moderate(moderator, { do: 'undo', action: 1 })).toEqual(refused);
    const { securitytoken } = await moderator.browser.session();
    await tryLogIn(moderator.browser, moderator.email, moderator.password, { securitytoken });
    expect(await moderate(moderator, { do: 'hide', postid: comment })).toEqual(DONE('Hidden.'));
  });
});

describe('a comment that a moderator deleted', () => {
  test('can be brought back for thirty days, and has no text after that', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const moderator = async () => newModerator(context);
    const hidden = await commentBy(context, author, deal.thread_id, 'Hidden, not deleted');
    const other = await commentBy(context, author, deal.thread_id, 'Buy other lamps');
    await moderate(await moderator(), { do: 'hide', postid: hidden });
    await moderate(await moderator(), { do: 'delete', postid: comment });
    context.at.pass(30 * DAY - 1);
    await clearDeletedTexts(context);
    expect(await moderate(await moderator(), { do: 'undo', action: await newestAction(context, 'delete') })).toEqual(
      DONE('Undone: deleted.'),
    );
    expect([await statusOf(context, comment), await bodyOf(context, comment)]).toEqual(['shown', 'Buy my lamps']);
    const seen = await newestAction(context, 'delete');
    await moderate(await moderator(), { do: 'delete', postid: other });
    await moderate(await moderator(), { do: 'delete', postid: comment, seen });
    context.at.pass(30 * DAY);
    const { watched, largest } = watchWrites(context);
    await clearDeletedTexts(watched, 1);
    expect([await bodyOf(context, comment), await bodyOf(context, hidden)]).toEqual(['', 'Hidden, not deleted']);
    expect([await bodyOf(context, other), largest()]).toEqual(['', 1]);
    const last = await moderator();
    expect(await whyNot(context, last)).toBe('Its text is gone.');
    expect(await moderate(last, { do: 'undo', action: await newestAction(context, 'delete') })).toEqual({
      error: 'This comment was deleted more than 30 days ago. Its text is gone and cannot be brought back.',
    });
    expect((await loadDone(context, new URLSearchParams()))!.actions[0]).toMatchObject({ action: 'delete', about: 'comment' });
  });
});
