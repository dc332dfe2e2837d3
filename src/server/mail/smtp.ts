import { createTransport } from 'nodemailer';
import pLimit from 'p-limit';
import { envelopeOf } from './envelope.ts';
import { isAboutAddress } from './status.ts';
import { AddressRefused, OutcomeUnknown, type Transport, type TransportConfig } from './transport.ts';

/** How long a mail may wait for a free connection, and then be sent, in ms; together shorter than its lease in the outbox. */
const WAITING_MS = 150_000;
const SENDING_MS = 120_000;
const ANSWER_MS = 10_000;
/** How long a server may be silent, for instance while it processes a mail. */
const SILENCE_MS = 60_000;

/** Sends mails by an SMTP server, over a few connections that stay open while there is something to send. */
export function openSmtp(config: TransportConfig, url: string, clock: () => Date, connections: number): Transport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // The outbox itself retries and counts.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    dnsTimeout: ANSWER_MS,
    socketTimeout: SILENCE_MS,
  });
  const inTurn = pLimit(connections);
  const wentOver = new WeakSet<object>();
  transporter.use('stream', ({ data, message }, go) => {
    message.processFunc((input) => {
      input.once('end', () => 'mail' in data && isObject(data.mail) && wentOver.add(data.mail));
      return input;
    });
    go();
  });
  return {
    async send(mail) {
      const { text, html } = mail;
      const queuedAt = performance.now();
      const sent = { ...envelopeOf(config, mail, clock()), text, html, mail };
      // The time for sending begins with its turn: a slow server would otherwise be cut off while it takes a mail, which is then sent twice.
      await inTurn(async () => {
        if (performance.now() - queuedAt > WAITING_MS) throw new Error('the mail server is slow: no connection became free in time');
        await transporter.sendMail({ ...sent, signal: AbortSignal.timeout(SENDING_MS) }).catch((error: unknown) => {
          throw ended(error, wentOver.has(mail));
        });
      });
    },
    close: () => transporter.close(),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The response of a server to a command that it refused, as nodemailer reports it. */
interface Refusal {
  responseCode: number;
  response?: string;
  command?: string;
}

const isRefusal = (error: Error): error is Error & Refusal => 'responseCode' in error && typeof error.responseCode === 'number';

function ended(error: unknown, wentOver: boolean): unknown {
  if (!(error instanceof Error)) return error;
  if (!isRefusal(error)) return wentOver ? new OutcomeUnknown(error.message) : error;
  const { responseCode, response = '', command } = error;
  return isOfRecipient(responseCode, response, command) ? new AddressRefused(error.message) : error;
}

/**
 * Whether an answer says that there is no such mailbox: a permanent one to the recipient, or one to the mail itself whose status
 * is about the address.
 */
function isOfRecipient(code: number, response: string, command = ''): boolean {
  if (code < 500 || code > 599) return false;
  const status = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})/.exec(response)?.[1];
  return status === undefined ? command.startsWith('RCPT') : isAboutAddress(status, command.startsWith('RCPT'));
}
