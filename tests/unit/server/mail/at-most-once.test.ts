import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../../src/server/db/database.ts';
import { retryMail } from '../../../../src/server/mail/dead-letters.ts';
import type { Compose, MailOutcome } from '../../../../src/server/mail/outbox.ts';
import { sendDue, type Lane } from '../../../../src/server/mail/send-due.ts';
import type { Transport } from '../../../../src/server/mail/transport.ts';
import { eachDatabase } from '../../../support/databases.ts';
import { addMail, composeTestMail, outboxRows, transportTo } from '../../../support/outbox.ts';
import { openSmtpSite, type SmtpSite } from '../../../support/smtp.ts';

const MINUTE = 60_000;

eachDatabase('mails that are not sent twice', (open) => {
  let db: Db;
  let now: Date;
  let smtp: SmtpSite;
  let transport: Transport;
  let ends: [number, MailOutcome][];
  let lane: Lane;
  const clock = () => now;
  const wait = (ms: number) => void (now = new Date(now.getTime() + ms));
  const send = (by = transport) => sendDue({ db, clock }, composeTestMail, by, undefined, lane);
  const queue = () => addMail(db, 'alert', { email: 'ada@deals.example' }, 1);

  beforeEach(async () => {
    ({ db } = await open());
    now = new Date('2026-03-01T12:00:00Z');
    smtp = await openSmtpSite();
    transport = transportTo(smtp);
    ends = [];
    lane = {
      settle: new Map([
        ['alert', async (_transaction, ended) => void ends.push(...ended.map(({ mail, end }): [number, MailOutcome] => [mail.id, end]))],
      ]),
    };
  });

  test('are settled when they were sent', async () => {
    const id = await queue();
    await send();
    expect([smtp.delivered.length, ends, await outboxRows(db)]).toEqual([1, [[id, { state: 'sent' }]], []]);
  });

  test.each(['sent', 'about to be sent'])('are not sent again when the process was killed while they were %s', async (when) => {
    const id = await queue();
    const killed = Promise.withResolvers<undefined>();
    void send({
      async send(mail) {
        if (when === 'sent') await transport.send(mail);
        killed.resolve(undefined);
        await new Promise<never>(() => undefined);
      },
      close: () => undefined,
    });
    await killed.promise;
    expect(await send()).toBe(0);
    wait(5 * MINUTE);
    expect(await send()).toBe(1);
    expect([smtp.delivered.length, ends, await outboxRows(db)]).toEqual([when === 'sent' ? 1 : 0, [[id, { state: 'unconfirmed' }]], []]);
  });

  test('are not sent again when the server broke off after the whole mail had gone over', async () => {
    const id = await queue();
    smtp.conduct = 'breaks off after taking';
    await send();
    smtp.conduct = 'takes';
    wait(60 * MINUTE);
    expect(await send()).toBe(0);
    expect([smtp.delivered.length, ends]).toEqual([1, [[id, { state: 'unconfirmed' }]]]);
  });

  test.each([
    'hangs up',
    'breaks off at the recipient',
    { code: 451, message: 'later' },
    { code: 451, message: 'later', ofRecipient: true },
  ] as const)('are tried again when nothing went over: the server %j', async (conduct) => {
    const id = await queue();
    smtp.conduct = conduct;
    await send();
    expect([ends, await outboxRows(db)]).toMatchObject([[], [{ attempts: 1, begun_at: null }]]);
    smtp.conduct = 'takes';
    wait(2 * MINUTE);
    await send();
    expect([smtp.delivered.length, ends, await outboxRows(db)]).toEqual([1, [[id, { state: 'sent' }]], []]);
  });

  test('are tried again when there was no server', async () => {
    await queue();
    await smtp.stop();
    await send();
    expect([ends, await outboxRows(db)]).toMatchObject([[], [{ attempts: 1, begun_at: null }]]);
  });

  test.each([
    ['no answer about the address', { code: 550, message: '5.1.1 no such user', ofRecipient: true }, 'refused'],
    ['without a status', { code: 550, message: 'no such user', ofRecipient: true }, 'refused'],
    ['a mailbox that is off', { code: 554, message: '5.2.1 disabled', ofRecipient: true }, 'refused'],
    ['the address, after the mail', { code: 550, message: '5.1.1 no such user' }, 'refused'],
    ['a block list', { code: 550, message: '5.7.1 listed', ofRecipient: true }, undefined],
    ['spam, after the mail', { code: 554, message: '5.7.1 spam' }, undefined],
    ['an error of its own, after the mail', { code: 554, message: 'transaction failed' }, undefined],
  ] as const)('say whether the address was refused for good: %s', async (_what, conduct, state) => {
    const id = await queue();
    smtp.conduct = conduct;
    await send();
    expect(ends).toEqual(state ? [[id, { state, error: expect.stringContaining(conduct.message) as string }]] : []);
    expect((await outboxRows(db)).length).toBe(state ? 0 : 1);
  });

  test('are settled as failed when they are given up, and kept for an operator to have them tried again', async () => {
    const id = await queue();
    smtp.conduct = { code: 451, message: 'later' };
    for (let tries = 0; tries < 8; tries++, wait(3 * 60 * MINUTE)) await send();
    expect(ends).toEqual([[id, { state: 'failed', error: expect.stringContaining('later') as string }]]);
    expect(await outboxRows(db)).toMatchObject([{ id, attempts: 8, failed_at: expect.any(Date) as Date, begun_at: null }]);
    smtp.conduct = 'takes';
    expect(await send()).toBe(0);
    await retryMail({ db, clock });
    await send();
    expect([smtp.delivered.length, ends.slice(1), await outboxRows(db)]).toEqual([1, [[id, { state: 'sent' }]], []]);
  });

  test('that were dropped meanwhile are not sent', async () => {
    const id = await queue();
    const dropping: Compose = async (...row) => {
      await db.deleteFrom('outbox').where('id', '=', id).execute();
      return composeTestMail(row[0], row[1]);
    };
    await sendDue({ db, clock }, dropping, transport, undefined, lane);
    expect([smtp.delivered, ends]).toEqual([[], []]);
  });
});
