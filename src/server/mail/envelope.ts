import type { Mail } from './mail-content.ts';
import type { TransportConfig } from './transport.ts';

/** What would end an address in a header or begin another one; quoted local parts are not written to. */
const ADDRESS = /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+@[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+$/u;

/**
 * A mail's headers as nodemailer takes them. An address goes by itself, never to be parsed, so that it cannot be a list.
 * @throws when it is not one plain address
 */
export function envelopeOf(
  { mailFrom, siteName }: TransportConfig,
  { to, subject, from = mailFrom, messageId, headers = {} }: Mail,
  date: Date,
) {
  if (!ADDRESS.test(to)) throw new Error('the recipient is not an e-mail address');
  return {
    from: from.includes('<') ? from : { name: siteName, address: from },
    to: { name: '', address: to },
    subject,
    date,
    ...(messageId && { messageId: `<${messageId}>` }),
    // Answering machines leave such mails alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
