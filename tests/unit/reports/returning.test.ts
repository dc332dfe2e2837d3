import { describe, expect, test } from 'vitest';
import { loadDone, loadLog } from '../../../src/features/moderation/log.server.ts';
import { loadQueue } from '../../../src/features/moderation/queue.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { openAlone as open } from '../../support/open-alone.ts';
import { leave } from '../../support/leaving.ts';
import {
  commentBy,
  establishedMember,
  moderate,
  newestAction,
  newModerator,
  report,
  reportedCatalogue,
  statusOf,
} from '../../support/moderation.ts';

const reports = ({ db }: Context) => db.selectFrom('reports').select(['reason', 'resolved_at']).orderBy('id').execute();

/** Signs up again with the address of an account that was deleted; what others think of them counts at once. */
async function comeBack(context: Context, { email }: { email: string }) {
  const member = await verifiedMember(context, { email });
  await context.db.updateTable('members').set({ reputation: 1 }).where('user_id', '=', member.userId).execute();
  return member;
}

describe('a reporter who deletes the account', () => {
  test('leaves the report to the moderators, and is one reporter when they come back', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const ada = await establishedMember(context);
    await report(ada, comment, 'Spam', 'He sells lamps');
    await leave(ada);
    expect((await loadQueue(context, new URLSearchParams()))!.posts).toMatchObject([{ postid: comment, notes: ['He sells lamps'] }]);
    let back = await comeBack(context, ada);
    await report(back, comment, 'Spam');
    expect(await reports(context)).toHaveLength(1);
    await report(back, comment, 'Troll');
    await leave(back);
    back = await comeBack(context, ada);
    await report(back, comment, 'Troll');
    await report(back, comment, 'Other');
    expect(await reports(context)).toHaveLength(3);
    await report(await establishedMember(context), comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('shown');
    await report(await establishedMember(context), comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('hidden');
  });

  test('finds what was resolved resolved', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const ada = await establishedMember(context);
    await report(ada, comment, 'Spam');
    await moderate(moderator, { do: 'keep', postid: comment });
    await leave(ada);
    expect((await reports(context)).map(({ resolved_at }) => resolved_at)).toEqual([context.clock()]);
    // As before, what they say anew is for the moderators and counts for nothing else.
    await report(await comeBack(context, ada), comment, 'Troll');
    for (let others = 0; others < 2; others++) await report(await establishedMember(context), comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('shown');
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'keep') });
    expect((await reports(context)).filter(({ resolved_at }) => resolved_at === null)).toHaveLength(4);
  });
});

describe('an author who deletes the account', () => {
  test('is known to moderators when they come back, by what was done before, and to nobody else', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await moderate(moderator, { do: 'hide', postid: comment, author: 'warn', reason: 'No selling' });
    await leave(author);
    const query = new URLSearchParams();
    const deletedAt = context.clock().toISOString();
    expect((await loadDone(context, query))!.actions).toMatchObject([
      { action: 'warn', member: null, deletedAt },
      { action: 'hide', member: null, deletedAt },
    ]);
    const back = await verifiedMember(context, { email: author.email });
    const again = await commentBy(context, back, deal.thread_id);
    await report(await verifiedMember(context), again, 'Spam');
    expect((await loadQueue(context, query))!.posts).toMatchObject([
      { author: { username: back.username, warnings: 1, deletedBefore: deletedAt } },
    ]);
    expect((await loadDone(context, query))!.actions[0]).toMatchObject({ action: 'warn', member: { username: back.username }, deletedAt });
    const log = JSON.stringify(await loadLog(context, query));
    for (const secret of [author.username, back.username, 'deletedAt']) expect(log).not.toContain(secret);
  });
});
