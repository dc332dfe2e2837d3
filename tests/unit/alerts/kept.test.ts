import { expect, test } from 'vitest';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertsSite, announcedTo, newAlert, saveDeals } from '../../support/alerts.ts';
import { openForBackup } from '../../support/backups.ts';
import { PASSWORD } from '../../support/calls.ts';
import { eachDatabase, onDatabase } from '../../support/databases.ts';
import { backUp } from '../../../src/features/backup/backup.server.ts';

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

onDatabase('deleting an account', (open) => {
  test('leaves nothing of its alerts', async () => {
    const context = await alertsSite(open);
    const [ada, ben] = [await verifiedMember(context), await verifiedMember(context)];
    await newAlert(ada, { q: 'ssd' });
    await newAlert(ada, { q: 'nvme', notification: 'email,feed' });
    await newAlert(ben, { q: 'ssd' });
    await saveDeals(context, DRIVE);
    const form = { do: 'deleteaccount', confirm: '1', delete_password: PASSWORD };
    expect((await ada.browser.callAsMember(profileActions, { address: '/forums/profile.php', form })).answer).toEqual({ success: true });
    const { db } = context;
    const of = async (table: 'alerts' | 'notifications' | 'deliveries' | 'announced_prices') =>
      (await db.selectFrom(table).select('user_id').execute()).map(({ user_id }) => user_id);
    for (const table of ['alerts', 'notifications', 'deliveries', 'announced_prices'] as const)
      expect(await of(table)).toEqual([ben.userId]);
    expect((await db.selectFrom('criteria').select('criteria_id').execute()).map(({ criteria_id }) => criteria_id)).toEqual(['q=ssd']);
  });
});
