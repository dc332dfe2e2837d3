import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { readMail, type ReadMail } from './read-mail.ts';

interface Delivered extends ReadMail {
  envelope: { from: string; to: string[] };
  raw: string;
}

/**
 * What the server does with the next mails: accepts them, refuses them or their recipients with a code, closes connections at once, or
 * drops them before the mail's data, or before or after accepting it; or accepts a mail without answering.
 */
type Conduct =
  | 'takes'
  | { code: number; message: string; ofRecipient?: boolean }
  | 'hangs up'
  | 'breaks off at the recipient'
  | 'breaks off midway'
  | 'breaks off after taking'
  | 'takes in silence';

export interface SmtpSite {
  url: string;
  conduct: Conduct;
  delivered: Delivered[];
  /** How many connections were made. */
  calls: number;
  /** What taking a mail waits for. */
  delay: Promise<unknown> | undefined;
  stop(): Promise<void>;
}

/** A real SMTP server on a free port of this machine; with `startTls` it offers encryption, with a certificate that nobody has signed. */
export async function openSmtpSite({ port = 0, startTls = false }: { port?: number; startTls?: boolean } = {}): Promise<SmtpSite> {
  const breakOff = (id: string): void => server.connections.forEach((connection) => connection.id === id && connection._socket.end());
  const server: SMTPServer = new SMTPServer({
    disabledCommands: startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onConnect(session, callback) {
      site.calls++;
      if (site.conduct === 'hangs up') return breakOff(session.id);
      callback();
    },
    onRcptTo(_address, session, callback) {
      const conduct = site.conduct;
      if (conduct === 'breaks off at the recipient') return breakOff(session.id);
      if (typeof conduct === 'object' && conduct.ofRecipient)
        return callback(Object.assign(new Error(conduct.message), { responseCode: conduct.code }));
      callback();
    },
    async onData(stream, session, callback) {
      const conduct = site.conduct;
      await site.delay;
      if (conduct === 'breaks off midway') return breakOff(session.id);
      const raw = await text(stream);
      if (typeof conduct === 'object') return callback(Object.assign(new Error(conduct.message), { responseCode: conduct.code }));
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
      site.delivered.push({ ...readMail(raw), envelope, raw });
      if (conduct === 'breaks off after taking') return breakOff(session.id);
      if (conduct !== 'takes in silence') callback();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const stop = () => new Promise<void>((resolve) => server.close(resolve));
  const site: SmtpSite = {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    conduct: 'takes',
    delivered: [],
    calls: 0,
    delay: undefined,
    stop,
  };
  onTestFinished(stop);
  return site;
}
