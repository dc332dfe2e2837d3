import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { smallSite } from '../support/built-site.ts';
import { useForeignServers } from '../support/foreign-server.ts';
import { jsonOf } from '../support/http.ts';
import { PASSWORD, Visitor } from '../support/http-visitor.ts';
import { PushService } from '../support/push-server.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { removeSite, startBriefSite } from '../support/site.ts';
import { dealRecord } from '../support/small-catalogue.ts';
import { openSmtpSite } from '../support/smtp.ts';

const LONG = 120_000;
const SOON = { interval: 50, timeout: 30_000 };
const LATER = ['--import', new URL('../support/later-clock.ts', import.meta.url).href];

// Two sites are never built at once.
await sharedSite();

const startServer = useForeignServers();

test('an alert whose mail and push were taken is not sent again by a site that was killed before it knew', { timeout: LONG }, async () => {
  const smtp = await openSmtpSite();
  const push = new PushService(await startServer(), () => new Date());
  const settings = { ...(await smallSite()), SMTP_URL: smtp.url, TRUST_PROXY: '1', FETCH_PRIVATE_HOSTS: push.server.host };
  const mailed = (word: string) => smtp.delivered.filter(({ subject }) => subject.includes(word));
  let site = await startBriefSite(settings);
  onTestFinished(async () => {
    await site.stop();
    await removeSite(site.dataDir);
  }, LONG);
  await site.ready();

  const ada = new Visitor(site.url);
  const origin = { Origin: settings.SITE_URL };
  const fields = { email: 'ada@example.org', password: PASSWORD, securitytoken: 'guest' };
  await ada.send('/forums/register.php?do=addmember', fields, origin);
  await expect.poll(() => smtp.delivered.length, SOON).toBe(1);
  const token = /[?&]token=([\w-]+)/.exec(smtp.delivered[0]!.text)![1]!;
  await ada.send('/account/verify', { token, securitytoken: await ada.token() }, origin);
  // Of the first push the service takes the request, and never says so.
  const device = push.subscribe('/device', () => undefined, 201);
  await ada.send('/account/push', { do: 'subscribe', ...device, securitytoken: await ada.token() }, origin);
  const alert = { do: 'do-add', q: 'anglepoise', notification: 'email,push', securitytoken: await ada.token() };
  expect(jsonOf(await ada.send('/forums/sddealalerts_ajax.php', alert, origin))).toMatchObject({ success: true });
  const add = (title: string) =>
    commandSite(site, 'add', { record: dealRecord({ sourceId: title.replace(' ', '-'), title }), dryRun: false });

  smtp.conduct = 'takes in silence';
  await add('Anglepoise Copper');
  await expect.poll(() => [mailed('Copper').length, push.server.asked.length], SOON).toEqual([1, 1]);
  const exited = once(site.process, 'exit');
  site.process.kill('SIGKILL');
  await exited;

  smtp.conduct = 'takes';
  site = await startBriefSite({ ...settings, PORT: new URL(site.url).port }, LATER);
  await site.ready();
  const unconfirmed = async () => (await ada.get('/account/alerts')).text.match(/by (email|push), not confirmed/g)?.toSorted();
  await expect.poll(unconfirmed, SOON).toEqual(['by email, not confirmed', 'by push, not confirmed']);
  await add('Anglepoise Brass');
  await expect.poll(() => [mailed('Brass').length, push.pushed.length], SOON).toEqual([1, 1]);
  expect(push.pushed[0]!.message.notification.title).toContain('Brass');
  expect([mailed('Copper').length, push.server.asked.length]).toEqual([1, 2]);

  // An address that is refused for good is said where the member looks, and mails come again when they say so.
  smtp.conduct = { code: 550, message: '5.1.1 no such user', ofRecipient: true };
  await add('Anglepoise Tin');
  const listed = async () => (await ada.get('/account/notifications')).text;
  await expect.poll(listed, SOON).toContain('Mails to ada@example.org stopped: its mail server refused them');
  const [, id] = /\?open=(\d+)"[^>]*>(?:(?!<\/a>).)*Mails to ada/s.exec(await listed())!;
  expect((await ada.get(`/account/notifications?open=${id}`)).headers.location).toBe('/account/alerts#delivery');
  expect((await ada.get('/account/alerts')).text).toMatch(/Mails to ada@example\.org stopped on [\s\S]*5\.1\.1 no such user/);
  await ada.send('/account/delivery', { do: 'resubscribe', securitytoken: await ada.token() }, origin);
  expect((await ada.get('/account/alerts')).text).not.toContain('Mails to ada@example.org stopped on');
});
