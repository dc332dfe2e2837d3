import { beforeEach, describe, expect, test } from 'vitest';
import { notificationData } from '../../../src/features/notifications/data.server.ts';
import { addDevice, devicesOf, readPush } from '../../../src/features/notifications/push/push-devices.server.ts';
import { pushForm } from '../../../src/features/notifications/push/push-form.server.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { keysOf, newReceiver } from '../../support/push-server.ts';
import { withoutSession } from '../../support/pushes.ts';

onDatabase('devices that get pushes', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let ada: Awaited<ReturnType<typeof newMember>>;

  beforeEach(async () => {
    context = accountsContext((await open()).db);
    ada = await newMember(context);
  });

  const KEYS = keysOf(newReceiver());
  const device = (more = {}) => ({ do: 'subscribe', endpoint: 'https://push.example/one', ...KEYS, ...more });
  const send = async (form: Record<string, string>, browser = ada.browser) => (await browser.callAsMember(pushForm, { form })).answer;
  const endpoints = async (userId = ada.userId) => (await devicesOf(context.db, userId)).map(({ endpoint }) => endpoint);

  test('are named by their browsers, and each is noted once', async () => {
    const named = {
      name: 'Chrome on Linux',
      addedAt: context.clock().toISOString(),
      isFailing: false,
      endpoint: 'https://push.example/one',
    };
    for (let times = 0; times < 2; times++) expect(await send(device())).toEqual({ success: true, devices: [{ ...named, id: 1 }] });
  });

  test('are removed by their number or address, by their member alone', async () => {
    const { browser } = await newMember(context);
    for (const at of ['one', 'two', 'three']) await send(device({ endpoint: `https://push.example/${at}` }));
    await send({ do: 'unsubscribe', id: '1' }, browser);
    await send({ do: 'unsubscribe', endpoint: 'https://push.example/one' }, browser);
    expect(await endpoints()).toHaveLength(3);
    expect(await send({ do: 'unsubscribe', id: '1' })).toMatchObject({ success: true, devices: [{ id: 3 }, { id: 2 }] });
    await send({ do: 'unsubscribe', endpoint: 'https://push.example/two' });
    expect(await endpoints()).toEqual(['https://push.example/three']);
  });

  test('are those of the member who turned push on last', async () => {
    const other = await newMember(context);
    await send(device());
    await send(device(), other.browser);
    expect([await endpoints(), await endpoints(other.userId)]).toEqual([[], ['https://push.example/one']]);
  });

  test('are ten at most, of which each may be renewed', async () => {
    for (let at = 0; at < 10; at++) expect(await send(device({ endpoint: `https://push.example/${at}` }))).toMatchObject({ success: true });
    expect(await send(device())).toEqual({ success: false, message: expect.stringContaining('already on for 10 devices') as string });
    const { p256dh, auth } = keysOf(newReceiver());
    expect(await send(device({ endpoint: 'https://push.example/5', p256dh, auth }))).toMatchObject({ success: true });
    const kept = await context.db.selectFrom('push_subscriptions').select(['p256dh', 'auth']).where('id', '=', 6).executeTakeFirst();
    expect(kept).toEqual({ p256dh, auth });
  });

  test('are ten at most, also when many are added at once', async () => {
    const add = (at: number) =>
      addDevice(context, withoutSession(ada.userId), { endpoint: `https://push.example/${at}`, ...KEYS, name: 'Firefox' });
    const added = await Promise.all(Array.from({ length: 16 }, (_each, at) => add(at)));
    expect([added.filter(Boolean).length, (await endpoints()).length]).toEqual([10, 10]);
  });

  test.each([
    ...[
      'http://push.example/one',
      'https://127.0.0.1/',
      'https://10.0.0.5/',
      'https://[::1]/',
      'https://2130706433/',
      'https://localhost/',
    ],
    ...[
      'https://169.254.169.254/latest',
      'https://user:word@push.example/',
      'ftp://push.example/',
      'push',
      `https://push.example/${'a'.repeat(2_000)}`,
    ],
  ])('are not at %s', async (endpoint) => {
    expect(await send(device({ endpoint }))).toEqual({ success: false, message: expect.stringContaining('cannot be used') as string });
  });

  test.each([
    ['no point of the curve', { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url') }],
    ['a compressed point', { p256dh: newReceiver().ecdh.getPublicKey('base64url', 'compressed') }],
    ['a short secret', { auth: 'c2hvcnQ' }],
    ['other letters', { auth: 'AAAAAAAAAAAAAAAAAAAA+/' }],
  ])('do not have %s for a key', async (_name, more) => {
    expect(await send(device(more))).toEqual({ success: false, message: expect.stringContaining('cannot be used') as string });
  });

  describe('without script', () => {
    test('are removed, and the page says so', async () => {
      await send(device());
      const { status, headers } = await ada.browser.callAsMember(pushForm, { form: { do: 'unsubscribe', id: '1' }, plain: true });
      expect([status, headers.get('location'), await endpoints()]).toEqual([303, '/account/alerts', []]);
    });

    test('are not added, and the page says why', async () => {
      const { answer } = await ada.browser.callAsMember(pushForm, { form: { do: 'subscribe' } });
      expect(answer).toEqual({ success: false, message: expect.stringContaining('needs JavaScript') as string });
    });
  });

  test('are for members, and for actions that there are', async () => {
    expect((await new Caller(context).callAsMember(pushForm, { form: device() })).answer).toMatchObject({ error: 'dologin' });
    expect((await ada.browser.callAsMember(pushForm, { form: device({ do: 'other' }) })).status).toBe(400);
  });

  test('are none on a site without the service worker', async () => {
    const off = { ...context, config: { ...context.config, offlinePages: false } };
    const browser = new Caller(off);
    for (const [name, value] of ada.browser.jar) browser.jar.set(name, value);
    expect(await send(device(), browser)).toEqual({ success: false, message: 'Push is off on this site.' });
    expect(await readPush(off, ada.userId)).toEqual({ publicKey: undefined, devices: [] });
    expect((await readPush(context, ada.userId)).publicKey).toHaveLength(87);
  });

  test('are in the member’s data, and go with the account', async () => {
    await send(device());
    expect(await notificationData(context.db, ada.userId)).toMatchObject({ devices: [{ device: 'Chrome on Linux' }] });
    await context.db.deleteFrom('members').where('user_id', '=', ada.userId).execute();
    expect(await context.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
  });
});
