import type { Mail } from './mail-content.ts';
import type { TransportConfig } from './transport.ts';

/** A plain address, without characters that would end it in a header or begin another one; quoted local parts are not supported. */
const ADDRESS = /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+@[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@]+$/u;

/**
 * A mail's headers for nodemailer. The address is passed as an object, which nodemailer does not parse, so that it cannot become a list.
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
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
