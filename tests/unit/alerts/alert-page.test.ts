import { expect, test } from 'vitest';
import { loadAlertPage } from '../../../src/features/alerts/alert-page.server.ts';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { alertsSite, newAlert, saveDeals } from '../../support/alerts.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('the plain page of an alert', (open) => {
  const site = async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await saveDeals(
      context,
      { sourceId: 'd1', title: 'Kingsway SSD', price: '50.00' },
      { sourceId: 'd2', title: 'Corsa SSD', price: '70.00' },
    );
    const { thread_id: dear } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('source_id', '=', 'd2')
      .executeTakeFirstOrThrow();
    /** Sends the form as a browser without script does, and loads the page that it is led to. */
    const previewed = async (form: Record<string, string>) => {
      const { status, headers } = await ada.browser.callAsMember(alertsForm, { form: { do: 'preview', ...form }, plain: true });
      const to = new URL(headers.get('location') ?? '', context.config.siteUrl);
      expect([status, to.pathname]).toEqual([303, '/account/alert']);
      return loadAlertPage(context, ada.userId, to.searchParams);
    };
    return { context, ada, dear, previewed };
  };

  test('says of a deal that one names whether a new alert would announce it, and keeps what was entered', async () => {
    const { dear, previewed } = await site();
    const form = { q: 'ssd', maxprice: '60', deal: `https://deals.example/f/${dear}-corsa-ssd` };
    expect(await previewed(form)).toMatchObject({
      draft: { maxprice: '60', deal: form.deal },
      preview: { total: 1 },
      asked: { why: { title: 'Corsa SSD', matches: false } },
    });
    expect(await previewed({ ...form, maxprice: '' })).toMatchObject({ preview: { total: 2 }, asked: { why: { matches: true } } });
  });

  test('shows a dry run as often as the call makes one', async () => {
    const { context, ada } = await site();
    const bob = await verifiedMember(context);
    const load = ({ userId }: { userId: number }) => loadAlertPage(context, userId, new URLSearchParams({ q: 'ssd', maxprice: '60' }));
    for (let n = 0; n < 119; n++) await context.limits.take('alert-preview', `member ${ada.userId}`);
    expect(await load(ada)).toMatchObject({ preview: { total: 1 } });
    expect(await load(ada)).toMatchObject({
      draft: { maxprice: '60' },
      preview: { success: false, message: 'You are trying many deal alerts. Please wait a few minutes.' },
    });
    expect(await load(bob)).toMatchObject({ preview: { total: 1 } });
  });

  test('says it of an alert that is changed', async () => {
    const { ada, dear, previewed } = await site();
    const alertid = String(await newAlert(ada, { q: 'ssd' }));
    expect(await previewed({ alertid, criteriaId: 'q=ssd', maxprice: '60', deal: String(dear) })).toMatchObject({
      method: 'update',
      asked: { why: { matches: false } },
    });
  });

  test.each([
    ['a kettle', 'Paste the address of a deal’s page, or its number.'],
    ['999999', 'There is no such deal.'],
  ])('says what is wrong with “%s”, and shows what would come all the same', async (deal, message) => {
    const { previewed } = await site();
    expect(await previewed({ q: 'ssd', deal })).toMatchObject({ draft: { deal }, preview: { total: 2 }, asked: { message } });
  });

  test('comes back with what was entered when every way of notifying was unticked, of which the dry run shows what would come all the same', async () => {
    const { context, ada, previewed } = await site();
    const entered = { q: 'ssd', maxprice: '60', notification: '' };
    const { headers } = await ada.browser.callAsMember(alertsForm, { form: { do: 'do-add', ...entered }, plain: true });
    const to = new URL(headers.get('location') ?? '', context.config.siteUrl);
    expect(await loadAlertPage(context, ada.userId, to.searchParams)).toMatchObject({ draft: { maxprice: '60', notification: [] } });
    expect(ada.browser.jar.get('flash')).toContain('Choose how we notify you.');
    expect(await previewed(entered)).toMatchObject({ preview: { total: 1 } });
    expect(await context.db.selectFrom('alerts').selectAll().execute()).toEqual([]);
  });

  test('keeps what cannot be read where it was entered, and says what is wrong', async () => {
    const { previewed } = await site();
    expect(await previewed({ q: 'ssd', maxprice: 'cheap' })).toMatchObject({
      draft: { maxprice: 'cheap' },
      fault: { at: 'maxprice', message: 'This must be a price, such as 49' },
      preview: { success: false, message: 'Please correct the fields above.' },
    });
  });

  test.each<[entered: Record<string, string | string[]>, field: string, message: string]>([
    [{ maxprice: 'cheap' }, 'maxprice', 'This must be a price, such as 49'],
    [{ minpercent: '101' }, 'minpercent', 'This must be a whole number from 1 to 100'],
    [{ votelevel: 'many' }, 'votelevel', 'This must be a whole number from 0 to 1000000'],
    [{ title: 'x'.repeat(121) }, 'title', 'This can have 120 characters at most'],
    [{ minprice: '20', maxprice: '10' }, 'maxprice', 'This must not be less than the lowest price that is looked for, $20'],
    [{ notification: ['', ''] }, 'notification', 'Choose how we notify you.'],
  ])(
    'says %j beside the field, whose name in the call nobody reads, and keeps it: of a new alert and of one that is changed',
    async (entered, field, message) => {
      const { context, ada } = await site();
      const alertid = String(await newAlert(ada, { q: 'ssd', ...('minprice' in entered && { minprice: '20' }) }));
      const forms: Record<string, string>[] = [
        { do: 'do-add', q: 'ssd' },
        { do: 'update', alertid, criteriaId: 'q=ssd' },
      ];
      for (const form of forms) {
        const { status, headers } = await ada.browser.callAsMember(alertsForm, { form: { ...form, ...entered }, plain: true });
        const to = new URL(headers.get('location') ?? '', context.config.siteUrl);
        expect([status, to.pathname]).toEqual([303, '/account/alert']);
        expect(JSON.parse(ada.browser.jar.get('flash') ?? '')).toMatchObject({ refused: true, field, message });
        const page = await loadAlertPage(context, ada.userId, to.searchParams);
        expect(page?.draft).toMatchObject('notification' in entered ? { notification: [] } : { [field]: entered[field] });
        if (!('notification' in entered)) expect(page?.fault).toEqual({ at: field, message });
      }
    },
  );

  test('keeps what was entered into an alert when the session has ended, or belongs to another log-in', async () => {
    const { context, ada } = await site();
    const alertid = String(await newAlert(ada, { q: 'ssd' }));
    const form = { do: 'update', alertid, maxprice: '60', notification: ['', 'email', 'feed'], newlow: ['0', '1'] };
    const { headers } = await ada.browser.call(alertsForm, { form: { ...form, securitytoken: 'of another session' }, plain: true });
    const ended = new Caller(context);
    const { securitytoken } = await ada.browser.session();
    const answer = await ended.call(alertsForm, { form: { ...form, securitytoken }, plain: true });
    const led = new URL(answer.headers.get('location') ?? '', context.config.siteUrl);
    expect(led.pathname).toBe('/account/log-in');
    expect(ended.jar.get('flash')).toContain('Your session has ended. Log in, and what you typed is there again.');
    for (const address of [headers.get('location'), led.searchParams.get('url')]) {
      const page = await loadAlertPage(context, ada.userId, new URL(address ?? '', context.config.siteUrl).searchParams);
      expect(page).toMatchObject({ method: 'update', draft: { maxprice: '60', notification: ['email', 'feed'], newlow: true } });
    }
  });

  test('says on the page for logging in why it leads there', async () => {
    const { context, ada } = await site();
    const alertid = String(await newAlert(ada, { q: 'ssd' }));
    const { securitytoken } = await ada.browser.session();
    const browser = new Caller(context);
    await browser.call(alertsForm, { form: { do: 'delete', alertid, securitytoken }, plain: true });
    expect(browser.jar.get('flash')).toContain('Your session has ended, and nothing was changed.');
    await browser.call(alertsForm, { form: { do: 'do-add', q: 'ssd' }, plain: true });
    expect(browser.jar.get('flash')).toContain('Log in, and your alert is created.');
  });

  test('holds a limit as it is typed on the site, and says another as the site writes it', async () => {
    const { context, ada } = await site();
    context.config.region = { currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin' };
    const alertid = String(await newAlert(ada, { q: 'ssd', minprice: '1.299,50', maxprice: '1.399,50' }));
    const pageWith = async (query: Record<string, string>) =>
      loadAlertPage(context, ada.userId, new URLSearchParams({ alertid, ...query }));
    expect(await pageWith({})).toMatchObject({ draft: { maxprice: '1399,50' }, fault: null });
    expect((await pageWith({ maxprice: '10' }))?.fault?.message).toBe(
      'This must not be less than the lowest price that is looked for, 1.299,50 €',
    );
  });

  test('goes back to the form of an alert that would ask for nothing any more', async () => {
    const { ada } = await site();
    const alertid = String(await newAlert(ada, { q: '', maxprice: '60' }));
    const { headers } = await ada.browser.callAsMember(alertsForm, { form: { do: 'update', alertid, maxprice: '' }, plain: true });
    expect(headers.get('location')).toBe(`/account/alert?alertid=${alertid}&maxprice=`);
    expect(ada.browser.jar.get('flash')).toContain('Say what to look for');
  });
});
