import { describe, expect, test } from 'vitest';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { addDevice } from '../../../src/features/notifications/push/push-devices.server.ts';
import { sendDuePushes, startPushJob } from '../../../src/features/notifications/push/send-push.server.ts';
import { HOUR, MINUTE } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { useForeignServers } from '../../support/foreign-server.ts';
import { openPushes, withoutSession } from '../../support/pushes.ts';

const start = useForeignServers();

eachDatabase('web push', (open) => {
  test('a deal is told to every device of the member, in a message that browsers show by themselves', async () => {
    const { service, subscribed, tell, push, log, waiting } = await openPushes(open, start);
    await subscribed('/one');
    await subscribed('/two');
    await tell(0);
    await push();
    expect(service.pushed.map(({ path }) => path).toSorted()).toEqual(['/one', '/two']);
    expect(service.pushed[0]!.message).toEqual({
      web_push: 8030,
      notification: {
        title: expect.stringMatching(/^“Deal number 1” for \$\d+\.00$/) as string,
        body: 'Your alert “ssd under $60”',
        navigate: expect.stringMatching(/^http:\/\/localhost:4321\/f\/\d+/) as string,
        tag: expect.stringMatching(/^\d+$/) as string,
        icon: 'http://localhost:4321/icons/icon-192.png',
      },
    });
    expect(service.pushed[0]!.headers).toMatchObject({ ttl: '43200', urgency: 'normal' });
    expect([await log(), await waiting()]).toEqual([['sent'], []]);
    await push();
    expect(service.pushed).toHaveLength(2);
  });

  test('several for one moment are one message, which leads to the list', async () => {
    const { service, subscribed, tell, push } = await openPushes(open, start);
    await subscribed('/one');
    for (const at of [0, 1, 2]) await tell(at);
    await push();
    expect(service.pushed.map(({ message: { notification } }) => [notification.title, notification.body.split('\n').length])).toEqual([
      ['3 notifications', 3],
    ]);
    expect(service.pushed[0]!.message.notification.navigate).toBe('http://localhost:4321/account/notifications');
  });

  test('what is told otherwise than by an alert comes, too', async () => {
    const { context, service, userId, threads, subscribed, push } = await openPushes(open, start);
    await subscribed('/one');
    await context.db
      .insertInto('notification_choices')
      .values({ user_id: userId, kind: 'expired', channels: ['push'] })
      .execute();
    await context.db
      .transaction()
      .execute((transaction) => notify(transaction, { userIds: [userId], kind: 'expired', threadId: threads[0]! }, context.clock()));
    await push();
    expect(service.pushed.map(({ message }) => message.notification.title)).toEqual(['“Deal number 1” has expired']);
  });

  test('long titles fit into a message', async () => {
    const { context, service, threads, subscribed, tell, push } = await openPushes(open, start);
    await subscribed('/one');
    await context.db
      .updateTable('deals')
      .set({ title: '🦩'.repeat(400) })
      .where('thread_id', '=', threads[0]!)
      .execute();
    await tell(0);
    await push();
    expect([...service.pushed[0]!.message.notification.title]).toHaveLength(160);
  });

  test('a member without a device is not told, and the log says so', async () => {
    const { tell, push, log } = await openPushes(open, start);
    await tell(0);
    await push();
    expect(await log()).toEqual(['skipped: no device for push']);
  });

  test('a device that was removed before it is sent gets nothing', async () => {
    const { context, service, handOver, send, subscribed, tell, log, waiting } = await openPushes(open, start);
    await subscribed('/one');
    await tell(0);
    await handOver();
    await context.db.deleteFrom('push_subscriptions').execute();
    await send();
    expect([service.server.asked, await log(), await waiting()]).toEqual([[], ['skipped: no device for push'], []]);
  });

  describe('what is not wanted any more when it is sent', () => {
    test('is skipped', async () => {
      const { context, service, threads, handOver, send, subscribed, tell, log, waiting } = await openPushes(open, start);
      await subscribed('/one');
      await tell(0);
      await handOver();
      await context.db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', threads[0]!).execute();
      await send();
      expect([service.server.asked, await log(), await waiting()]).toEqual([[], ['skipped: expired'], []]);
    });

    test('waits for the end of quiet hours', async () => {
      const { context, service, userId, subscribed, tell, push, log } = await openPushes(open, start);
      await subscribed('/one', 503, 201);
      await tell(0);
      await push();
      await context.db.insertInto('notification_settings').values({ user_id: userId, quiet_from: 12, quiet_until: 14 }).execute();
      context.at.pass(2 * MINUTE);
      await push();
      expect([service.server.asked.length, await log()]).toEqual([1, ['held: quiet hours']]);
      context.at.pass(2 * HOUR);
      await push();
      expect([service.pushed.length, await log()]).toEqual([1, ['sent']]);
    });
  });

  test('no address of the operator’s network is asked', async () => {
    const { context, service, authorize, userId, handOver, tell, log } = await openPushes(open, start);
    const { p256dh, auth } = service.subscribe('/one');
    const strict = { ...context, config: { ...context.config, privateHosts: new Set<string>() } };
    await addDevice(context, withoutSession(userId), { endpoint: `${service.server.url}/one`, p256dh, auth, name: 'Firefox' });
    await tell(0);
    await handOver();
    for (let tries = 0; tries < 6; tries++) {
      await sendDuePushes(strict, authorize);
      context.at.pass(HOUR);
    }
    expect([service.server.asked, await log()]).toEqual([[], ['failed: the push service leads into a private network']]);
  });

  test('the job sends what waits, and is through with it when it has ended', async () => {
    const { context, handOver, subscribed, tell, log } = await openPushes(open, start);
    const arrived = Promise.withResolvers<undefined>();
    const answering = Promise.withResolvers<() => void>();
    await subscribed('/slow', (response) => {
      answering.resolve(() => void response.writeHead(201).end());
      arrived.resolve(undefined);
    });
    await tell(0);
    await handOver();
    const end = startPushJob(context, (error) => arrived.reject(error));
    await arrived.promise;
    const ended = end();
    expect(await log()).toEqual(['sending']);
    (await answering.promise)();
    await ended;
    expect(await log()).toEqual(['sent']);
  });
});
