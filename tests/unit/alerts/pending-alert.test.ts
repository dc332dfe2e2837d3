import { expect, test } from 'vitest';
import { loginActions, registerActions } from '../../../src/features/accounts/actions.server.ts';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { withPendingAlert } from '../../../src/features/alerts/pending-alert.server.ts';
import { DAY, verifiedMember, newMember } from '../../support/accounts.ts';
import { alertsIn, alertsSite, GUEST } from '../../support/alerts.ts';
import { Caller, newEmail, PASSWORD } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('a deal alert that a guest asks for', (open) => {
  test('is made with the account, or with whatever signs in', async () => {
    const context = await alertsSite(open);
    const [signUp, logIn] = [withPendingAlert(registerActions, { readsCriteria: true }), withPendingAlert(loginActions)];
    const grace = new Caller(context);
    const asked = { do: 'do-add', q: 'ssd', frequency: 'daily', title: 'Drives for me' };
    expect((await grace.call(alertsForm, { form: { ...GUEST, ...asked } })).answer).toEqual({ doLogin: true, criteriaId: 'q=ssd' });
    const account = { ...GUEST, email: newEmail(), password: PASSWORD, agree: '1', older_than_13: '1' };
    const address = '/forums/register.php?do=addmember';
    await grace.call(signUp, { address, form: { ...account, email: 'no address', criteriaid: 'q=ssd' } });
    // What is refused before it is read is answered all the same.
    const headers = { Origin: 'https://elsewhere.example' };
    expect((await grace.call(signUp, { address, form: account, headers })).status).toBe(403);
    expect((await grace.call(signUp, { address, json: {} })).status).toBe(415);
    expect(await alertsIn(context)).toEqual([]);
    await grace.call(signUp, { address, form: { ...account, criteriaid: 'q=ssd' } });
    expect(await alertsIn(context)).toMatchObject([{ criteria_id: 'q=ssd', frequency: 'daily', title: 'Drives for me' }]);
    // By the registration alone, without what the browser kept.
    const type = 'Application/X-WWW-Form-URLencoded';
    await new Caller(context).call(signUp, { address, form: { ...account, email: newEmail(), criteriaid: 'q=hdd' }, type });
    expect((await alertsIn(context)).map(({ criteria_id }) => criteria_id)).toEqual(['q=ssd', 'q=hdd']);
    // By a log-in in the same browser, once.
    const browser = new Caller(context);
    await browser.call(alertsForm, { form: { ...GUEST, do: 'do-add', q: 'tape' } });
    for (let time = 0; time < 2; time++)
      await browser.call(logIn, {
        address: '/forums/login.php',
        form: { ...(await browser.session()), ...{ do: 'login', vb_login_username: account.email, vb_login_password: PASSWORD } } as never,
      });
    expect((await alertsIn(context)).map(({ criteria_id }) => criteria_id)).toEqual(['q=ssd', 'q=hdd', 'q=tape']);
  });

  test('is made only when somebody signs in, and as strictly as when it is asked for', async () => {
    const context = await alertsSite(open);
    const [signUp, logIn] = [withPendingAlert(registerActions, { readsCriteria: true }), withPendingAlert(loginActions)];
    const [loginAddress, registerAddress] = ['/forums/login.php', '/forums/register.php'];
    const asks = (browser: Caller, form: Record<string, string> = { q: 'ssd' }) =>
      browser.call(alertsForm, { form: { ...GUEST, do: 'do-add', ...form } });
    const logsIn = async (browser: Caller, email: string, more = {}) =>
      browser.call(logIn, {
        address: loginAddress,
        form: { ...GUEST, do: 'login', vb_login_username: email, vb_login_password: PASSWORD, ...more },
      });
    // Who is signed in already gets nothing by these calls that the call of deal alerts refuses them.
    const eve = await newMember(context);
    const resend = { do: 'emailcode', criteriaid: 'q=ssd' };
    expect((await eve.browser.callAsMember(signUp, { address: registerAddress, form: resend })).answer).toEqual({ status: 'success' });
    for (const form of [{ do: 'emailcode' }, { do: 'logout' }])
      for (const endpoint of [signUp, logIn])
        await eve.browser.call(endpoint, { plain: true, form: { ...form, securitytoken: 'wrong', criteriaid: 'q=ssd' } });
    // The criteria are named in registrations alone.
    await logsIn(new Caller(context), eve.email, { criteriaid: 'q=ssd' });
    // What there is not cannot be looked for.
    const account = () => ({ ...GUEST, do: 'addmember', email: newEmail(), password: PASSWORD, agree: '1', older_than_13: '1' });
    for (const criteriaid of ['store=999', 'nonsense'])
      await new Caller(context).call(signUp, { address: registerAddress, form: { ...account(), criteriaid } });
    const [suspended, hasty] = [await verifiedMember(context), await verifiedMember(context)];
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', suspended.userId).execute();
    for (let count = 0; count < 60; count += 1) await context.limits.take('alert', hasty.userId);
    for (const { email } of [suspended, hasty]) {
      const browser = new Caller(context);
      expect((await asks(browser)).answer).toEqual({ doLogin: true, criteriaId: 'q=ssd' });
      expect((await logsIn(browser, email)).answer).toMatchObject({ success: true });
    }
    expect(await alertsIn(context)).toEqual([]);
    // Who has not verified the address yet gets what the browser kept, as with the registration.
    const browser = new Caller(context);
    await asks(browser);
    await logsIn(browser, eve.email);
    expect(await alertsIn(context)).toMatchObject([{ criteria_id: 'q=ssd', user_id: eve.userId }]);
  });

  test('is kept as far as a browser takes it, and refused where it is too long', async () => {
    const context = await alertsSite(open);
    const [ada, logIn] = [await verifiedMember(context), withPendingAlert(loginActions)];
    const browser = new Caller(context);
    const more = Array.from({ length: 800 }, (_, number) => ({ slug: `forum-${number}`, title: `Forum ${number}`, position: 10 + number }));
    const inserted = await context.db.insertInto('forums').values(more).returning('id').execute();
    const forums = inserted.map(({ id }) => id);
    const words = '硬'.repeat(200);
    const asked = { ...GUEST, do: 'do-add', q: words, frequency: 'daily', title: '盘'.repeat(120), source: '页'.repeat(60) };
    const some = { ...asked, targetforums: forums.slice(0, 100).join(',') };
    const { answer, set } = await browser.call(alertsForm, { form: some });
    expect(answer).toEqual({ doLogin: true, criteriaId: `q=${words}` });
    // Browsers drop a larger cookie without a word.
    for (const line of set) expect(line.length).toBeLessThan(4_096);
    const form = { ...GUEST, do: 'login', vb_login_username: ada.email, vb_login_password: PASSWORD };
    await browser.call(logIn, { address: '/forums/login.php', form });
    const kept = { criteria_id: `q=${words}`, frequency: 'daily', source: '', forums: forums.slice(0, 100) };
    expect(await alertsIn(context)).toMatchObject([kept]);
    const refused = await new Caller(context).call(alertsForm, { form: { ...asked, targetforums: forums.join(',') } });
    const message = 'This is too much to keep until you log in. Please log in first.';
    expect(refused).toMatchObject({ answer: { success: false, message }, set: [] });
  });

  test('leaves no rejection unhandled when the sign-up is broken off midway', async () => {
    const context = await alertsSite(open);
    const signUp = withPendingAlert(registerActions, { readsCriteria: true });
    const { status } = await new Caller(context).call(({ params, url, locals, cookies, request: { headers } }) => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const sent = { method: 'POST', headers: { ...Object.fromEntries(headers), ...type }, body, duplex: 'half' };
      return signUp({ params, url, locals, cookies, request: new Request(url, sent) });
    });
    // A rejection that nobody has handled by now is reported.
    await new Promise(setImmediate);
    expect(status).toBe(400);
  });
});
