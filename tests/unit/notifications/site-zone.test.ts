import { expect, test } from 'vitest';
import { readDelivery } from '../../../src/features/notifications/delivery-settings.server.ts';
import { settingsOf } from '../../../src/features/notifications/settings.server.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('a member who never set anything', (open) => {
  test('is told by the days of the site', async () => {
    const context = accountsContext((await open()).db, { SITE_TIMEZONE: 'Europe/Berlin' });
    const { username } = await newMember(context);
    const { user_id: userId } = await context.db
      .selectFrom('members')
      .select('user_id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    expect((await settingsOf(context, userId)).timeZone).toBe('Europe/Berlin');
    expect((await readDelivery(context, { userId, email: 'ada@mail.example' })).settings.timeZone).toBe('Europe/Berlin');
  });
});
