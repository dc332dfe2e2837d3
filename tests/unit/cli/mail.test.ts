import { beforeEach, expect, test } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { addMail } from '../../support/outbox.ts';
import { sendDue } from '../../../src/server/mail/send-due.ts';
import type { Transport } from '../../../src/server/mail/transport.ts';
import { onDatabase } from '../../support/databases.ts';
import { contextOf, NOW } from '../../support/catalogue.ts';
import { give } from '../../support/given.ts';
import type { CommandEvent } from '../../../src/cli/command-event.ts';
import { siteCommands } from '../../../src/cli/handlers/handlers.ts';
import { statusText } from '../../../src/cli/report-text.ts';

const SINCE = /since \d{4}-\d\d-\d\d \d\d:\d\d UTC/;

const refusing: Transport = {
  send: () => Promise.reject(new Error('550 no such mailbox')),
  close: () => undefined,
};

onDatabase('the mail command', (open) => {
  let context: Context;
  let now: Date;

  const said = async (input: object) => (await give(context, 'mail', input)).said.map((line) => line.replace(SINCE, 'since then'));
  const fail = async (times: number) => {
    for (let at = 0; at < times; at++) {
      await sendDue(context, async () => ({ to: 'ada@deals.example', subject: 'S', text: 'T', html: 'H' }), refusing);
      now = new Date(now.getTime() + 24 * 3_600_000);
    }
  };

  beforeEach(async () => {
    now = NOW;
    context = contextOf(await open(), () => now);
  });

  test('lists what was given up, then what waits', async () => {
    expect(await said({})).toEqual(['0 mails waiting to be sent, 0 failed.']);
    await addMail(context.db, 'verify-email', { userId: 7 });
    await fail(8);
    await addMail(context.db, 'magic-link', { email: 'ada@deals.example' });
    await fail(1);
    await addMail(context.db, 'digest', {});
    expect(await said({})).toEqual([
      '2 mails waiting to be sent, 1 failed.',
      '1  verify-email  member 7  since then  failed after 8 tries: 550 no such mailbox',
      '2  magic-link  ada@deals.example  since then  waits after 1 try: 550 no such mailbox',
      '3  digest  recipient unknown  since then  waits',
      '--retry tries failed mail again, --drop ID deletes one.',
    ]);
  });

  test('has what was given up tried again, with its tries counted anew', async () => {
    await addMail(context.db, 'verify-email', { userId: 7 });
    await fail(8);
    expect(await said({ retry: true })).toEqual(['1 mail will be tried again.']);
    expect(await said({ retry: true })).toEqual(['No mail has failed.']);
    await fail(7);
    expect((await said({}))[1]).toContain('waits after 7 tries');
  });

  test('has what waits after a failed try tried at once, but nothing that is under way', async () => {
    await addMail(context.db, 'verify-email', { email: 'ada@deals.example' });
    await fail(1);
    now = new Date(NOW.getTime() + 1_000);
    await addMail(context.db, 'magic-link', { email: 'bob@deals.example' });
    expect((await said({})).at(-1)).toBe('--retry tries failed mail again, --drop ID deletes one.');
    expect(await said({ retry: true })).toEqual(['1 mail will be tried again.']);
    await fail(1);
    expect((await said({}))[1]).toContain('waits after 2 tries');
    const retried: string[][] = [];
    const whileUnderWay = async () => {
      retried.push(await said({ retry: true }));
      return undefined;
    };
    await sendDue(context, whileUnderWay, refusing);
    expect(retried).toEqual([['No mail has failed.'], ['No mail has failed.']]);
  });

  test('is counted by the status once tries fail', async () => {
    await addMail(context.db, 'verify-email', { userId: 7 });
    const mail = async () => {
      let said = '';
      const tell = async ({ status }: CommandEvent) => {
        if (status) said = statusText(status, true);
      };
      await siteCommands(context).status({}, tell, new AbortController().signal);
      return said.split('\n').slice(7);
    };
    expect(await mail()).toEqual([]);
    await fail(1);
    expect(await mail()).toEqual([
      'Mail: 1 waiting after a try that failed, 0 given up. npm run site -- mail says why, and --retry tries again.',
    ]);
  });

  test('drops a mail, and says when there is none', async () => {
    await addMail(context.db, 'verify-email', { email: 'ada@deals.example' });
    expect(await said({ drop: 1 })).toEqual(['Deleted mail 1 (verify-email, ada@deals.example).']);
    expect(await give(context, 'mail', { drop: 1 })).toMatchObject({
      said: [],
      refused: ['There is no mail 1 in the outbox; it may have been sent. npm run site -- mail lists what is left.'],
    });
  });

  test('lists the first of many', async () => {
    for (let at = 0; at < 52; at++) await addMail(context.db, 'verify-email', { userId: at });
    const lines = await said({});
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([52, '52 mails waiting to be sent, 0 failed.', '… and 2 more']);
  });

  test.each([{ retry: true, drop: 1 }, { drop: 'all' }, { drop: 0 }, { retry: false }, { all: true }])('refuses %j', async (input) => {
    await expect(give(context, 'mail', input)).rejects.toThrow();
  });
});
