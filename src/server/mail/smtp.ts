import { createTransport } from 'nodemailer';
import { envelopeOf } from './envelope.ts';
import type { Transport, TransportConfig } from './transport.ts';

/** How long a mail may take, in ms; the outbox leaves it alone for longer. */
const SENDING_MS = 120_000;
const ANSWER_MS = 10_000;
/** A server may take its time over the end of a mail. */
const SILENCE_MS = 60_000;

/** Sends mails by an SMTP server, over a few connections that stay open while there is something to send. */
export function openSmtp(config: TransportConfig, url: string, clock: () => Date): Transport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // The outbox tries again, and counts.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    dnsTimeout: ANSWER_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    async send(mail) {
      const { text, html } = mail;
      await transporter.sendMail({ ...envelopeOf(config, mail, clock()), text, html, signal: AbortSignal.timeout(SENDING_MS) });
    },
    close: () => transporter.close(),
  };
}
