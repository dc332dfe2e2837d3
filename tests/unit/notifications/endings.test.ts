import { beforeEach, describe, expect, test } from 'vitest';
import { deleteAlerts } from '../../../src/features/alerts/delete-alerts.server.ts';
import { pauseAlerts, resumeAlerts } from '../../../src/features/alerts/pause-alerts.server.ts';
import { findOwnAlert } from '../../../src/features/alerts/find-own-alert.server.ts';
import { deliveryForm } from '../../../src/features/notifications/delivery-form.server.ts';
import { alertsJsonFeed, alertsRss, feedAddresses } from '../../../src/features/notifications/feed.server.ts';
import { readUnsubscribeKey, unsubscribeKey } from '../../../src/features/notifications/keys.server.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { settleFeeds } from '../../../src/features/notifications/settle-deliveries.server.ts';
import { settingsOf } from '../../../src/features/notifications/settings.server.ts';
import { unsubscribeForm, unsubscribing } from '../../../src/features/notifications/unsubscribe.server.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import { announce, delivered, givenAlert, givenMember, openDeliveries, logOf } from '../../support/deliveries.ts';
import { Caller } from '../../support/calls.ts';
import { givenPriorPrices } from '../../support/prior-price.ts';
import { onDatabase } from '../../support/databases.ts';

const ALERTS = { find: findOwnAlert, pause: pauseAlerts, resume: resumeAlerts };
const form = unsubscribeForm(ALERTS);

onDatabase('what members end and choose', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let userId: number;
  let alertId: number;
  let threads: number[];

  beforeEach(async () => {
    ({ context, threads, userId, alertId } = await openDeliveries(open));
  });

  const tell = (at: number, more = {}) => announce(context, { userId, alertId, threadId: threads[at]!, ...more });
  const isPaused = async () => (await findOwnAlert(context.db, alertId, userId))?.isPaused;
  const isUnsubscribed = async () => (await settingsOf(context, userId)).isUnsubscribed;
  const look = (key: string) => unsubscribing(context, new URLSearchParams({ key }), ALERTS);
  /** As a mail program does: nothing but the address and the one field, and an origin that is not ours. */
  const oneClick = (key: string, headers: Record<string, string> = {}) =>
    new Caller(context).call(form, {
      address: `/alerts/unsubscribe?key=${key}`,
      form: { 'List-Unsubscribe': 'One-Click' },
      headers: { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site', ...headers },
    });

  describe('a mail', () => {
    test('of one alert says in its headers how to end that alert with one click', async () => {
      await tell(0);
      const [mail] = await delivered(context);
      const key = unsubscribeKey(context, { userId, alertId });
      expect(mail!.headers).toEqual({
        'List-Id': '<alerts.localhost>',
        'List-Unsubscribe': `<http://localhost:4321/alerts/unsubscribe?key=${key}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
      const all = unsubscribeKey(context, { userId });
      for (const part of [mail!.text, mail!.html])
        for (const said of [key, all, '/account/alerts', 'Your alert “ssd under $60”', 'End the alert “ssd under $60”'])
          expect(part).toContain(said);
    });

    test('leads to where what it tells can be changed: to the alerts, to the choices of notifications, or to both', async () => {
      const choices = 'Change your notification settings:\nhttp://localhost:4321/account/notifications?view=settings';
      const alerts = 'Change your alerts:\nhttp://localhost:4321/account/alerts\n';
      const said = async () => {
        const [mail] = await delivered(context);
        return [alerts, choices].map((each) => mail!.text.includes(each));
      };
      const reply = () => notify(context.db, { userIds: [userId], kind: 'reply', threadId: threads[0]! }, context.clock());
      await tell(0);
      expect(await said()).toEqual([true, false]);
      await reply();
      expect(await said()).toEqual([false, true]);
      await tell(1);
      await reply();
      expect(await said()).toEqual([true, true]);
    });

    test.each([
      ['is deleted', () => deleteAlerts(context, userId, [alertId])],
      ['is paused', () => pauseAlerts(context, userId, [alertId])],
      [
        'mails nothing any more',
        () =>
          context.db
            .updateTable('alerts')
            .set({ channels: ['feed'] })
            .where('alert_id', '=', alertId)
            .execute(),
      ],
    ])('whose alert %s names and ends the other one that still wants the deal', async (_what, happen) => {
      const other = await givenAlert(context, userId, { title: 'lamps' });
      const { criteria } = await context.db.selectFrom('alerts').select('criteria').where('alert_id', '=', other).executeTakeFirstOrThrow();
      await context.db.insertInto('matches').values({ thread_id: threads[0]!, criteria }).execute();
      await tell(0);
      await happen();
      const [mail] = await delivered(context);
      expect(mail!.headers!['List-Unsubscribe']).toContain(unsubscribeKey(context, { userId, alertId: other }));
      for (const said of ['Your alert “lamps”', 'End the alert “lamps”']) expect(mail!.text).toContain(said);
      expect(mail!.text).not.toContain(unsubscribeKey(context, { userId, alertId }));
    });

    test('of several alerts ends all by its headers, and each by a link', async () => {
      const other = await givenAlert(context, userId, { title: 'lamps' });
      await tell(0);
      await announce(context, { userId, alertId: other, threadId: threads[1]! });
      const [mail] = await delivered(context);
      expect(mail!.headers!['List-Unsubscribe']).toContain(unsubscribeKey(context, { userId }));
      for (const id of [alertId, other]) expect(mail!.text).toContain(unsubscribeKey(context, { userId, alertId: id }));
    });

    test('of very many deals shows the first, says where the others are, and stays below what Gmail cuts off', async () => {
      const title = 'A lamp with a shade of linen and a long name '.repeat(4).trim();
      await context.db.updateTable('deals').set({ title }).execute();
      for (let at = 0; at < 33; at++)
        await tell(at, { alertId: await givenAlert(context, userId, { title: `lamps with shades, number ${at}` }) });
      const [mail] = await delivered(context);
      expect(mail!.subject).toBe('33 deals for your alerts');
      for (const part of [mail!.text, mail!.html]) {
        expect(part.match(/Your alert “/g)).toHaveLength(30);
        expect(part.match(/End the alert “/g)).toHaveLength(30);
        expect(part).toContain('See 3 more deals');
        expect(part).toContain('http://localhost:4321/account/alerts#delivery-log');
        expect(part).toContain(unsubscribeKey(context, { userId }));
      }
      expect(Buffer.byteLength(mail!.html)).toBeLessThan(80_000);
    });

    test('is of the sender of alerts, where there is one', async () => {
      const named = accountsContext(context.db, { ALERTS_FROM: 'Deals <alerts@deals.example>' });
      await tell(0);
      expect((await delivered(named))[0]!.from).toBe('Deals <alerts@deals.example>');
    });

    test('shows price, the price before, percent off, store and our own copy of the picture', async () => {
      const { db } = context;
      const address = 'https://pictures.example/lamp.jpg';
      await db.updateTable('deals').set({ image_url: address, price_cents: 4999 }).where('thread_id', '=', threads[0]!).execute();
      await givenPriorPrices(db, [{ threadId: threads[0]!, cents: 7999 }]);
      await db.deleteFrom('pictures').execute();
      await db
        .insertInto('pictures')
        .values({ address, state: 'stored', digest: 'abc', width: 900, height: 900, widths: [240, 480, 900] })
        .execute();
      await tell(0);
      const [mail] = await delivered(context);
      expect(mail!.subject).toBe('$49.99: Deal number 1');
      for (const said of ['http://localhost:4321/photos/abc-240.webp', '$49.99', '$79.99', '38% off', 'glasswater'])
        expect(mail!.html).toContain(said);
      expect(mail!.text).toContain('$49.99, 38% off $79.99, at glasswater');
      expect(mail!.html).not.toContain(address);
    });
  });

  describe('one click', () => {
    test('ends one alert at once, without cookie, token or origin, and undo has it look on', async () => {
      const key = unsubscribeKey(context, { userId, alertId });
      expect(await oneClick(key)).toMatchObject({ status: 200 });
      expect([await isPaused(), await isUnsubscribed()]).toEqual([true, false]);
      expect(await look(key)).toEqual({ key, alertTitle: 'ssd under $60', isEnded: true });
      const again = { address: `/alerts/unsubscribe?key=${key}`, form: { do: 'undo' }, plain: true };
      expect((await new Caller(context).call(form, again)).headers.get('location')).toBe(`/alerts/unsubscribe?key=${key}`);
      expect(await isPaused()).toBe(false);
    });

    test('ends all mails, which can be taken back', async () => {
      const key = unsubscribeKey(context, { userId });
      await oneClick(key);
      expect([await isPaused(), await isUnsubscribed()]).toEqual([false, true]);
      await tell(0);
      expect([await delivered(context), await logOf(context)]).toEqual([[], ['skipped: unsubscribed']]);
      await new Caller(context).call(form, { address: `/alerts/unsubscribe?key=${key}`, form: { do: 'undo' } });
      expect(await isUnsubscribed()).toBe(false);
    });

    test('may come as multipart/form-data', async () => {
      const upload = new FormData();
      upload.set('List-Unsubscribe', 'One-Click');
      const address = `/alerts/unsubscribe?key=${unsubscribeKey(context, { userId, alertId })}`;
      expect(await new Caller(context).call(form, { address, upload })).toMatchObject({ status: 200 });
      expect(await isPaused()).toBe(true);
    });

    test('is answered without a page, even by a browser that asks for one', async () => {
      const key = unsubscribeKey(context, { userId, alertId });
      expect(await oneClick(key, { Accept: 'text/html' })).toMatchObject({ status: 200, answer: { success: true } });
    });

    test('about an alert that was deleted ends nothing, and its page says that the alert is gone', async () => {
      const key = unsubscribeKey(context, { userId, alertId });
      await context.db.deleteFrom('alerts').execute();
      expect([await look(key), await look(`${key}x`)]).toEqual(['gone', undefined]);
      const address = `/alerts/unsubscribe?key=${key}`;
      const pressed = await new Caller(context).call(form, { address, form: { do: 'end' }, plain: true });
      expect([pressed.status, pressed.headers.get('location')]).toEqual([303, address]);
      expect([(await oneClick(key)).status, await isUnsubscribed()]).toEqual([404, false]);
    });

    test('looking changes nothing', async () => {
      const key = unsubscribeKey(context, { userId, alertId });
      expect(await look(key)).toMatchObject({ isEnded: false });
      expect([await isPaused(), await isUnsubscribed()]).toEqual([false, false]);
    });

    test('a key that is not ours ends nothing, and neither does that of another alert or member', async () => {
      const other = await givenMember(context);
      const key = unsubscribeKey(context, { userId, alertId });
      const [, , ...signature] = key.split('-');
      const forged = [
        `${userId}-0-${signature.join('-')}`,
        `${other.userId}-${alertId}-${signature.join('-')}`,
        '',
        'x',
        `${key}x`,
        // As long, but of more bytes.
        `${key.slice(0, -1)}é`,
        '99999999999-0-x',
      ];
      for (const wrong of forged) {
        expect(readUnsubscribeKey(context, wrong)).toBeUndefined();
        expect((await oneClick(wrong)).status).toBe(404);
      }
      // Signed by us, of another member's alert: there is nothing to end.
      expect((await oneClick(unsubscribeKey(context, { userId: other.userId, alertId }))).status).toBe(404);
      expect([await isPaused(), await isUnsubscribed()]).toEqual([false, false]);
    });
  });

  describe('the private feed', () => {
    const read = (endpoint: typeof alertsRss, address: string) => {
      const { pathname, search } = new URL(address);
      return new Caller(context).call(readEndpoint(endpoint), { method: 'GET', address: pathname + search });
    };
    const text = async (address: string) => {
      return (await alertsRss({ context, query: new URL(address).searchParams }))!.text();
    };

    test('has what alerts found for it, newest first, as JSON Feed and RSS', async () => {
      await tell(0, { channels: ['feed'] });
      await tell(1, { channels: ['email', 'feed'] });
      await tell(2, { channels: ['email'] });
      await settleFeeds(context);
      await context.db.updateTable('deals').set({ kind: 'lamp' }).execute();
      const { rss, json } = feedAddresses(context, userId, 0);
      const { answer, headers } = await read(alertsJsonFeed, json);
      expect(headers.get('cache-control')).toMatch(/^private/);
      expect(answer).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        items: [
          { title: 'Deal number 2', summary: 'Your alert “ssd under $60”', date_published: context.clock().toISOString() },
          { title: 'Deal number 1', url: expect.stringMatching(/^http:\/\/localhost:4321\/f\/\d+-deal-number-1$/) as string },
        ],
      });
      expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
      expect(await text(rss)).toMatch(/^<\?xml.*<title>Deal number 2<\/title>.*<title>Deal number 1<\/title>.*<\/rss>\n$/s);
      expect(await text(rss)).not.toContain('Deal number 3');
      for (const feed of [await text(rss), JSON.stringify(answer)]) expect(feed).toContain('http://localhost:4321/pictures/lamp.svg');
    });

    test('is not there for another key, an old one, or nobody', async () => {
      const { json } = feedAddresses(context, userId, 0);
      const { json: foreign } = feedAddresses(context, userId + 1000, 0);
      expect((await read(alertsJsonFeed, json)).status).toBe(200);
      for (const wrong of [
        feedAddresses(context, userId, 1).json,
        foreign,
        `${json}x`,
        json.replace(/=.*/, ''),
        json.replace(/=.*/, '=99999999999-x'),
      ])
        expect((await read(alertsJsonFeed, wrong)).status).toBe(404);
    });

    test('is empty for a suspended member', async () => {
      await tell(0, { channels: ['feed'] });
      await settleFeeds(context);
      await context.db
        .updateTable('accounts')
        .set({ suspended_until: new Date(context.clock().getTime() + 1) })
        .execute();
      expect((await read(alertsJsonFeed, feedAddresses(context, userId, 0).json)).answer).toMatchObject({ items: [] });
    });
  });

  describe('the settings', () => {
    const CHOSEN = { timezone: 'Europe/Berlin', digesthour: '18', digestday: '5', quietfrom: '22', quietuntil: '7', mostaday: '5' };

    test('are saved, and go for what is held already', async () => {
      const { browser, userId: own } = await verifiedMember(context);
      const alert = await givenAlert(context, own);
      await announce(context, { userId: own, alertId: alert, threadId: threads[0]!, frequency: 'daily' });
      await delivered(context);
      expect(await logOf(context)).toEqual(['held: daily at 8:00']);
      const { answer } = await browser.callAsMember(deliveryForm, { form: { do: 'update', ...CHOSEN } });
      expect(answer).toEqual({ success: true });
      expect(await settingsOf(context, own)).toMatchObject({
        ...{ timeZone: 'Europe/Berlin', digestHour: 18, digestDay: 5, quietFrom: 22, quietUntil: 7, mostADay: 5 },
      });
      await delivered(context);
      expect(await logOf(context)).toEqual(['held: daily at 18:00']);
    });

    test.each([
      ['eUROPE/bERLIN', 'Europe/Berlin'],
      ['US/Pacific', 'America/Los_Angeles'],
      ['utc', 'UTC'],
    ])('have one name for the time zone %s', async (timezone, timeZone) => {
      const { browser, userId: own } = await verifiedMember(context);
      await browser.callAsMember(deliveryForm, { form: { do: 'update', ...CHOSEN, timezone } });
      expect((await settingsOf(context, own)).timeZone).toBe(timeZone);
    });

    test.each([
      ['timezone', { timezone: 'Mars/Olympus' }],
      ['timezone', { timezone: '+05:31' }],
      ['digesthour', { digesthour: '24' }],
      ['digestday', { digestday: '0' }],
      ['quietfrom', { quietfrom: '' }],
      ['mostaday', { mostaday: '0' }],
    ])('say what is wrong with %s', async (field, wrong) => {
      const { browser, userId: own } = await verifiedMember(context);
      const { answer } = await browser.callAsMember(deliveryForm, { form: { do: 'update', ...CHOSEN, ...wrong } });
      expect(answer).toMatchObject({ success: false, field });
      expect((await settingsOf(context, own)).timeZone).toBe('UTC');
      await browser.callAsMember(deliveryForm, { form: { do: 'update', ...CHOSEN, ...wrong }, plain: true });
      expect(JSON.parse(browser.jar.get('flash') ?? '')).toMatchObject({ field, kept: { ...CHOSEN, ...wrong } });
    });

    test('renew the addresses of the feeds', async () => {
      const { browser, userId: own } = await verifiedMember(context);
      const renew = async () => (await browser.callAsMember(deliveryForm, { form: { do: 'renewfeed' } })).answer;
      expect(await renew()).toEqual({ success: true, ...feedAddresses(context, own, 1) });
      expect(await renew()).toEqual({ success: true, ...feedAddresses(context, own, 2) });
    });

    test('have mails come again', async () => {
      const { browser, userId: own } = await verifiedMember(context);
      await oneClick(unsubscribeKey(context, { userId: own }));
      expect((await settingsOf(context, own)).isUnsubscribed).toBe(true);
      await browser.callAsMember(deliveryForm, { form: { do: 'resubscribe' } });
      expect((await settingsOf(context, own)).isUnsubscribed).toBe(false);
    });
  });
});
