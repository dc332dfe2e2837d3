import { expect, test } from 'vitest';
import { devicesOf } from '../../../src/features/notifications/push/push-devices.server.ts';
import { HOUR, MINUTE } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { useForeignServers } from '../../support/foreign-server.ts';
import { openPushes } from '../../support/pushes.ts';

const start = useForeignServers();

eachDatabase('a push service that fails', (open) => {
  test.each([404, 410])('a device whose push service answers %i is forgotten; the others are told', async (status) => {
    const { service, subscribed, tell, push, log, devices } = await openPushes(open, start);
    await subscribed('/gone', status);
    await subscribed('/there');
    await tell(0);
    await push();
    expect([await devices(), await log(), service.pushed.length]).toEqual([['there'], ['sent'], 1]);
  });

  test('a member whose last device is gone is not told, and the log says so', async () => {
    const { subscribed, tell, push, log, devices } = await openPushes(open, start);
    await subscribed('/gone', 410);
    await tell(0);
    await push();
    expect([await devices(), await log()]).toEqual([[], ['skipped: no device for push']]);
  });

  test('a service that has no time is asked again when it says, and not before', async () => {
    const { context, service, subscribed, tell, push, log } = await openPushes(open, start);
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
    const { context, service, userId, subscribed, tell, push, log, waiting } = await openPushes(open, start);
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
    const { context, service, subscribed, tell, push, log, waiting } = await openPushes(open, start);
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
});
