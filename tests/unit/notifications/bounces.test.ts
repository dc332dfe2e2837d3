import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readReport } from '../../../src/features/notifications/bounces/bounce-report.ts';
import { bounceOf } from '../../../src/features/notifications/bounces/bounce.server.ts';
import { bouncesAddress, bouncesEndpoint, receiveBounceReport } from '../../../src/features/notifications/bounces/bounces.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { announce, delivered, givenAlert, givenMember, logOf } from '../../support/deliveries.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const PROGRAMS = ['postfix', 'exim', 'gmail', 'exchange'];

/** A report as a mail program writes it, with line ends as they are sent. */
const report = async (program: string, { messageId, recipient }: { messageId: string; recipient: string }) =>
  (await readFile(new URL(`reports/${program}.eml`, import.meta.url), 'utf8'))
    .replaceAll('{MESSAGE_ID}', `<${messageId}>`)
    .replaceAll('{RECIPIENT}', recipient)
    .replaceAll('\n', '\r\n');

test.each(PROGRAMS)('a report of %s is read', async (program) => {
  const read = await readReport(await report(program, { messageId: 'a.b@deals.example', recipient: 'ada@example.com' }));
  expect(read).toMatchObject({ messageId: '<a.b@deals.example>', recipients: [{ action: 'failed' }] });
  expect(read!.recipients[0]!.addresses).toContain('ada@example.com');
  expect(read!.recipients[0]!.status).toMatch(/^5\.[01]\.\d+$/);
  expect(read!.recipients[0]!.diagnostic).toMatch(/^550/);
});

test.each([
  ['one that is longer than any', `${'a'.repeat(400)}@example.com`],
  ['many signs that may stand in one', `${'@'.repeat(100_000)} x`],
])('no address is %s', { timeout: 10_000 }, async (_what, recipient) => {
  const read = await readReport(await report('postfix', { messageId: 'a.b@deals.example', recipient }));
  expect(read).toMatchObject({ messageId: '<a.b@deals.example>', recipients: [] });
});

test.each(['', 'Subject: Hi\r\n\r\nHello', 'no headers at all', 'Content-Type: multipart/report; boundary=x\r\n\r\n--x--\r\n', '\0\0\0'])(
  'what is no report is none: %j',
  async (message) => {
    expect(await readReport(message)).toBeUndefined();
  },
);

onDatabase('reports about mails', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let userId: number;
  let email: string;
  let messageId: string;

  beforeEach(async () => {
    context = accountsContext((await open()).db);
    await publishedCatalogue(context);
    ({ userId, email } = await givenMember(context));
    const deal = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('status', '=', 'live')
      .orderBy('thread_id')
      .executeTakeFirstOrThrow();
    await announce(context, { userId, alertId: await givenAlert(context, userId), threadId: deal.thread_id });
    messageId = (await delivered(context))[0]!.messageId!;
  });

  const isStopped = async () => (await bounceOf(context.db, userId, email)) !== undefined;
  const about = (program: string, more = {}) => report(program, { messageId, recipient: email, ...more });
  const file = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'magpie-bounces-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'report.eml'), text, 'latin1');
    return { folder, path: join(folder, 'report.eml') };
  };

  test.each(PROGRAMS)('of %s stop the address, and the log says so', async (program) => {
    expect(await receiveBounceReport(context, await about(program))).toBe('stopped');
    expect(await bounceOf(context.db, userId, email)).toEqual({
      at: context.clock(),
      reason: expect.stringMatching(/^5\.\d.*550/) as string,
    });
    expect(await logOf(context)).toEqual(['bounced: your mail server sent it back']);
  });

  test('stop the address also where the mail server quotes bytes that the database cannot store', async () => {
    const quoting = (await about('postfix')).replace(/^(Diagnostic-Code: .*)$/m, '$1 \0\x07quoted');
    expect(await receiveBounceReport(context, quoting)).toBe('stopped');
    expect((await bounceOf(context.db, userId, email))!.reason).toMatch(/^5\.1\.1 550 .* quoted/);
  });

  describe('stop nothing', () => {
    test('without a Message-ID that we signed', async () => {
      const [id = '', time = '', signature = ''] = messageId.split(/[.@]/);
      const forged = [
        'x@deals.example',
        `${id}.${time}.${signature.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))}@localhost`,
        `9${messageId}`,
      ];
      for (const wrong of forged) expect(await receiveBounceReport(context, await about('postfix', { messageId: wrong }))).toBe('not ours');
      expect(await isStopped()).toBe(false);
    });

    test('about another address than the mail went to', async () => {
      const other = await givenMember(context);
      expect(await receiveBounceReport(context, await about('postfix', { recipient: other.email }))).toBe('not ours');
      expect([await isStopped(), await bounceOf(context.db, other.userId, other.email)]).toEqual([false, undefined]);
    });

    test('that is not the member’s any more', async () => {
      await context.db
        .updateTable('accounts')
        .set({ email: 'new@example.org', email_key: 'new@example.org' })
        .where('user_id', '=', userId)
        .execute();
      expect(await receiveBounceReport(context, await about('postfix'))).toBe('not ours');
    });

    test.each([
      ['a delay', 'Action: failed', 'Action: delayed'],
      ['a failure for a while', 'Status: 5.1.1', 'Status: 4.2.1'],
      ['a full mailbox', 'Status: 5.1.1', 'Status: 5.2.2'],
      ['a rule', 'Status: 5.1.1', 'Status: 5.7.1'],
      ['a delivery', 'Action: failed', 'Action: delivered'],
    ])('when they are about %s', async (_what, said, instead) => {
      expect(await receiveBounceReport(context, (await about('postfix')).replace(said, instead))).toBe('not for good');
      expect(await isStopped()).toBe(false);
    });
  });

  describe('sent to the site', () => {
    const send = async (body: string, type: string, address = bouncesAddress(context)) => {
      const { pathname, search } = new URL(address);
      const request = new Request(address, { method: 'POST', body, headers: { 'Content-Type': type } });
      const api = { request, params: {}, url: new URL(pathname + search, address), locals: { context }, cookies: {} };
      return bouncesEndpoint(api as unknown as Parameters<typeof bouncesEndpoint>[0]);
    };

    test('as a message', async () => {
      const response = await send(await about('gmail'), 'message/rfc822');
      expect([response.status, await response.json(), await isStopped()]).toEqual([200, { result: 'stopped' }, true]);
    });

    test('as the report alone', async () => {
      const whole = await about('postfix');
      const type = /Content-Type: (multipart\/report[^]*?")\r\nContent-Transfer/.exec(whole)![1]!.replace(/\s+/g, ' ');
      const response = await send(whole.slice(whole.indexOf('\r\n\r\n') + 4), type);
      expect([await response.json(), await isStopped()]).toEqual([{ result: 'stopped' }, true]);
    });

    test('need the key', async () => {
      const response = await send(await about('gmail'), 'message/rfc822', bouncesAddress(context).replace(/=.*/, '=wrong'));
      expect([response.status, await isStopped()]).toEqual([404, false]);
    });
  });

  describe('in a mailbox', () => {
    const said = async (input: object) => (await give(context, 'bounces', input)).said;
    const STOPPED = 'Stopped mail for 1 report; ignored 0 reports of temporary problems and 1 other message.';

    test('are read, and messages about other things are left alone', async () => {
      const quoting = `From: ada@example.com\r\nSubject: Hello\r\n\r\n>From here on it is mine.\r\n`;
      const from = 'From MAILER-DAEMON Sat Nov 21 12:04:11 2026\r\n';
      const { path } = await file(`${from}${quoting}\r\n${from}${await about('exchange')}\r\n`);
      expect([await said({ path }), await isStopped()]).toEqual([[STOPPED], true]);
    });

    test('are read from a folder', async () => {
      const { folder } = await file(await about('exim'));
      await writeFile(join(folder, 'other.eml'), 'Subject: Hello\r\n\r\nHello');
      await writeFile(join(folder, 'note.txt'), 'not a message');
      expect([await said({ path: folder }), await isStopped()]).toEqual([[STOPPED], true]);
    });

    test('that is empty are none', async () => {
      const { path } = await file('\n');
      expect(await said({ path })).toEqual(['Stopped mail for 0 reports; ignored 0 reports of temporary problems and 0 other messages.']);
    });

    test('that is not there is said not to be', async () => {
      expect((await give(context, 'bounces', { path: '/nowhere.mbox' })).refused).toEqual(['There is no file or folder /nowhere.mbox.']);
    });

    test('that come from a pipe or a device are not waited for', async () => {
      const path = join((await file(await about('exim'))).folder, 'pipe.mbox');
      await promisify(execFile)('mkfifo', [path]);
      expect((await give(context, 'bounces', { path })).refused).toEqual([
        `${path} is a pipe or a device: save what comes from it to a file, and name that one.`,
      ]);
    });

    test('are sent to an address that the command prints', async () => {
      expect(await said({})).toEqual([bouncesAddress(context)]);
    });
  });
});
