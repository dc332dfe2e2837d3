import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '../../../../src/server/db/database.ts';
import { retryMail } from '../../../../src/server/mail/dead-letters.ts';
import type { Compose } from '../../../../src/server/mail/outbox.ts';
import { sendDue } from '../../../../src/server/mail/send-due.ts';
import { startMailJob } from '../../../../src/server/mail/mail-job.ts';
import type { Transport } from '../../../../src/server/mail/transport.ts';
import { eachDatabase } from '../../../support/databases.ts';
import { addMail, composeTestMail, outboxRows, transportTo } from '../../../support/outbox.ts';
import { openSmtpSite, type SmtpSite } from '../../../support/smtp.ts';

const MINUTE = 60_000;

eachDatabase('the outbox', (open) => {
  let db: Db;
  let now: Date;
  let smtp: SmtpSite;
  let transport: Transport;
  const clock = () => now;
  const wait = (ms: number) => void (now = new Date(now.getTime() + ms));
  const send = (onGivenUp?: (error: Error) => void) => sendDue({ db, clock }, composeTestMail, transport, onGivenUp);

  beforeEach(async () => {
    ({ db } = await open());
    now = new Date('2026-03-01T12:00:00Z');
    smtp = await openSmtpSite();
    transport = transportTo(smtp);
  });

  test('sends text and HTML once, and is empty then', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(smtp.delivered).toHaveLength(1);
    const [mail] = smtp.delivered;
    expect(mail!.envelope).toEqual({ from: 'no-reply@localhost', to: ['ada@deals.example'] });
    expect(mail!.headers.get('from')).toBe('Magpie <no-reply@localhost>');
    expect(mail!.subject).toBe('Verify your e-mail address');
    expect(mail!.text).toContain('Grüße & <b>bold</b>.\n\nVerify:\nhttps://deals.example/verify?token=abc=def&x=1\n');
    expect(mail!.html).toContain('Grüße &amp; &lt;b&gt;bold&lt;/b&gt;.');
    expect(mail!.html).toContain('href="https://deals.example/verify?token=abc=def&amp;x=1"');
    expect(await outboxRows(db)).toEqual([]);
  });

  test('sends nothing of a transaction that is rolled back', async () => {
    const rolledBack = db.transaction().execute(async (transaction) => {
      await addMail(transaction, 'verify-email', { email: 'ada@deals.example' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await send()).toBe(0);
  });

  test('forgets a mail that there is nobody for any more', async () => {
    await addMail(db, 'verify-email', { userId: 7 });
    expect(await send()).toBe(1);
    expect([smtp.delivered, await outboxRows(db)]).toEqual([[], []]);
  });

  test('tries again after one minute, two, four and so on, and then sends', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = { code: 451, message: 'come back later' };
    for (const minutes of [1, 2, 4]) {
      expect(await send()).toBe(1);
      wait(minutes * MINUTE - 1);
      expect(await send()).toBe(0);
      // A fifth more at most.
      wait((minutes * MINUTE) / 5 + 1);
    }
    smtp.conduct = 'takes';
    const [waiting] = await outboxRows(db);
    expect(waiting).toMatchObject({ attempts: 3, failed_at: null, last_error: expect.stringContaining('451 come back later') as string });
    expect(await send()).toBe(1);
    expect([smtp.delivered.length, await outboxRows(db)]).toEqual([1, []]);
  });

  test('gives up after eight tries, keeps the mail, and says so once', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = { code: 550, message: 'no such mailbox <ada@deals.example>, see https://deals.example/verify?token=abc' };
    const onGivenUp = vi.fn<(error: Error) => void>();
    let tries = 0;
    for (let hours = 0; hours < 20; hours++, wait(60 * MINUTE * 3)) tries += await send(onGivenUp);
    expect(tries).toBe(8);
    const [dead] = await outboxRows(db);
    expect(dead).toMatchObject({ attempts: 8, kind: 'verify-email', failed_at: expect.any(Date) as Date });
    expect(dead!.last_error).toContain('550 no such mailbox <(address)>, see (address)');
    expect(onGivenUp.mock.calls.map(([{ message }]) => message)).toEqual([
      expect.stringMatching(/^mail 1 \(verify-email\) was given up after 8 tries: [^@]*550 no such mailbox[^@]*$/) as string,
    ]);
    smtp.conduct = 'takes';
    wait(1_000 * 60 * MINUTE);
    expect([await send(), smtp.delivered]).toEqual([0, []]);
  });

  test('a mail that cannot be made or addressed does not hold up the others', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example, eve@evil.example' });
    await addMail(db, 'unknown', { email: 'bob@deals.example' });
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    const failing: Compose = async (kind, data) => {
      if (kind === 'unknown') throw new Error('there is no mail of this kind');
      return composeTestMail(kind, data);
    };
    await sendDue({ db, clock }, failing, transport);
    expect(smtp.delivered.map(({ envelope }) => envelope.to)).toEqual([['ada@deals.example']]);
    expect((await outboxRows(db)).map(({ last_error }) => last_error)).toEqual([
      'the recipient is not an e-mail address',
      'there is no mail of this kind',
    ]);
  });

  test('sends again what a connection broke off over, and what the end was not heard of', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = 'breaks off midway';
    await send();
    expect(smtp.delivered).toHaveLength(0);
    smtp.conduct = 'breaks off after taking';
    wait(2 * MINUTE);
    await send();
    expect(smtp.delivered).toHaveLength(1);
    expect(await outboxRows(db)).toMatchObject([{ attempts: 2, failed_at: null }]);
    smtp.conduct = 'takes';
    wait(3 * MINUTE);
    await send();
    expect([smtp.delivered.length, await outboxRows(db)]).toEqual([2, []]);
  });

  test('does not send twice what is under way when an operator has failed mail tried again', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = { code: 451, message: 'come back later' };
    await send();
    smtp.conduct = 'takes';
    wait(2 * MINUTE);
    const taken: number[] = [];
    const retried: Compose = async (kind, data) => {
      await retryMail({ db, clock });
      taken.push(await send());
      return composeTestMail(kind, data);
    };
    expect(await sendDue({ db, clock }, retried, transport)).toBe(1);
    expect([taken, smtp.delivered.length, await outboxRows(db)]).toEqual([[0], 1, []]);
  });

  test('calls a server that hangs up once a try', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = 'hangs up';
    await send();
    expect([smtp.calls, await outboxRows(db)]).toMatchObject([1, [{ attempts: 1 }]]);
  });

  test('tries again when there is no server for a while', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    await smtp.stop();
    await send();
    expect(await outboxRows(db)).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') as string }]);
    const again = await openSmtpSite({ port: Number(new URL(smtp.url).port) });
    wait(2 * MINUTE);
    await send();
    expect(again.delivered).toHaveLength(1);
  });

  test('sends again what was sent while the process was killed, when the lease has passed', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    const killed = new Promise<never>(() => undefined);
    const sent = Promise.withResolvers<undefined>();
    void sendDue({ db, clock }, composeTestMail, {
      async send(mail) {
        await transport.send(mail);
        sent.resolve(undefined);
        await killed;
      },
      close: () => undefined,
    });
    await sent.promise;
    expect(await send()).toBe(0);
    wait(5 * MINUTE - 1);
    expect(await send()).toBe(0);
    wait(1);
    expect(await send()).toBe(1);
    expect([smtp.delivered.length, await outboxRows(db)]).toEqual([2, []]);
  });

  test('a try that failed after another server had taken the mail leaves it to that one', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    const failure = Promise.withResolvers<undefined>();
    const sending = Promise.withResolvers<undefined>();
    const slow = sendDue({ db, clock }, composeTestMail, {
      send() {
        sending.resolve(undefined);
        return failure.promise;
      },
      close: () => undefined,
    });
    await sending.promise;
    wait(5 * MINUTE);
    smtp.conduct = { code: 451, message: 'later' };
    await send();
    const before = await outboxRows(db);
    failure.reject(new Error('broken'));
    await slow;
    expect(await outboxRows(db)).toEqual(before);
    expect(before).toMatchObject([{ attempts: 2 }]);
  });

  test('servers that look at the same time send each mail once', async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `member-${at}@deals.example`);
    for (const email of addresses) await addMail(db, 'verify-email', { email });
    const transports = [transport, transportTo(smtp), transportTo(smtp)];
    await Promise.all(
      transports.map(async (own) => {
        while ((await sendDue({ db, clock }, composeTestMail, own)) > 0);
      }),
    );
    expect(smtp.delivered.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(await outboxRows(db)).toEqual([]);
  });

  test('no transaction is open while a mail is on its way', async () => {
    await addMail(db, 'verify-email', { email: 'ada@deals.example' });
    let seen = 0;
    await sendDue({ db, clock }, composeTestMail, {
      async send() {
        seen = (await db.transaction().execute(outboxRows)).length;
      },
      close: () => undefined,
    });
    expect(seen).toBe(1);
  });

  test('is looked after until it is told to end, whatever goes wrong', async () => {
    const onError = vi.fn();
    await sql`alter table outbox rename to away`.execute(db);
    const { wake, end } = startMailJob({ db, clock }, composeTestMail, transport, onError);
    await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(0);
    await sql`alter table away rename to outbox`.execute(db);
    for (let at = 0; at < 12; at++) await addMail(db, 'verify-email', { email: `member-${at}@deals.example` });
    wake();
    await vi.waitFor(() => expect(smtp.delivered).toHaveLength(12), { timeout: 10_000 });
    await end();
    expect(await outboxRows(db)).toEqual([]);
    await addMail(db, 'verify-email', { email: 'late@deals.example' });
    await startMailJob({ db, clock }, composeTestMail, { send: async () => undefined, close: () => undefined }, onError).end();
    // It had begun to look when it was told to end.
    expect((await outboxRows(db)).length).toBe(0);
  });
});
