import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pushForm } from '../../../src/features/notifications/push/push-form.server.ts';
import { devicesOf, renewDevice } from '../../../src/features/notifications/push/push-devices.server.ts';
import { renewSubscription } from '../../../src/features/offline/renew-subscription.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { useForeignServers } from '../../support/foreign-server.ts';
import { openPushes, withoutSession } from '../../support/pushes.ts';
import { keysOf, newReceiver } from '../../support/push-server.ts';

const start = useForeignServers();
const at = (name: string) => `https://push.example/${name}`;

onDatabase('a push subscription that the browser renews', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let ada: Awaited<ReturnType<typeof newMember>>;

  beforeEach(async () => {
    context = accountsContext((await open()).db);
    ada = await newMember(context);
  });

  const subscribe = (browser: Caller, name: string) =>
    browser.callAsMember(pushForm, { form: { do: 'subscribe', endpoint: at(name), ...keysOf(newReceiver()) } });
  const devices = async (userId = ada.userId) => (await devicesOf(context.db, userId)).map(({ endpoint }) => endpoint.split('/').at(-1));

  /** A subscription as a worker has it. */
  function subscription(name: string, applicationServerKey: ArrayBuffer | null = new ArrayBuffer(65)) {
    const unsubscribe = vi.fn(() => Promise.resolve(true));
    const has = { endpoint: at(name), options: { applicationServerKey }, unsubscribe };
    return { ...has, toJSON: () => ({ endpoint: at(name), keys: keysOf(newReceiver()) }) } as unknown as PushSubscription;
  }

  /** Has the worker of a browser handle the event. @returns what it subscribed by itself */
  async function changed(browser: Caller, before: PushSubscription | null, after: PushSubscription | null) {
    vi.stubGlobal('fetch', async (address: string, init?: { body: URLSearchParams }) => {
      if (!init) return Response.json(await browser.session());
      const { status, answer } = await browser.call(pushForm, { address, form: Object.fromEntries(init.body) });
      return Response.json(answer, { status });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const made = subscription('made');
    const manager = { subscribe: vi.fn(() => Promise.resolve(made)) };
    await renewSubscription(manager, { oldSubscription: before, newSubscription: after });
    return { manager, made };
  }

  test('is known by its new endpoint', async () => {
    await subscribe(ada.browser, 'one');
    const after = subscription('two');
    const { manager } = await changed(ada.browser, subscription('one'), after);
    expect(await devices()).toEqual(['two']);
    expect([manager.subscribe, after.unsubscribe].map((called) => vi.mocked(called).mock.calls)).toEqual([[], []]);
  });

  test('is made anew, with the same key of the site’s, where the browser dropped it', async () => {
    await subscribe(ada.browser, 'one');
    const before = subscription('one');
    const { manager } = await changed(ada.browser, before, null);
    const { applicationServerKey } = before.options;
    expect(manager.subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey }]]);
    expect(await devices()).toEqual(['made']);
  });

  test('takes the place of the one of the session where the browser does not say which it was', async () => {
    await subscribe(ada.browser, 'one');
    await changed(ada.browser, null, subscription('two'));
    expect(await devices()).toEqual(['two']);
  });

  test('stays one device where a page told of the new endpoint before', async () => {
    await subscribe(ada.browser, 'one');
    await subscribe(ada.browser, 'two');
    await changed(ada.browser, subscription('one'), subscription('two'));
    expect(await devices()).toEqual(['two']);
  });

  describe('is not taken, and ended in the browser,', () => {
    test('where it is another member’s by now: nobody takes over what is not theirs', async () => {
      const bob = await newMember(context);
      await subscribe(ada.browser, 'one');
      const mine = subscription('two');
      await changed(bob.browser, subscription('one'), mine);
      expect([await devices(), await devices(bob.userId)]).toEqual([['one'], []]);
      expect(mine.unsubscribe).toHaveBeenCalledOnce();
    });

    test('where another member has its new endpoint', async () => {
      const bob = await newMember(context);
      await subscribe(ada.browser, 'one');
      await subscribe(bob.browser, 'two');
      const taken = subscription('two');
      await changed(ada.browser, subscription('one'), taken);
      expect([await devices(), await devices(bob.userId)]).toEqual([['one'], ['two']]);
      expect(taken.unsubscribe).toHaveBeenCalledOnce();
    });

    test('where the member turned push off', async () => {
      const { made } = await changed(ada.browser, subscription('one'), null);
      expect(await devices()).toEqual([]);
      expect(made.unsubscribe).toHaveBeenCalledOnce();
    });

    test('where it leads into the operator’s network', async () => {
      await subscribe(ada.browser, 'one');
      const form = { do: 'renew', renewed: at('one'), endpoint: 'https://10.0.0.5/', ...keysOf(newReceiver()) };
      expect((await ada.browser.callAsMember(pushForm, { form })).answer).toEqual({ success: false });
      expect(await devices()).toEqual(['one']);
    });
  });

  test('is left alone where nobody is signed in, and where there is no key to subscribe with', async () => {
    await subscribe(ada.browser, 'one');
    expect((await changed(new Caller(context), subscription('one'), null)).manager.subscribe).not.toHaveBeenCalled();
    expect((await changed(ada.browser, null, null)).manager.subscribe).not.toHaveBeenCalled();
    expect(await devices()).toEqual(['one']);
  });
});

onDatabase('a push that waits while the subscription is renewed', (open) => {
  test('goes to the new endpoint', async () => {
    const { context, service, userId, subscribed, tell, handOver, send } = await openPushes(open, start);
    await subscribed('/one');
    await tell(0);
    await handOver();
    const renewed = `${service.server.url}/one`;
    expect(await renewDevice(context.db, withoutSession(userId), renewed, service.subscribe('/two'))).toBe(true);
    await send();
    expect(service.pushed.map(({ path }) => path)).toEqual(['/two']);
  });

  test('does not end it by what the service says of the endpoint before', async () => {
    const { context, service, userId, subscribed, tell, push, devices } = await openPushes(open, start);
    const two = service.subscribe('/two');
    await subscribed('/one', (response) => {
      void renewDevice(context.db, withoutSession(userId), `${service.server.url}/one`, two).then(() => response.writeHead(410).end());
    });
    await tell(0);
    await push();
    expect(await devices()).toEqual(['two']);
  });
});
