import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../../src/server/config.ts';
import { openTransport } from '../../../../src/server/mail/open-transport.ts';
import { composeTestMail, transportTo } from '../../../support/outbox.ts';
import { openSmtpSite } from '../../../support/smtp.ts';

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

  test('a server whose certificate cannot be checked gets mail where the address says so alone', async () => {
    const smtp = await openSmtpSite({ startTls: true });
    const send = (url: string) => transportTo({ ...smtp, url }).send({ to: 'ada@deals.example', subject: 'S', text: 'T', html: 'H' });
    await expect(send(smtp.url)).rejects.toThrow(/certificate/);
    expect(smtp.delivered).toEqual([]);
    for (const more of ['?ignoreTLS=true', '?tls.rejectUnauthorized=false']) await send(`${smtp.url}${more}`);
    expect(smtp.delivered).toHaveLength(2);
  });

  test('the time for sending a mail begins when a connection is free for it', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => limits.mockRestore());
    const smtp = await openSmtpSite();
    const free = Promise.withResolvers<undefined>();
    smtp.delay = free.promise;
    const transport = transportTo(smtp);
    const mail = { to: 'ada@deals.example', subject: 'S', text: 'T', html: 'H' };
    const sent = Array.from({ length: 5 }, () => transport.send(mail));
    await expect.poll(() => smtp.calls).toBe(2);
    expect(limits).toHaveBeenCalledTimes(2);
    free.resolve(undefined);
    await Promise.all(sent);
    expect([limits.mock.calls.length, smtp.delivered.length, smtp.calls]).toEqual([5, 5, 2]);
  });

  test('a mail that waits for a connection for too long is left for later, and not sent', async () => {
    const smtp = await openSmtpSite();
    const free = Promise.withResolvers<undefined>();
    smtp.delay = free.promise;
    const transport = transportTo(smtp);
    const mail = { to: 'ada@deals.example', subject: 'S', text: 'T', html: 'H' };
    const sent = Promise.allSettled(Array.from({ length: 3 }, () => transport.send(mail)));
    await expect.poll(() => smtp.calls).toBe(2);
    const later = performance.now() + 151_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    onTestFinished(() => clock.mockRestore());
    free.resolve(undefined);
    expect((await sent).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(smtp.delivered).toHaveLength(2);
  });

  test('the log says nothing of what was sent', async () => {
    const smtp = await openSmtpSite();
    const lines: string[] = [];
    const transport = openTransport(readConfig({ SMTP_URL: smtp.url, MAIL_FROM: 'Deals <deals@deals.example>' }), (line) =>
      lines.push(line),
    );
    onTestFinished(() => transport.close());
    await transport.send((await composeTestMail('verify-email', { email: 'ada@deals.example' }))!);
    expect(lines).toEqual([]);
    expect(smtp.delivered[0]!.headers.get('from')).toBe('Deals <deals@deals.example>');
  });
});
