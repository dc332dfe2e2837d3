import { expect, test } from 'vitest';
import { addDevice } from '../../../src/features/notifications/push/push-devices.server.ts';
import { pushKeys } from '../../../src/features/notifications/push/push-keys.server.ts';
import { HOUR } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { useForeignServers } from '../../support/foreign-server.ts';
import { PushService } from '../../support/push-server.ts';
import { openPushes, withoutSession } from '../../support/pushes.ts';

const start = useForeignServers();

eachDatabase('push services are told who sends', (open) => {
  test('by keys that are made once', async () => {
    const { context } = await openPushes(open, start);
    const [one, two] = await Promise.all([pushKeys(context.db), pushKeys(context.db)]);
    expect([two, await pushKeys(context.db)]).toEqual([one, one]);
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
  });

  test('by one token an origin, until shortly before its end', async () => {
    const { context, service, userId, subscribed, tell, push } = await openPushes(open, start);
    const other = new PushService(await start(), context.clock);
    context.config.privateHosts = new Set([service.server.host, other.server.host]);
    await subscribed('/one');
    await subscribed('/two');
    await addDevice(context, withoutSession(userId), { ...other.subscribe('/three'), name: 'Safari' });
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

  test('by a token that holds for a day at most also after the clock was put back', async () => {
    const { context, service, subscribed, tell, push } = await openPushes(open, start);
    await subscribed('/one');
    const holdsHours = async (at: number) => {
      await tell(at);
      await push();
      return (Number(service.pushed.splice(0)[0]!.claims['exp']) * 1_000 - context.clock().getTime()) / HOUR;
    };
    expect(await holdsHours(0)).toBe(12);
    context.at.pass(-HOUR);
    expect(await holdsHours(1)).toBe(13);
    context.at.pass(-23 * HOUR);
    expect(await holdsHours(2)).toBe(12);
  });

  test('with the site’s address and their own', async () => {
    const { context, service, subscribed, tell, push } = await openPushes(open, start);
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
