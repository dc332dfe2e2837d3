import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../../src/server/config.ts';
import { renderMail } from '../../../../src/server/mail/mail.ts';
import { openTransport } from '../../../../src/server/mail/open-transport.ts';
import { mailsTo, mailTo } from '../../../support/mails.ts';

const LINK = `https://deals.example/account/verify?token=${'a=b&'.repeat(40)}end`;
const NOW = new Date('2026-03-01T12:00:00Z');

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'magpie-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const letter = (to: string, subject = 'Bestätige „Ærøskøbing“') =>
  renderMail({
    to,
    subject,
    paragraphs: ['Grüße, 你好.'],
    action: { label: 'Verify', url: LINK },
    siteName: 'Magpie',
    siteUrl: 'https://deals.example',
  });

function open(lines: string[] = [], clock = () => NOW) {
  return openTransport(readConfig({ DATA_DIR: dataDir }), (line) => lines.push(line), { clock });
}

test('each mail becomes a file that its owner alone reads, with the link in it as it is', async () => {
  await open().send(letter('ada@deals.example'));
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^2026-03-01T12-00-00\.000Z-000001-[0-9a-f]{8}\.eml$/)]);
  const path = join(folder, names[0]!);
  expect([(await stat(folder)).mode & 0o777, (await stat(path)).mode & 0o777]).toEqual([0o700, 0o600]);
  const message = await readFile(path, 'utf8');
  expect(message).toContain(`\r\n${LINK}\r\n`);
  expect(message).toMatch(/\r\nContent-Type: multipart\/alternative;\r\n boundary="/);
  expect(message.split('\r\n').every((line) => Buffer.byteLength(line) < 998 && !line.includes('\n'))).toBe(true);
  expect(message).toContain('\r\nDate: Sun, 01 Mar 2026 12:00:00 +0000\r\n');
  expect(message).not.toMatch(/=3D|quoted-printable|base64/i);
});

test('is found by its reader, with text, HTML and link', async () => {
  const transport = open();
  await transport.send(letter('ada@deals.example'));
  await transport.send(letter('bob@deals.example'));
  const first = await mailTo(dataDir, 'Ada@deals.example');
  expect(first).toMatchObject({ subject: 'Bestätige „Ærøskøbing“', link: LINK, text: expect.stringContaining('Grüße, 你好.') as string });
  expect(first.html).toContain('Grüße, 你好.');
  await transport.send(letter('ada@deals.example', 'Another'));
  expect((await mailTo(dataDir, 'ada@deals.example', { after: first })).subject).toBe('Another');
  expect((await mailsTo(dataDir, 'ada@deals.example', { subject: 'Best' })).length).toBe(1);
});

test('names sort in the order in which mails were sent, also within a moment', async () => {
  let time = NOW.getTime();
  const transport = open([], () => new Date(time));
  for (let at = 0; at < 12; at++) {
    await transport.send(letter('ada@deals.example', `Mail ${at}`));
    time += at % 3 === 0 ? 1 : 0;
  }
  const found = await mailsTo(dataDir, 'ada@deals.example');
  expect(found.map(({ subject }) => subject)).toEqual(Array.from({ length: 12 }, (_, at) => `Mail ${at}`));
});

test('one line of the log tells recipient, subject and link', async () => {
  const lines: string[] = [];
  await open(lines).send({ ...letter('ada@deals.example', 'Log in'), text: `Go:\n${LINK}\n\nhttps://deals.example\n` });
  expect(lines).toEqual([`Mail to ada@deals.example: "Log in" ${LINK} https://deals.example`]);
});

test('an address cannot be a list, and nothing is written then', async () => {
  await expect(open().send(letter('ada@deals.example, eve@evil.example'))).rejects.toThrow('not an e-mail address');
  expect(await readdir(dataDir)).toEqual([]);
});
