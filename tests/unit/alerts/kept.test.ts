import { expect, test } from 'vitest';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { ALL as download } from '../../../src/pages/account/download.ts';
import type { Context } from '../../../src/server/context.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertsSite, announcedTo, newAlert, saveDeals } from '../../support/alerts.ts';
import { openForBackup } from '../../support/backups.ts';
import { PASSWORD } from '../../support/calls.ts';
import { eachDatabase, onDatabase } from '../../support/databases.ts';
import { backUp } from '../../../src/features/backup/backup.server.ts';

/** Tables of alerts, notifications and saved deals that say of whom a row is. */
const TABLES = [
  ...(['alerts', 'notifications', 'deliveries', 'announced_prices', 'notification_settings', 'notification_choices'] as const),
  ...(['muted_threads', 'muted_members', 'push_subscriptions', 'push_due', 'saved_deals'] as const),
];
const DRIVE = { sourceId: 'd1', title: 'Kingsway 2TB NVMe SSD', price: '80.00' };

eachDatabase('a backup of alerts', (open) => {
  test('restored elsewhere goes on where it was: nothing that was announced comes again, and what is new does', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd' });
    await saveDeals(context, DRIVE);
    const { path, other } = await openForBackup(open);
    await backUp(context, path);
    const target = { ...context, db: (await other()).db };
    await restore(target, path, { yes: true });
    expect(await matchDue(target)).toBe(0);
    expect(await target.db.selectFrom('deliveries').select(['state', 'reason']).execute()).toEqual([
      { state: 'skipped', reason: 'the site was restored from a backup' },
    ]);
    expect(await saveDeals(target, DRIVE)).toBe(0);
    expect(await saveDeals(target, { ...DRIVE, price: '90.00' }, { sourceId: 'd2', title: 'Another SSD', price: '50.00' })).toBe(1);
    expect((await announcedTo(target, ada)).map(([title]) => title)).toEqual(['Kingsway 2TB NVMe SSD', 'Another SSD']);
  });
});

onDatabase('alerts of a backup that was made before queries stood beside their anchors', (open) => {
  test('announce what they look for, and nothing else', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'nvme ssd' });
    await context.db.updateTable('criteria_anchors').set({ query: null }).execute();
    expect(await saveDeals(context, DRIVE, { sourceId: 'd2', title: 'Kingsway NVMe enclosure' }, { sourceId: 'd3', title: 'An SSD' })).toBe(
      1,
    );
    expect((await announcedTo(context, ada)).map(([title]) => title)).toEqual(['Kingsway 2TB NVMe SSD']);
  });
});

/** Gives a member a row of everything that is kept of alerts, notifications and saved deals besides those themselves. */
async function givenAllElse({ db, clock }: Context, userId: number, mutedId: number): Promise<void> {
  const { thread_id } = await db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
  const at = clock();
  await db.insertInto('notification_settings').values({ user_id: userId, digest_hour: 9 }).execute();
  await db
    .insertInto('notification_choices')
    .values({ user_id: userId, kind: 'reply', channels: ['email'] })
    .execute();
  await db.insertInto('muted_threads').values({ user_id: userId, thread_id, muted_at: at }).execute();
  await db.insertInto('muted_members').values({ user_id: userId, muted_id: mutedId, muted_at: at }).execute();
  await db
    .insertInto('saved_deals')
    .values({ user_id: userId, thread_id, list: 'Gifts', saved_at: at, remind: true, known_cents: 8000, knows_expired: false })
    .execute();
  const { id } = await db
    .insertInto('push_subscriptions')
    .values({
      user_id: userId,
      endpoint: `https://push.example/${userId}`,
      p256dh: 'key',
      auth: 'secret',
      device: 'Firefox',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('push_due').values({ batch: userId, subscription_id: id, user_id: userId, due_at: at }).execute();
}

onDatabase('an account with alerts', (open) => {
  test('leaves nothing of them when it is deleted, nor of notifications, devices and saved deals', async () => {
    const context = await alertsSite(open);
    const [ada, ben] = [await verifiedMember(context), await verifiedMember(context)];
    await newAlert(ada, { q: 'ssd' });
    await newAlert(ada, { q: 'nvme', notification: 'email,feed' });
    await newAlert(ben, { q: 'ssd' });
    await saveDeals(context, DRIVE);
    await givenAllElse(context, ada.userId, ben.userId);
    await givenAllElse(context, ben.userId, ada.userId);
    const { db } = context;
    const membersIn = async (table: (typeof TABLES)[number]) => {
      const rows = await db.selectFrom(table).select('user_id').distinct().orderBy('user_id').execute();
      return [table, ...rows.map(({ user_id }) => user_id)];
    };
    for (const table of TABLES) expect(await membersIn(table)).toEqual([table, ada.userId, ben.userId]);
    const form = { do: 'deleteaccount', confirm: '1', delete_password: PASSWORD };
    expect((await ada.browser.callAsMember(profileActions, { address: '/forums/profile.php', form })).answer).toEqual({ success: true });
    // Who had muted the member has nobody muted any more.
    for (const table of TABLES) expect(await membersIn(table)).toEqual(table === 'muted_members' ? [table] : [table, ben.userId]);
    expect((await db.selectFrom('criteria').select('criteria_id').execute()).map(({ criteria_id }) => criteria_id)).toEqual(['q=ssd']);
  });

  test('has them in its download, with notifications, devices and saved deals, and no secret of a device', async () => {
    const context = await alertsSite(open);
    const [ada, ben] = [await verifiedMember(context), await verifiedMember(context)];
    await newAlert(ada, { q: 'ssd', frequency: 'daily' });
    await newAlert(ben, { q: 'drive' });
    await saveDeals(context, DRIVE);
    const { thread_id } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    await givenAllElse(context, ada.userId, ben.userId);
    const { answer } = await ada.browser.call(download, { method: 'GET', address: '/account/download' });
    expect(answer).toMatchObject({
      member: { userid: ada.userId },
      dealAlerts: [{ criteriaId: 'q=ssd', frequency: 'daily' }],
      notifications: {
        told: [{ kind: 'deal-alert', thread_id, price_cents: 8000 }],
        deliveries: [{ channel: 'email', state: 'waiting' }],
        delivery: { digest_hour: 9 },
        choices: [{ kind: 'reply', channels: ['email'] }],
        devices: [{ device: 'Firefox' }],
        mutedDeals: [{ thread_id }],
        mutedMembers: [{ muted_id: ben.userId }],
      },
      saved: [{ thread_id, list: 'Gifts', remind: true }],
    });
    expect(JSON.stringify(answer)).not.toMatch(/push\.example|p256dh/);
  });
});
