import { beforeEach, expect, test } from 'vitest';
import { deliverDue, SENDERS } from '../../../src/features/notifications/deliver.server.ts';
import { bounceOf, noteBounce } from '../../../src/features/notifications/bounces/bounce.server.ts';
import { countUnread } from '../../../src/features/notifications/shown.server.ts';
import { notificationMails } from '../../../src/features/notifications/mails.server.ts';
import { composeMails, settleMails } from '../../../src/server/mail/mail-kind.ts';
import { retryMail } from '../../../src/server/mail/dead-letters.ts';
import { openTransport } from '../../../src/server/mail/open-transport.ts';
import { sendDue } from '../../../src/server/mail/send-due.ts';
import { type accountsContext, HOUR, MINUTE } from '../../support/accounts.ts';
import { announce, deliverBy, openDeliveries, logOf } from '../../support/deliveries.ts';
import { eachDatabase } from '../../support/databases.ts';
import { handedTo, toldTo } from '../../support/notifications.ts';
import { openSmtpSite } from '../../support/smtp.ts';

eachDatabase('deliveries over SMTP', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let userId: number;
  let email: string;
  let alertId: number;
  let threads: number[];

  beforeEach(async () => {
    ({ context, threads, userId, email, alertId } = await openDeliveries(open));
  });

  const tell = (at: number, more = {}) => announce(context, { userId, alertId, threadId: threads[at]!, ...more });
  const log = () => logOf(context);

  const connect = async () => {
    const smtp = await openSmtpSite();
    const transport = openTransport({ ...context.config, smtpUrl: smtp.url }, () => undefined);
    return { smtp, transport };
  };

  test('a recipient who is refused for good gets no further mails, until the address is another one', async () => {
    const { smtp, transport } = await connect();
    smtp.conduct = { code: 550, message: '5.1.1 no such user here', ofRecipient: true };
    await tell(0);
    await deliverBy(context, transport);
    expect(await log()).toEqual(['bounced: your address was refused']);
    expect(await bounceOf(context.db, userId, email.toUpperCase())).toEqual({
      at: context.clock(),
      reason: expect.stringContaining('no such user here') as string,
    });
    smtp.conduct = 'takes';
    await tell(1);
    await deliverBy(context, transport);
    expect([(await log())[1], smtp.delivered]).toEqual(['skipped: mail to your address bounces', []]);
    await context.db
      .updateTable('accounts')
      .set({ email: 'new@example.org', email_key: 'new@example.org' })
      .where('user_id', '=', userId)
      .execute();
    expect(await bounceOf(context.db, userId, 'new@example.org')).toBeUndefined();
    await tell(2);
    await deliverBy(context, transport);
    expect(smtp.delivered.map(({ to }) => to)).toEqual(['new@example.org']);
    transport.close();
  });

  test('the member is told on the site alone that mails stopped, once for each stop', async () => {
    const { smtp, transport } = await connect();
    const stopped = `Mails to ${email} stopped: its mail server refused them`;
    const refuse = async (at: number) => {
      await tell(at);
      await deliverBy(context, transport);
    };
    const told = async () => (await toldTo(context, userId)).filter((title) => title.startsWith('Mails to'));
    smtp.conduct = { code: 550, message: '5.1.1 no such user here', ofRecipient: true };
    // Both were on their way when the first was refused.
    await tell(0);
    await tell(1, { frequency: 'hourly' });
    context.at.pass(HOUR);
    await deliverBy(context, transport);
    expect(await told()).toEqual([stopped]);
    await noteBounce(context.db, { userId, email: email.toUpperCase(), reason: '550 again', timeZone: 'UTC' }, context.clock());
    await refuse(2);
    expect(await told()).toEqual([stopped]);
    await context.db.updateTable('notification_settings').set({ bounced_at: null, bounced_email: null, bounce_reason: null }).execute();
    await refuse(3);
    expect(await told()).toEqual([stopped, stopped]);
    expect(await countUnread(context.db, userId)).toBeGreaterThanOrEqual(2);
    expect((await handedTo(context, userId)).filter((handed) => handed.startsWith('mails-stopped'))).toEqual([]);
    transport.close();
  });

  test('a kill between sending and noting that does not send again, and the log says that it was not confirmed', async () => {
    const { smtp, transport } = await connect();
    await tell(0);
    await deliverDue(context, SENDERS);
    const killed = Promise.withResolvers<undefined>();
    void sendDue(
      context,
      composeMails(context, notificationMails),
      {
        async send(mail) {
          await transport.send(mail);
          killed.resolve(undefined);
          await new Promise<never>(() => undefined);
        },
        close: () => undefined,
      },
      undefined,
      { settle: settleMails(context, notificationMails) },
    );
    await killed.promise;
    context.at.pass(5 * MINUTE);
    await deliverBy(context, transport);
    expect([smtp.delivered.length, await log()]).toEqual([1, ['sent: not confirmed']]);
    transport.close();
  });

  test('what a mail server took none of for hours is sent once an operator has it tried again, but for what is over by then', async () => {
    const { smtp, transport } = await connect();
    smtp.conduct = { code: 451, message: 'later' };
    await tell(0);
    await tell(1, { frequency: 'hourly' });
    context.at.pass(HOUR);
    for (let tries = 0; tries < 9; tries++, context.at.pass(3 * HOUR)) await deliverBy(context, transport);
    expect([...new Set(await log())]).toEqual(['failed: the mail could not be sent']);
    await context.db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', threads[1]!).execute();
    smtp.conduct = 'takes';
    await retryMail(context);
    await deliverBy(context, transport);
    expect([await log(), smtp.delivered.length]).toEqual([['sent', 'skipped: expired'], 1]);
    await deliverBy(context, transport);
    expect(smtp.delivered.length).toBe(1);
    transport.close();
  });

  test('a try after a refusal has the same Message-ID, and another mail another one', async () => {
    const { smtp, transport } = await connect();
    const ids: (string | undefined)[] = [];
    const noting = {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => (ids.push(mail.messageId), transport.send(mail)),
    };
    smtp.conduct = { code: 451, message: 'later' };
    await tell(0);
    await deliverBy(context, noting);
    smtp.conduct = 'takes';
    context.at.pass(2 * MINUTE);
    await deliverBy(context, noting);
    await tell(1);
    await deliverBy(context, noting);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
    expect(smtp.delivered.map(({ headers }) => headers.get('message-id'))).toEqual([`<${ids[1]}>`, `<${ids[2]}>`]);
    transport.close();
  });
});
