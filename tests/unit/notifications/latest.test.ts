import { expect, test } from 'vitest';
import { latestForm } from '../../../src/features/notifications/latest.server.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { MINUTE, newMember } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { reportedCatalogue } from '../../support/moderation.ts';

onDatabase('the last notifications', (open) => {
  test('are six, newest first, say which are new, and are read once they were shown; older ones and others’ stay unread', async () => {
    const { context, deal, author: ada } = await reportedCatalogue(open);
    const bob = await newMember(context);
    for (let at = 1; at <= 8; at++) {
      context.at.pass(MINUTE);
      const told = {
        kind: 'moderation' as const,
        userIds: [ada.userId, bob.userId],
        threadId: deal.thread_id,
        data: { text: `No. ${at}` },
      };
      await context.db.transaction().execute((transaction) => notify(transaction, told, context.clock()));
    }
    const latest = async () => (await ada.browser.callAsMember(latestForm, { form: {} })).answer as { notifications: object[] };
    const first = await latest();
    expect(first).toMatchObject({
      notifications: [8, 7, 6, 5, 4, 3].map((number) => ({ title: `No. ${number}`, isUnread: true, date: '11/21/26' })),
      unread: 2,
    });
    expect(first.notifications[0]).toMatchObject({
      path: expect.stringMatching(/^\/account\/notifications\?open=\d+$/) as string,
      at: context.clock().toISOString(),
    });
    expect((await latest()).notifications).toMatchObject(Array.from({ length: 6 }, () => ({ isUnread: false })));
    expect([(await ada.browser.session()).user!.unread, (await bob.browser.session()).user!.unread]).toEqual([2, 8]);
  });
});
