import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { envelopeOf } from './envelope.ts';
import type { Mail } from './mail-content.ts';
import type { Transport, TransportConfig } from './transport.ts';

/**
 * Writes each mail into a file that mail programs can open. Its parts are not encoded, so that addresses can be found by plain
 * search. File names sort by time.
 */
export function openMailFolder(config: TransportConfig, log: (line: string) => void, clock: () => Date): Transport {
  const folder = join(config.dataDir, 'mail');
  const composer = createTransport({ streamTransport: true, buffer: true });
  let count = 0;
  return {
    async send(mail) {
      const now = clock();
      const alternatives = [part('plain', mail.text), part('html', mail.html)].map((raw) => ({ raw }));
      const { message } = await composer.sendMail({ ...envelopeOf(config, mail, now), alternatives });
      const time = now.toISOString().replaceAll(':', '-');
      const name = `${time}-${String(++count).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
      log(summaryOf(mail));
    },
    close: () => composer.close(),
  };
}

/** A part that is not encoded: nodemailer would otherwise break the lines of text that is not ASCII, and addresses in it. */
const part = (subtype: 'plain' | 'html', text: string) =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`;

const summaryOf = ({ to, subject, text }: Mail) =>
  `Mail to ${to}: "${subject}" ${[...new Set(text.match(/https?:\/\/\S+/g))].join(' ')}`.trimEnd();
