import { deliverDue, SENDERS } from '../../src/features/notifications/deliver.server.ts';
import { addDevice, devicesOf } from '../../src/features/notifications/push/push-devices.server.ts';
import { openPushTokens } from '../../src/features/notifications/push/push-token.server.ts';
import { sendDuePushes } from '../../src/features/notifications/push/send-push.server.ts';
import { accountsContext } from './accounts.ts';
import type { Open } from './databases.ts';
import { announce, givenAlert, givenMember, logOf } from './deliveries.ts';
import type { useForeignServers } from './foreign-server.ts';
import { publishedCatalogue } from './published-catalogue.ts';
import { PushService } from './push-server.ts';

/** A member whom no test signs in, as devices are added for them. */
export const withoutSession = (userId: number) => ({ userId, tokenHash: Buffer.alloc(32) });

/**
 * A catalogue, a member with an alert and a push service; `threads` are the live deals.
 * @param start opens the server that the push service runs on
 */
export async function openPushes(open: Open, start: ReturnType<typeof useForeignServers>) {
  const { db } = await open();
  const server = await start();
  const context = accountsContext(db, { FETCH_PRIVATE_HOSTS: server.host });
  const service = new PushService(server, context.clock);
  const authorize = openPushTokens(context);
  await publishedCatalogue(context);
  const deals = await db.selectFrom('deals').select('thread_id').where('status', '=', 'live').orderBy('thread_id').execute();
  const threads = deals.map(({ thread_id }) => thread_id);
  const { userId } = await givenMember(context);
  const alertId = await givenAlert(context, userId, { title: 'ssd under $60' });

  const handOver = async () => {
    while ((await deliverDue(context, SENDERS)) > 0);
  };
  const send = async () => {
    while ((await sendDuePushes(context, authorize)) > 0);
  };
  return {
    ...{ context, service, authorize, userId, alertId, threads, handOver, send },
    /** Subscribes a device of the member. @param answers what the service answers to it, one after the other */
    subscribed: async (path: string, ...answers: Parameters<PushService['subscribe']>[1][]) =>
      addDevice(context, withoutSession(userId), { ...service.subscribe(path, ...answers), name: 'Firefox' }),
    /** Has the member notified of a deal. */
    tell: (at: number) => announce(context, { userId, alertId, threadId: threads[at]!, channels: ['push'] }),
    push: async () => {
      await handOver();
      await send();
    },
    log: () => logOf(context),
    devices: async () => (await devicesOf(db, userId)).map(({ endpoint }) => endpoint.split('/').at(-1)),
    waiting: () => db.selectFrom('push_due').selectAll().execute(),
  };
}
