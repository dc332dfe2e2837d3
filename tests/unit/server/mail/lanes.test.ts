import { expect, test, vi } from 'vitest';
import type { Compose } from '../../../../src/server/mail/outbox.ts';
import { sendDue } from '../../../../src/server/mail/send-due.ts';
import { startMailJob } from '../../../../src/server/mail/mail-job.ts';
import { eachDatabase } from '../../../support/databases.ts';
import { addMail, composeTestMail, transportTo } from '../../../support/outbox.ts';
import { openSmtpSite } from '../../../support/smtp.ts';

eachDatabase('lanes', (open) => {
  test('what somebody waits for is sent while a slow server holds up the mails that nobody waits for', async () => {
    const { db } = await open();
    const clock = () => new Date();
    const [fast, slow] = [await openSmtpSite(), await openSmtpSite()];
    const free = Promise.withResolvers<undefined>();
    slow.delay = free.promise;
    const onError = vi.fn();
    for (let at = 0; at < 30; at++) await addMail(db, 'alert', { email: `member-${at}@deals.example` }, 1);
    const jobs = [
      startMailJob({ db, clock }, composeTestMail, transportTo(slow), onError, { priority: 1, atOnce: 4 }),
      startMailJob({ db, clock }, composeTestMail, transportTo(fast), onError, { priority: 0 }),
    ];
    await vi.waitFor(() => expect(slow.calls).toBeGreaterThan(0), { timeout: 10_000 });
    await addMail(db, 'reset-password', { email: 'ada@deals.example' });
    await vi.waitFor(() => expect(fast.delivered).toHaveLength(1), { timeout: 10_000 });
    expect(slow.delivered).toEqual([]);
    free.resolve(undefined);
    await vi.waitFor(() => expect(slow.delivered).toHaveLength(30), { timeout: 20_000 });
    await Promise.all(jobs.map(({ end }) => end()));
    expect([fast.delivered.length, onError.mock.calls]).toEqual([1, []]);
  });

  test('a server that takes nothing is told of once for many mails, long before they are given up', async () => {
    const { db } = await open();
    const refusing = await openSmtpSite();
    refusing.conduct = { code: 451, message: 'come back later' };
    for (let at = 0; at < 12; at++) await addMail(db, 'verify-email', { email: `member-${at}@deals.example` });
    const onError = vi.fn<(error: unknown) => void>();
    const job = startMailJob({ db, clock: () => new Date() }, composeTestMail, transportTo(refusing), onError);
    const failed = () => db.selectFrom('outbox').select('id').where('last_error', 'is not', null).execute();
    await vi.waitFor(async () => expect(await failed()).toHaveLength(12), { timeout: 10_000 });
    await job.end();
    expect(onError.mock.calls).toEqual([
      [
        expect.objectContaining({
          message: expect.stringMatching(
            /^mail \d+ \(verify-email\) could not be sent, and will be tried again: .*451 come back later.* "npm run site -- mail" lists what waits\.$/,
          ) as string,
        }),
      ],
    ]);
  });

  test('one lane for all takes what somebody waits for first', async () => {
    const { db } = await open();
    const taken: unknown[] = [];
    for (let at = 0; at < 6; at++) await addMail(db, 'alert', {}, 1);
    await addMail(db, 'reset-password', {});
    const noting: Compose = async (kind) => void taken.push(kind);
    await sendDue({ db, clock: () => new Date() }, noting, { send: async () => undefined, close: () => undefined });
    expect(taken).toHaveLength(5);
    expect(taken).toContain('reset-password');
  });
});
