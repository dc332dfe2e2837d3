import { beforeEach, describe, expect, test } from 'vitest';
import { loginActions, profileForm } from '../../../src/features/accounts/actions.server.ts';
import { devicesOf } from '../../../src/features/notifications/push/push-devices.server.ts';
import { pushForm } from '../../../src/features/notifications/push/push-form.server.ts';
import { clearOldSessions } from '../../../src/features/session/sessions.server.ts';
import { accountsContext, DAY, newMember, tryLogIn } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { keysOf, newReceiver } from '../../support/push-server.ts';

onDatabase('push that was turned on in a session', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let ada: Awaited<ReturnType<typeof newMember>>;
  let phone: Caller;

  beforeEach(async () => {
    context = accountsContext((await open()).db);
    ada = await newMember(context);
    phone = new Caller(context);
    await tryLogIn(phone, ada.email, ada.password, { cookieuser: '1' });
    await turnOn(ada.browser, 'desk');
    await turnOn(phone, 'phone');
  });

  const turnOn = (browser: Caller, at: string) =>
    browser.callAsMember(pushForm, { form: { do: 'subscribe', endpoint: `https://push.example/${at}`, ...keysOf(newReceiver()) } });
  const logInAgain = async (browser: Caller, { email, password }: { email: string; password: string }) =>
    tryLogIn(browser, email, password, { securitytoken: (await browser.session()).securitytoken });
  const profile = profileForm({ reduceContributions: async () => undefined, revokeContributions: async () => undefined });
  const change = (form: Record<string, string>, browser = ada.browser) => browser.callAsMember(profile, { form });
  const pushed = async (userId = ada.userId) =>
    (await devicesOf(context.db, userId)).map(({ endpoint }) => endpoint.split('/').at(-1)).toSorted();

  describe('ends with it', () => {
    test.each([
      ['logging out', false],
      ['logging out without script', true],
    ])('by %s', async (_name, plain) => {
      await phone.callAsMember(loginActions, { address: '/forums/login.php', form: { do: 'logout' }, plain });
      expect(await pushed()).toEqual(['desk']);
    });

    test('by ending it from the list of sessions', async () => {
      const { db } = context;
      const { id } = await db.selectFrom('sessions').select('id').where('lasting', '=', true).executeTakeFirstOrThrow();
      await change({ do: 'endsession', session: id });
      expect(await pushed()).toEqual(['desk']);
    });

    test('by signing out everywhere else', async () => {
      await change({ do: 'signoutelsewhere' });
      expect(await pushed()).toEqual(['desk']);
    });

    test('by another password, also where the session was over by then, or not noted', async () => {
      await context.db.insertInto('push_subscriptions').values(ofBefore()).execute();
      context.at.pass(31 * DAY);
      await clearOldSessions(context);
      const tablet = new Caller(context);
      await tryLogIn(tablet, ada.email, ada.password);
      await turnOn(tablet, 'tablet');
      expect(await pushed()).toEqual(['before', 'desk', 'phone', 'tablet']);
      const password = 'another horse battery';
      await change({ do: 'updatepassword', current_password: ada.password, password, password_confirm: password }, tablet);
      expect(await pushed()).toEqual(['tablet']);
    });

    test('by another member’s signing in in the browser', async () => {
      const bob = await newMember(context);
      await logInAgain(phone, bob);
      expect([await pushed(), await pushed(bob.userId)]).toEqual([['desk'], []]);
    });
  });

  const ofBefore = () => ({
    ...{ user_id: ada.userId, endpoint: 'https://push.example/before', p256dh: '', auth: '', created_at: context.clock() },
  });

  describe('goes on', () => {
    test('when the session is over by itself', async () => {
      context.at.pass(31 * DAY);
      await clearOldSessions(context);
      expect(await context.db.selectFrom('sessions').select('id').execute()).toEqual([]);
      expect(await pushed()).toEqual(['desk', 'phone']);
    });

    test('when the member signs in again in the browser, whose session it then ends with', async () => {
      const { securitytoken } = await phone.session();
      await logInAgain(phone, ada);
      expect((await phone.session()).securitytoken).not.toBe(securitytoken);
      expect(await context.db.selectFrom('sessions').select('id').execute()).toHaveLength(2);
      expect(await pushed()).toEqual(['desk', 'phone']);
      await phone.callAsMember(loginActions, { address: '/forums/login.php', form: { do: 'logout' } });
      expect(await pushed()).toEqual(['desk']);
    });
  });

  test('belongs to the session in which it was turned on last', async () => {
    const second = new Caller(context);
    await tryLogIn(second, ada.email, ada.password);
    await turnOn(second, 'phone');
    await phone.callAsMember(loginActions, { address: '/forums/login.php', form: { do: 'logout' } });
    expect(await pushed()).toEqual(['desk', 'phone']);
    await second.callAsMember(loginActions, { address: '/forums/login.php', form: { do: 'logout' } });
    expect(await pushed()).toEqual(['desk']);
  });
});
