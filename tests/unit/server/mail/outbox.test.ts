import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../../src/server/config.ts';
import type { Db } from '../../../../src/server/db/database.ts';
import { mailOf } from '../../../../src/server/mail/mail.ts';
import { startMailJob, addToOutbox, sendDue, type Compose, type Lane, type MailEnd } from '../../../../src/server/mail/outbox.ts';
import { type Transport } from '../../../../src/server/mail/transport.ts';
import { openTransport } from '../../../../src/server/mail/open-transport.ts';
import { eachDatabase } from '../../../support/databases.ts';
import { openSmtpSite, type SmtpSite } from '../../../support/smtp.ts';

const MINUTE = 60_000;

const compose = (async (_kind: string, { email }: Record<string, unknown>) =>
  typeof email === 'string'
    ? mailOf({
        to: email,
        subject: 'Verify your e-mail address',
        paragraphs: ['Hello Ada.', 'Grüße & <b>bold</b>.'],
        action: { label: 'Verify', url: 'https://deals.example/verify?token=abc=def&x=1' },
        siteName: 'Magpie',
        siteUrl: 'https://deals.example',
      })
    : undefined) satisfies Compose;

function transportTo(site: SmtpSite): Transport {
  const transport = openTransport(readConfig({ SMTP_URL: site.url }), () => undefined);
  onTestFinished(() => transport.close());
  return transport;
}

const rows = (db: Db) => db.selectFrom('outbox').selectAll().orderBy('id').execute();

eachDatabase('the outbox', (open) => {
  let db: Db;
  let now: Date;
  let smtp: SmtpSite;
  let transport: Transport;
  const clock = () => now;
  const wait = (ms: number) => void (now = new Date(now.getTime() + ms));
  const send = (onGivenUp?: (error: Error) => void) => sendDue({ db, clock }, compose, transport, onGivenUp);

  beforeEach(async () => {
    ({ db } = await open());
    now = new Date('2026-03-01T12:00:00Z');
    smtp = await openSmtpSite();
    transport = transportTo(smtp);
  });

  test('sends text and HTML once, and is empty then', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
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
    expect(await rows(db)).toEqual([]);
  });

  test('sends nothing of a transaction that is rolled back', async () => {
    const rolledBack = db.transaction().execute(async (transaction) => {
      await addToOutbox(transaction, 'verify-email', { email: 'ada@deals.example' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await send()).toBe(0);
  });

  test('forgets a mail that there is nobody for any more', async () => {
    await addToOutbox(db, 'verify-email', { userId: 7 });
    expect(await send()).toBe(1);
    expect([smtp.delivered, await rows(db)]).toEqual([[], []]);
  });

  test('tries again after one minute, two, four and so on, and then sends', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = { code: 451, message: 'come back later' };
    for (const minutes of [1, 2, 4]) {
      expect(await send()).toBe(1);
      wait(minutes * MINUTE - 1);
      expect(await send()).toBe(0);
      // A fifth more at most.
      wait((minutes * MINUTE) / 5 + 1);
    }
    smtp.conduct = 'takes';
    const [waiting] = await rows(db);
    expect(waiting).toMatchObject({ attempts: 3, failed_at: null, last_error: expect.stringContaining('451 come back later') as string });
    expect(await send()).toBe(1);
    expect([smtp.delivered.length, await rows(db)]).toEqual([1, []]);
  });

  test('gives up after eight tries, keeps the mail, and says so once', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = { code: 550, message: 'no such mailbox, see https://deals.example/verify?token=abc' };
    const onGivenUp = vi.fn<(error: Error) => void>();
    let tries = 0;
    for (let hours = 0; hours < 20; hours++, wait(60 * MINUTE * 3)) tries += await send(onGivenUp);
    expect(tries).toBe(8);
    const [dead] = await rows(db);
    expect(dead).toMatchObject({ attempts: 8, kind: 'verify-email', failed_at: expect.any(Date) as Date });
    expect(dead!.last_error).toContain('550 no such mailbox, see (address)');
    expect(onGivenUp.mock.calls.map(([{ message }]) => message)).toEqual([
      expect.stringMatching(/^mail 1 \(verify-email\) was given up after 8 tries: .*550 no such mailbox/) as string,
    ]);
    smtp.conduct = 'takes';
    wait(1_000 * 60 * MINUTE);
    expect([await send(), smtp.delivered]).toEqual([0, []]);
  });

  test('a mail that cannot be made or addressed does not hold up the others', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example, eve@evil.example' });
    await addToOutbox(db, 'unknown', { email: 'bob@deals.example' });
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    const failing: Compose = async (kind, data) => {
      if (kind === 'unknown') throw new Error('there is no mail of this kind');
      return compose(kind, data);
    };
    await sendDue({ db, clock }, failing, transport);
    expect(smtp.delivered.map(({ envelope }) => envelope.to)).toEqual([['ada@deals.example']]);
    expect((await rows(db)).map(({ last_error }) => last_error)).toEqual([
      'the recipient is not an e-mail address',
      'there is no mail of this kind',
    ]);
  });

  test('sends again what a connection broke off over, and what the end was not heard of', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = 'breaks off midway';
    await send();
    expect(smtp.delivered).toHaveLength(0);
    smtp.conduct = 'breaks off after taking';
    wait(2 * MINUTE);
    await send();
    expect(smtp.delivered).toHaveLength(1);
    expect(await rows(db)).toMatchObject([{ attempts: 2, failed_at: null }]);
    smtp.conduct = 'takes';
    wait(3 * MINUTE);
    await send();
    expect([smtp.delivered.length, await rows(db)]).toEqual([2, []]);
  });

  test('calls a server that hangs up once a try', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    smtp.conduct = 'hangs up';
    await send();
    expect([smtp.calls, await rows(db)]).toMatchObject([1, [{ attempts: 1 }]]);
  });

  test('tries again when there is no server for a while', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    await smtp.stop();
    await send();
    expect(await rows(db)).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') as string }]);
    const again = await openSmtpSite({ port: Number(new URL(smtp.url).port) });
    wait(2 * MINUTE);
    await send();
    expect(again.delivered).toHaveLength(1);
  });

  test('sends again what was sent while the process was killed, when the lease has passed', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    const killed = new Promise<never>(() => undefined);
    const sent = Promise.withResolvers<undefined>();
    void sendDue({ db, clock }, compose, {
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
    expect([smtp.delivered.length, await rows(db)]).toEqual([2, []]);
  });

  test('a try that failed after another server had taken the mail leaves it to that one', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    const failure = Promise.withResolvers<undefined>();
    const sending = Promise.withResolvers<undefined>();
    const slow = sendDue({ db, clock }, compose, {
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
    const before = await rows(db);
    failure.reject(new Error('broken'));
    await slow;
    expect(await rows(db)).toEqual(before);
    expect(before).toMatchObject([{ attempts: 2 }]);
  });

  test('servers that look at the same time send each mail once', async () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `member-${at}@deals.example`);
    for (const email of addresses) await addToOutbox(db, 'verify-email', { email });
    const transports = [transport, transportTo(smtp), transportTo(smtp)];
    await Promise.all(
      transports.map(async (own) => {
        while ((await sendDue({ db, clock }, compose, own)) > 0);
      }),
    );
    expect(smtp.delivered.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(await rows(db)).toEqual([]);
  });

  test('no transaction is open while a mail is on its way', async () => {
    await addToOutbox(db, 'verify-email', { email: 'ada@deals.example' });
    let seen = 0;
    await sendDue({ db, clock }, compose, {
      async send() {
        seen = (await db.transaction().execute(rows)).length;
      },
      close: () => undefined,
    });
    expect(seen).toBe(1);
  });

  test('is looked after until it is told to end, whatever goes wrong', async () => {
    const onError = vi.fn();
    await sql`alter table outbox rename to away`.execute(db);
    const { wake, end } = startMailJob({ db, clock }, compose, transport, onError);
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
    await sql`alter table away rename to outbox`.execute(db);
    for (let at = 0; at < 12; at++) await addToOutbox(db, 'verify-email', { email: `member-${at}@deals.example` });
    wake();
    await vi.waitFor(() => expect(smtp.delivered).toHaveLength(12), { timeout: 10_000 });
    await end();
    expect(await rows(db)).toEqual([]);
    await addToOutbox(db, 'verify-email', { email: 'late@deals.example' });
    await startMailJob({ db, clock }, compose, { send: async () => undefined, close: () => undefined }, onError).end();
    // It had begun to look when it was told to end.
    expect((await rows(db)).length).toBe(0);
  });
});

eachDatabase('mails that are not sent twice', (open) => {
  let db: Db;
  let now: Date;
  let smtp: SmtpSite;
  let transport: Transport;
  let ends: [number, MailEnd][];
  let lane: Lane;
  const clock = () => now;
  const wait = (ms: number) => void (now = new Date(now.getTime() + ms));
  const send = (by = transport) => sendDue({ db, clock }, compose, by, undefined, lane);
  const queue = () => addToOutbox(db, 'alert', { email: 'ada@deals.example' }, 1);

  beforeEach(async () => {
    ({ db } = await open());
    now = new Date('2026-03-01T12:00:00Z');
    smtp = await openSmtpSite();
    transport = transportTo(smtp);
    ends = [];
    lane = { settle: new Map([['alert', async (_transaction, { id }, end) => void ends.push([id, end])]]) };
  });

  test('are settled when they were sent', async () => {
    const id = await queue();
    await send();
    expect([smtp.delivered.length, ends, await rows(db)]).toEqual([1, [[id, { state: 'sent' }]], []]);
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
    expect([smtp.delivered.length, ends, await rows(db)]).toEqual([when === 'sent' ? 1 : 0, [[id, { state: 'unconfirmed' }]], []]);
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
    expect([ends, await rows(db)]).toMatchObject([[], [{ attempts: 1, begun_at: null }]]);
    smtp.conduct = 'takes';
    wait(2 * MINUTE);
    await send();
    expect([smtp.delivered.length, ends, await rows(db)]).toEqual([1, [[id, { state: 'sent' }]], []]);
  });

  test('are tried again when there was no server', async () => {
    await queue();
    await smtp.stop();
    await send();
    expect([ends, await rows(db)]).toMatchObject([[], [{ attempts: 1, begun_at: null }]]);
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
    expect((await rows(db)).length).toBe(state ? 0 : 1);
  });

  test('are settled as failed when they are given up, and gone', async () => {
    const id = await queue();
    smtp.conduct = { code: 451, message: 'later' };
    for (let tries = 0; tries < 8; tries++, wait(3 * 60 * MINUTE)) await send();
    expect([ends, await rows(db)]).toEqual([[[id, { state: 'failed', error: expect.stringContaining('later') as string }]], []]);
  });

  test('that were dropped meanwhile are not sent', async () => {
    const id = await queue();
    const dropping: Compose = async (...row) => {
      await db.deleteFrom('outbox').where('id', '=', id).execute();
      return compose(row[0], row[1]);
    };
    await sendDue({ db, clock }, dropping, transport, undefined, lane);
    expect([smtp.delivered, ends]).toEqual([[], []]);
  });
});

eachDatabase('lanes', (open) => {
  test('what somebody waits for is sent while a slow server holds up the mails that nobody waits for', async () => {
    const { db } = await open();
    const clock = () => new Date();
    const [fast, slow] = [await openSmtpSite(), await openSmtpSite()];
    const free = Promise.withResolvers<undefined>();
    slow.delay = free.promise;
    const onError = vi.fn();
    for (let at = 0; at < 30; at++) await addToOutbox(db, 'alert', { email: `member-${at}@deals.example` }, 1);
    const jobs = [
      startMailJob({ db, clock }, compose, transportTo(slow), onError, { priority: 1, atOnce: 4 }),
      startMailJob({ db, clock }, compose, transportTo(fast), onError, { priority: 0 }),
    ];
    await vi.waitFor(() => expect(slow.calls).toBeGreaterThan(0), { timeout: 10_000 });
    await addToOutbox(db, 'reset-password', { email: 'ada@deals.example' });
    await vi.waitFor(() => expect(fast.delivered).toHaveLength(1), { timeout: 10_000 });
    expect(slow.delivered).toEqual([]);
    free.resolve(undefined);
    await vi.waitFor(() => expect(slow.delivered).toHaveLength(30), { timeout: 20_000 });
    await Promise.all(jobs.map(({ end }) => end()));
    expect([fast.delivered.length, onError.mock.calls]).toEqual([1, []]);
  });

  test('one lane for all takes what somebody waits for first', async () => {
    const { db } = await open();
    const taken: unknown[] = [];
    for (let at = 0; at < 6; at++) await addToOutbox(db, 'alert', {}, 1);
    await addToOutbox(db, 'reset-password', {});
    const noting: Compose = async (kind) => void taken.push(kind);
    await sendDue({ db, clock: () => new Date() }, noting, { send: async () => undefined, close: () => undefined });
    expect(taken).toHaveLength(5);
    expect(taken).toContain('reset-password');
  });
});

describe('over SMTP', () => {
  test.each([
    ['a subject that goes on in a header of its own', 'Hello\r\nBcc: eve@evil.example\r\n\r\nBody'],
    ['one in another script', 'Grüße an „Ærøskøbing“, 你好 🎉'],
    ['a long one', `Hello ${'and on '.repeat(60)}end`],
  ])('%s adds neither header nor recipient', async (_what, subject) => {
    const smtp = await openSmtpSite();
    await transportTo(smtp).send({ to: 'ada@deals.example', subject, text: 'Text', html: '<p>HTML</p>' });
    const [mail] = smtp.delivered;
    expect(mail!.envelope.to).toEqual(['ada@deals.example']);
    expect([...mail!.headers.keys()]).not.toContain('bcc');
    expect(mail!.subject).toBe(subject.replaceAll(/\r\n/g, ' '));
    expect(mail!.text.trim()).toBe('Text');
  });

  test.each([
    'ada@deals.example,eve@evil.example',
    'ada@deals.example;eve@evil.example',
    'ada@deals.example\r\nBcc: eve@evil.example',
    'ada@deals.example\r\nRCPT TO:<eve@evil.example>',
    '"a@b"@deals.example',
    'Ada <ada@deals.example>',
    'list: ada@deals.example, eve@evil.example;',
    'ada@evil.example@deals.example',
    'ada deals.example',
    'ada\u0000@deals.example',
    '\u202eada@deals.example',
    '',
  ])('the address %j is refused', async (to) => {
    const smtp = await openSmtpSite();
    await expect(transportTo(smtp).send({ to, subject: 'S', text: 'T', html: 'H' })).rejects.toThrow('not an e-mail address');
    expect(smtp.delivered).toEqual([]);
  });

  test.each(['grüße@deals.example', "o'neill+tag=x@deals.example", 'ada@bücher.example', '-oX@deals.example'])(
    'the address %j is one recipient',
    async (to) => {
      const smtp = await openSmtpSite();
      await transportTo(smtp).send({ to, subject: 'S', text: 'T', html: 'H' });
      expect(smtp.delivered.map(({ envelope }) => envelope.to.length)).toEqual([1]);
      expect(smtp.delivered[0]!.envelope.to[0]).toMatch(/^[^,@]+@(deals|xn--bcher-kva|bücher)\.example$/);
    },
  );

  test('the log says nothing of what was sent', async () => {
    const smtp = await openSmtpSite();
    const lines: string[] = [];
    const transport = openTransport(readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Deals <deals@deals.example>' }), (line) =>
      lines.push(line),
    );
    onTestFinished(() => transport.close());
    await transport.send((await compose('verify-email', { email: 'ada@deals.example' }))!);
    expect(lines).toEqual([]);
    expect(smtp.delivered[0]!.headers.get('from')).toBe('Deals <deals@deals.example>');
  });
});
