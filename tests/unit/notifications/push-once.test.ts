import { expect, test } from 'vitest';
import { settleOrphanedDeliveries } from '../../../src/features/notifications/settle-deliveries.server.ts';
import { addDevice } from '../../../src/features/notifications/push/push-devices.server.ts';
import { sendDuePushes } from '../../../src/features/notifications/push/send-push.server.ts';
import { HOUR, MINUTE } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { useForeignServers } from '../../support/foreign-server.ts';
import { openPushes, withoutSession } from '../../support/pushes.ts';

const start = useForeignServers();

eachDatabase('a push is sent at most once', (open) => {
  test('what was begun by a process that was killed is not sent again', async () => {
    const { context, service, handOver, send, subscribed, tell, log } = await openPushes(open, start);
    await subscribed('/one');
    await tell(0);
    await handOver();
    await context.db.updateTable('push_due').set({ begun_at: context.clock(), attempts: 1 }).execute();
    await send();
    expect([service.server.asked, await log()]).toEqual([[], ['sent: not confirmed']]);
  });

  test('what was taken and not begun is sent once its lease is over', async () => {
    const { context, service, handOver, send, subscribed, tell } = await openPushes(open, start);
    await subscribed('/one');
    await tell(0);
    await handOver();
    await context.db
      .updateTable('push_due')
      .set({ attempts: 1, due_at: new Date(context.clock().getTime() + 5 * MINUTE) })
      .execute();
    await send();
    expect(service.pushed).toHaveLength(0);
    context.at.pass(5 * MINUTE);
    await send();
    expect(service.pushed).toHaveLength(1);
  });

  test('a service that breaks off is not asked again: it may have taken the message', async () => {
    const { context, service, subscribed, tell, push, log } = await openPushes(open, start);
    await subscribed('/one', (response) => void response.destroy());
    await tell(0);
    await push();
    context.at.pass(HOUR);
    await push();
    expect([service.server.asked.length, await log()]).toEqual([1, ['sent: not confirmed']]);
  });

  test('a service that takes no connection is asked again', async () => {
    const { context, service, authorize, userId, handOver, tell, log, waiting } = await openPushes(open, start);
    const { p256dh, auth } = service.subscribe('/one');
    const away = { ...context, config: { ...context.config, privateHosts: new Set(['127.0.0.1:1']) } };
    await addDevice(context, withoutSession(userId), { endpoint: 'http://127.0.0.1:1/one', p256dh, auth, name: 'Firefox' });
    await tell(0);
    await handOver();
    await sendDuePushes(away, authorize);
    expect([await log(), (await waiting()).map(({ begun_at }) => begun_at)]).toEqual([['sending'], [null]]);
  });

  test('two servers send no push twice', async () => {
    const { context, service, authorize, handOver, subscribed, tell } = await openPushes(open, start);
    await subscribed('/one');
    await subscribed('/two');
    await tell(0);
    await handOver();
    await Promise.all([1, 2, 3].map(() => sendDuePushes(context, authorize)));
    expect(service.server.asked.toSorted()).toEqual(['/one', '/two']);
  });

  test('what a restore took out of what waits is settled', async () => {
    const { context, handOver, subscribed, tell, log } = await openPushes(open, start);
    await subscribed('/one');
    await tell(0);
    await handOver();
    await settleOrphanedDeliveries(context);
    expect(await log()).toEqual(['sending']);
    await context.db.deleteFrom('push_due').execute();
    await settleOrphanedDeliveries(context);
    expect(await log()).toEqual(['sent: not confirmed']);
  });
});
