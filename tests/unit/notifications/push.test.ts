import { beforeEach, describe, expect, test } from 'vitest';
import { deliverDue, SENDERS, settleOrphans } from '../../../src/features/notifications/deliver.server.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { addDevice, devicesOf } from '../../../src/features/notifications/push-devices.server.ts';
import { pushKeys } from '../../../src/features/notifications/push-keys.server.ts';
import { openPushTokens } from '../../../src/features/notifications/push-token.server.ts';
import { sendDuePushes, startPushJob } from '../../../src/features/notifications/send-push.server.ts';
import { accountsContext, HOUR, MINUTE } from '../../support/accounts.ts';
import { announce, givenAlert, givenMember, logOf } from '../../support/deliveries.ts';
import { eachDatabase } from '../../support/databases.ts';
import { useForeignServers } from '../../support/foreign-server.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { PushService } from '../../support/push-server.ts';

const start = useForeignServers();

eachDatabase('web push', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let service: PushService;
  let authorize: ReturnType<typeof openPushTokens>;
  let userId: number;
  let alertId: number;
  let threads: number[];

  beforeEach(async () => {
    const { db } = await open();
    const server = await start();
    context = accountsContext(db, { FETCH_PRIVATE_HOSTS: server.host });
    service = new PushService(server, context.clock);
    authorize = openPushTokens(context);
    await publishedCatalogue(context);
    threads = (await db.selectFrom('deals').select('thread_id').where('status', '=', 'live').orderBy('thread_id').execute()).map(
      ({ thread_id }) => thread_id,
    );
    ({ userId } = await givenMember(context));
    alertId = await givenAlert(context, userId, { title: 'ssd under $60' });
  });

  const subscribed = async (path: string, ...answers: Parameters<PushService['subscribe']>[1][]) =>
    addDevice(context, userId, { ...service.subscribe(path, ...answers), name: 'Firefox' });
  const tell = (at: number) => announce(context, { userId, alertId, threadId: threads[at]!, channels: ['push'] });
  const handOver = async () => {
    while ((await deliverDue(context, SENDERS)) > 0);
  };
  const send = async () => {
    while ((await sendDuePushes(context, authorize)) > 0);
  };
  const push = async () => {
    await handOver();
    await send();
  };
  const log = () => logOf(context);
  const devices = async () => (await devicesOf(context.db, userId)).map(({ endpoint }) => endpoint.split('/').at(-1));
  const waiting = () => context.db.selectFrom('push_due').selectAll().execute();

  test('a deal is told to every device of the member, in a message that browsers show by themselves', async () => {
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
    await subscribed('/one');
    for (const at of [0, 1, 2]) await tell(at);
    await push();
    expect(service.pushed.map(({ message: { notification } }) => [notification.title, notification.body.split('\n').length])).toEqual([
      ['3 notifications', 3],
    ]);
    expect(service.pushed[0]!.message.notification.navigate).toBe('http://localhost:4321/account/notifications');
  });

  test('what is told otherwise than by an alert comes, too', async () => {
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
    await tell(0);
    await push();
    expect(await log()).toEqual(['skipped: no device for push']);
  });

  test('a device that was removed before it is sent gets nothing', async () => {
    await subscribed('/one');
    await tell(0);
    await handOver();
    await context.db.deleteFrom('push_subscriptions').execute();
    await send();
    expect([service.server.asked, await log(), await waiting()]).toEqual([[], ['skipped: no device for push'], []]);
  });

  describe('what is not wanted any more when it is sent', () => {
    test('is skipped', async () => {
      await subscribed('/one');
      await tell(0);
      await handOver();
      await context.db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', threads[0]!).execute();
      await send();
      expect([service.server.asked, await log(), await waiting()]).toEqual([[], ['skipped: expired'], []]);
    });

    test('waits for the end of quiet hours', async () => {
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

  test.each([404, 410])('a device whose push service answers %i is forgotten; the others are told', async (status) => {
    await subscribed('/gone', status);
    await subscribed('/there');
    await tell(0);
    await push();
    expect([await devices(), await log(), service.pushed.length]).toEqual([['there'], ['sent'], 1]);
  });

  test('a member whose last device is gone is not told, and the log says so', async () => {
    await subscribed('/gone', 410);
    await tell(0);
    await push();
    expect([await devices(), await log()]).toEqual([[], ['skipped: no device for push']]);
  });

  test('a service that has no time is asked again when it says, and not before', async () => {
    await subscribed('/busy', [429, { 'Retry-After': '1800' }], 201);
    await tell(0);
    await push();
    expect(await log()).toEqual(['sending']);
    context.at.pass(30 * MINUTE - 1);
    await push();
    expect(service.server.asked).toHaveLength(1);
    context.at.pass(1);
    await push();
    expect([service.pushed.length, await log()]).toEqual([1, ['sent']]);
  });

  test('a service that fails is asked again, less and less often, and given up', async () => {
    await subscribed('/broken', 500);
    await tell(0);
    await push();
    for (let minutes = 1; minutes <= 16; minutes *= 2) {
      context.at.pass(minutes * MINUTE - 1);
      await push();
      const before = service.server.asked.length;
      context.at.pass(minutes * 0.2 * MINUTE + 1);
      await push();
      expect(service.server.asked.length, `${minutes} minutes`).toBe(before + 1);
    }
    expect([service.server.asked.length, await log(), await waiting()]).toEqual([6, ['failed: the push service answered 500'], []]);
    expect((await devicesOf(context.db, userId)).map(({ isFailing }) => isFailing)).toEqual([true]);
  });

  test('the last device that fails does not undo that another was told', async () => {
    await subscribed('/broken', 400);
    await subscribed('/there');
    await tell(0);
    await push();
    expect(await log()).toEqual(['sent']);
    for (let tries = 0; tries < 6; tries++) {
      context.at.pass(HOUR);
      await push();
    }
    expect([await log(), await waiting(), service.pushed.length]).toEqual([['sent'], [], 1]);
  });

  describe('at most once', () => {
    test('what was begun by a process that was killed is not sent again', async () => {
      await subscribed('/one');
      await tell(0);
      await handOver();
      await context.db.updateTable('push_due').set({ begun_at: context.clock(), attempts: 1 }).execute();
      await send();
      expect([service.server.asked, await log()]).toEqual([[], ['sent: not confirmed']]);
    });

    test('what was taken and not begun is sent once its lease is over', async () => {
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
      await subscribed('/one', (response) => void response.destroy());
      await tell(0);
      await push();
      context.at.pass(HOUR);
      await push();
      expect([service.server.asked.length, await log()]).toEqual([1, ['sent: not confirmed']]);
    });

    test('a service that takes no connection is asked again', async () => {
      const { p256dh, auth } = service.subscribe('/one');
      const away = { ...context, config: { ...context.config, privateHosts: new Set(['127.0.0.1:1']) } };
      await addDevice(context, userId, { endpoint: 'http://127.0.0.1:1/one', p256dh, auth, name: 'Firefox' });
      await tell(0);
      await handOver();
      await sendDuePushes(away, authorize);
      expect([await log(), (await waiting()).map(({ begun_at }) => begun_at)]).toEqual([['sending'], [null]]);
    });

    test('two servers send no push twice', async () => {
      await subscribed('/one');
      await subscribed('/two');
      await tell(0);
      await handOver();
      await Promise.all([1, 2, 3].map(() => sendDuePushes(context, authorize)));
      expect(service.server.asked.toSorted()).toEqual(['/one', '/two']);
    });

    test('what a restore took out of what waits is settled', async () => {
      await subscribed('/one');
      await tell(0);
      await handOver();
      await settleOrphans(context);
      expect(await log()).toEqual(['sending']);
      await context.db.deleteFrom('push_due').execute();
      await settleOrphans(context);
      expect(await log()).toEqual(['sent: not confirmed']);
    });
  });

  test('no address of the operator’s network is asked', async () => {
    const { p256dh, auth } = service.subscribe('/one');
    const strict = { ...context, config: { ...context.config, privateHosts: new Set<string>() } };
    await addDevice(context, userId, { endpoint: `${service.server.url}/one`, p256dh, auth, name: 'Firefox' });
    await tell(0);
    await handOver();
    for (let tries = 0; tries < 6; tries++) {
      await sendDuePushes(strict, authorize);
      context.at.pass(HOUR);
    }
    expect([service.server.asked, await log()]).toEqual([[], ['failed: the push service leads into a private network']]);
  });

  describe('push services are told who sends', () => {
    test('by keys that are made once', async () => {
      const [one, two] = await Promise.all([pushKeys(context.db), pushKeys(context.db)]);
      expect([two, await pushKeys(context.db)]).toEqual([one, one]);
      expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
    });

    test('by one token an origin, until shortly before its end', async () => {
      const other = new PushService(await start(), context.clock);
      context.config.privateHosts = new Set([service.server.host, other.server.host]);
      await subscribed('/one');
      await subscribed('/two');
      await addDevice(context, userId, { ...other.subscribe('/three'), name: 'Safari' });
      const tokens = async (at: number) => {
        await tell(at);
        await push();
        return [service, other].map(({ pushed }) => [...new Set(pushed.splice(0).map(({ token }) => token))]);
      };
      const first = await tokens(0);
      expect(first.map(({ length }) => length)).toEqual([1, 1]);
      expect(first[0]).not.toEqual(first[1]);
      context.at.pass(11 * HOUR - 1);
      expect(await tokens(1)).toEqual(first);
      context.at.pass(1);
      const next = await tokens(2);
      expect([next[0]![0] === first[0]![0], next.map(({ length }) => length)]).toEqual([false, [1, 1]]);
    });

    test('with the site’s address and their own', async () => {
      await subscribed('/one');
      await tell(0);
      await push();
      expect(service.pushed[0]!.claims).toEqual({
        aud: service.server.url,
        sub: 'http://localhost:4321',
        exp: context.clock().getTime() / 1_000 + 12 * 3_600,
      });
    });
  });

  test('the job sends what waits, and is through with it when it has ended', async () => {
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
