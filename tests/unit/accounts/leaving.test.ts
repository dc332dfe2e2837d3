import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { authorizationActions } from '../../../src/features/accounts/actions.server.ts';
import { clearFormerAccounts } from '../../../src/features/accounts/former-accounts.server.ts';
import { downloadData } from '../../../src/features/accounts/settings/download.server.ts';
import { confirmEmailChange } from '../../../src/features/accounts/settings/email.server.ts';
import { issueToken } from '../../../src/features/session/tokens.server.ts';
import { visitorForm } from '../../../src/features/session/visit.server.ts';
import { saveDraft } from '../../../src/features/comments/drafts.server.ts';
import { hotRank } from '../../../src/lib/hot-rank.ts';
import { backUp } from '../../../src/features/backup/backup.server.ts';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { updateReputations } from '../../../src/features/members/reputation.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { addMail } from '../../support/outbox.ts';
import { accountsContext, DAY, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller, newEmail, sentMails } from '../../support/calls.ts';
import { eachDatabase } from '../../support/databases.ts';
import { openAlone as open } from '../../support/open-alone.ts';
import { leave, signUpWith, suspensionOf } from '../../support/leaving.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { commentBy, DONE, moderate, newestAction, newModerator, reportedCatalogue } from '../../support/moderation.ts';

const vote = async ({ browser }: { browser: Caller }, postid: number, votetypeid: 1 | 2, cast = '1') =>
  (await browser.callAsMember(voteForm, { form: { postid: String(postid), votetypeid: String(votetypeid), vote: cast } })).answer;
const votesOf = ({ db }: Context, table: 'deals' | 'comments', postid: number) =>
  db.selectFrom(table).select(['votes_up', 'votes_down']).where('post_id', '=', postid).executeTakeFirstOrThrow();

/** Has a moderator suspend a member over a comment of theirs. @returns the end of the suspension, and the action */
async function suspended(context: Context, member: { userId: number }, threadId: number): Promise<{ until: Date; action: number }> {
  const postid = await commentBy(context, member, threadId);
  const said = await moderate(await newModerator(context), { do: 'hide', postid, author: 'suspend-365', reason: 'Sells lamps' });
  expect(said).toMatchObject({ success: true });
  return { until: new Date(context.clock().getTime() + 365 * DAY), action: await newestAction(context, 'suspend') };
}

eachDatabase('votes of an account that is deleted', (opened) => {
  test('count no more, however often its address signs up again', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(opened);
    const reputation = async () => {
      await updateReputations(context);
      return (await context.db.selectFrom('members').select('reputation').where('user_id', '=', author.userId).executeTakeFirstOrThrow())
        .reputation;
    };
    const before = [await votesOf(context, 'deals', deal.post_id), await votesOf(context, 'comments', comment), await reputation()];
    const email = newEmail();
    for (let time = 0; time < 3; time++) {
      const member = await verifiedMember(context, { email });
      expect(await vote(member, deal.post_id, 1)).toMatchObject({ voted: 1 });
      expect(await vote(member, comment, 2)).toMatchObject({ voted: 1 });
      expect((await votesOf(context, 'deals', deal.post_id)).votes_up).toBe(deal.votes_up + 1);
      expect(await reputation()).toBe(1);
      await context.db.deleteFrom('changes').execute();
      await leave(member);
      expect([await votesOf(context, 'deals', deal.post_id), await votesOf(context, 'comments', comment), await reputation()]).toEqual(
        before,
      );
      // What the publisher follows.
      const changes = await context.db.selectFrom('changes').select(['subject', 'id']).execute();
      expect(changes).toContainEqual({ subject: 'deal', id: deal.thread_id });
      expect(changes).toContainEqual({ subject: 'comments', id: deal.thread_id });
    }
    const { rank } = await context.db.selectFrom('deals').select('rank').where('post_id', '=', deal.post_id).executeTakeFirstOrThrow();
    expect(rank).toBeCloseTo(hotRank({ up: deal.votes_up, down: deal.votes_down }, deal.posted_at), 9);
    expect(await context.db.selectFrom('votes').selectAll().execute()).toEqual([]);
  });

  test('that are cast while it is deleted do not stay behind', async () => {
    const { context, deal, comment } = await reportedCatalogue(opened);
    const member = await verifiedMember(context);
    await vote(member, comment, 2);
    await Promise.allSettled([leave(member), vote(member, deal.post_id, 1), vote(member, comment, 2, '-1')]);
    expect(await votesOf(context, 'deals', deal.post_id)).toEqual({ votes_up: deal.votes_up, votes_down: deal.votes_down });
    expect(await votesOf(context, 'comments', comment)).toEqual({ votes_up: 0, votes_down: 0 });
  });
});

eachDatabase('a member who is suspended', (opened) => {
  test('is suspended as long under the same address, however it signs up again', async () => {
    const { context, deal } = await reportedCatalogue(opened);
    const { until } = await (async () => {
      const member = await verifiedMember(context, { email: 'Ada@example.org' });
      const sanction = await suspended(context, member, deal.thread_id);
      await leave(member);
      return sanction;
    })();
    context.at.pass(100 * DAY);
    await clearFormerAccounts(context);
    const again = await verifiedMember(context, { email: 'ADA@example.org' });
    expect(await suspensionOf(context, again.userId)).toEqual(until);
    expect(await vote(again, deal.post_id, 1)).toEqual({ error: 'Your account is suspended until 11/21/27 at 12:00 UTC.' });
    await leave(again);
    // No link logs in whoever has no account.
    await new Caller(context).call(authorizationActions, { form: { do: 'requestLink', email: 'ada@example.org' } });
    expect((await sentMails(context)).map(({ subject }) => subject)).toEqual(['Your account was deleted']);
    const google = await signUpWith(context, { provider: 'google', email: 'ada@Example.org', emailVerified: true, runsMailbox: false });
    expect(await suspensionOf(context, google)).toEqual(until);
    await context.db.deleteFrom('members').where('user_id', '=', google).execute();
    const facebook = await signUpWith(context, {
      provider: 'facebook',
      email: 'ada@example.org',
      emailVerified: false,
      runsMailbox: false,
    });
    expect(await suspensionOf(context, facebook)).toEqual(until);
    const other = await newMember(context, { email: 'bob@example.org' });
    expect(await suspensionOf(context, other.userId)).toBeNull();
  });

  test('is forgotten once the suspension is over', async () => {
    const { context, deal } = await reportedCatalogue(opened);
    const member = await verifiedMember(context);
    await suspended(context, member, deal.thread_id);
    await leave(member);
    const kept = await context.db.selectFrom('former_accounts').selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(member.email);
    context.at.pass(364 * DAY);
    await clearFormerAccounts(context);
    expect(await context.db.selectFrom('former_accounts').selectAll().execute()).toHaveLength(1);
    context.at.pass(DAY);
    await clearFormerAccounts(context);
    expect(await context.db.selectFrom('former_accounts').selectAll().execute()).toEqual([]);
    expect(await suspensionOf(context, (await newMember(context, { email: member.email })).userId)).toBeNull();
  });

  test('is free again when the moderator takes it back, also after deleting the account', async () => {
    const { context, deal } = await reportedCatalogue(opened);
    const moderator = await newModerator(context);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    const [ofAda, ofBob] = [await suspended(context, ada, deal.thread_id), await suspended(context, bob, deal.thread_id)];
    await leave(ada);
    await leave(bob);
    expect(await moderate(moderator, { do: 'undo', action: ofAda.action })).toEqual(
      DONE('Undone: suspended. The account has since been deleted.'),
    );
    expect(await suspensionOf(context, (await newMember(context, { email: ada.email })).userId)).toBeNull();
    const back = await verifiedMember(context, { email: bob.email });
    expect(await suspensionOf(context, back.userId)).toEqual(ofBob.until);
    expect(await moderate(moderator, { do: 'undo', action: ofBob.action })).toEqual(DONE('Undone: suspended.'));
    expect(await suspensionOf(context, back.userId)).toBeNull();
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toContainEqual([
      bob.email,
      'Your account is no longer suspended',
    ]);
    await leave(back);
    expect(await suspensionOf(context, (await newMember(context, { email: bob.email })).userId)).toBeNull();
  });
});

describe('a suspension', () => {
  test('is not left behind with an address that was changed', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const member = await verifiedMember(context);
    const { until } = await suspended(context, member, deal.thread_id);
    const next = newEmail();
    const token = await issueToken(context.db, 'change-email', { userId: member.userId, email: next }, context.clock());
    const confirm = visitorForm(() => '/account/email-confirm', confirmEmailChange);
    expect((await new Caller(context).call(confirm, { form: { token } })).answer).toEqual({ status: 'success' });
    // Until then the address is kept for the member to take it back.
    context.at.pass(8 * DAY);
    const early = await newMember(context, { email: member.email });
    expect(await suspensionOf(context, early.userId)).toEqual(until);
    await leave(early);
    const browser = new Caller(context);
    await tryLogIn(browser, next, member.password);
    await leave({ ...member, browser });
    for (const email of [member.email, next])
      expect(await suspensionOf(context, (await newMember(context, { email })).userId)).toEqual(until);
  });
});

describe('deleting an account', () => {
  test('leaves its address nowhere, and no draft, mail or list of votes', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const { db } = context;
    const member = await verifiedMember(context, { email: 'Ada.Lovelace@example.org' });
    await saveDraft(context, member.userId, 'reply:1:0', 'Half a thought');
    await vote(member, deal.post_id, 1);
    await db
      .insertInto('moderation_actions')
      .values({
        ...{ action: 'remove-votes', user_id: member.userId, done_at: context.clock() },
        before: JSON.stringify({ votes: [{ postId: comment, vote: 1, castAt: context.clock().toISOString() }] }),
      })
      .execute();
    await addMail(db, 'email-change-requested', { email: member.email, newEmail: newEmail() });
    await addMail(db, 'password-changed', { userId: member.userId });
    await db.updateTable('outbox').set({ failed_at: context.clock() }).execute();
    await leave(member);
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Your account was deleted']]);
    for (const table of ['accounts', 'sessions', 'tokens', 'drafts', 'votes', 'outbox', 'former_accounts', 'members'] as const) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
      expect(rows, table).not.toMatch(/ada\.lovelace|Half a thought/i);
      expect(rows, table).not.toContain(member.username);
    }
    const removed = await db.selectFrom('moderation_actions').select(['id', 'before']).executeTakeFirstOrThrow();
    expect(removed.before).toEqual({ votes: [] });
    expect(await moderate(await newModerator(context), { do: 'undo', action: removed.id })).toEqual({
      error: 'This member is gone, and their votes with them.',
    });
  });

  test('is remembered for thirty days', async () => {
    const context = accountsContext((await open()).db);
    const member = await verifiedMember(context);
    await leave(member);
    await sentMails(context);
    await addMail(context.db, 'account-deleted', { email: member.email });
    await context.db.updateTable('outbox').set({ failed_at: context.clock() }).execute();
    context.at.pass(30 * DAY - 1);
    await clearFormerAccounts(context);
    const left = async () => [
      (await context.db.selectFrom('former_accounts').selectAll().execute()).length,
      (await context.db.selectFrom('outbox').selectAll().execute()).length,
    ];
    expect(await left()).toEqual([1, 1]);
    context.at.pass(2);
    await clearFormerAccounts(context);
    expect(await left()).toEqual([0, 0]);
  });

  test('is remembered by a backup, too', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const member = await verifiedMember(context);
    const { until } = await suspended(context, member, deal.thread_id);
    await leave(member);
    const file = join(await temporaryFolder(), 'all.jsonl.gz');
    await backUp(context, file);
    await context.db.deleteFrom('former_accounts').execute();
    await restore(context, file, { yes: true });
    expect(await suspensionOf(context, (await newMember(context, { email: member.email })).userId)).toEqual(until);
  });

  test('tells whoever comes back what is still known, once the address is proven', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const member = await verifiedMember(context);
    const { until } = await suspended(context, member, deal.thread_id);
    await leave(member);
    const download = readEndpoint(downloadData);
    const again = await newMember(context, { email: member.email });
    const told = async () => (await again.browser.call(download, { method: 'GET' })).answer as Record<string, unknown>;
    expect(await told()).toMatchObject({ formerAccounts: [], account: { suspendedUntil: until.toISOString() } });
    await context.db.updateTable('accounts').set({ email_verified_at: context.clock() }).where('user_id', '=', again.userId).execute();
    expect(await told()).toMatchObject({
      formerAccounts: [{ deletedAt: context.clock().toISOString(), suspendedUntil: until.toISOString(), forgottenAt: until.toISOString() }],
    });
  });
});
