import PostalMime from 'postal-mime';

/** What a report says of one recipient (RFC 3464). */
export interface ReportedRecipient {
  /** The addresses of the recipient: the final one, and the original one. */
  addresses: string[];
  action: string;
  /** Such as 5.1.1. */
  status: string;
  /** The response of the mail server. */
  diagnostic: string;
}

/** A report that a mail could not be delivered. */
interface BounceReport {
  /** The Message-ID of the bounced mail, from the returned part of it. */
  messageId: string | undefined;
  recipients: ReportedRecipient[];
}

const STATUS = /^message\/(?:global-)?delivery-status$/;
const RETURNED = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/;

/** Reads a report about a mail (RFC 3464); undefined for any other message. */
export async function readReport(message: Uint8Array | string): Promise<BounceReport | undefined> {
  const { attachments } = await PostalMime.parse(message, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' });
  const partOf = (type: RegExp) => attachments.find(({ mimeType }) => type.test(mimeType.toLowerCase()))?.content;
  const status = partOf(STATUS);
  if (typeof status !== 'string') return undefined;
  const returned = partOf(RETURNED);
  return {
    messageId: typeof returned === 'string' ? fieldsIn(returned)[0]?.get('message-id') : undefined,
    // The first block is about the message.
    recipients: fieldsIn(status).slice(1).flatMap(recipient),
  };
}

function recipient(fields: Map<string, string>): ReportedRecipient[] {
  const addresses = ['final-recipient', 'original-recipient'].flatMap((name) => addressIn(fields.get(name)) ?? []);
  if (addresses.length === 0) return [];
  return [
    {
      addresses,
      action: (fields.get('action') ?? '').toLowerCase(),
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
      // Servers quote what they were sent, which may have characters that the database cannot store.
      diagnostic: (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').replaceAll(/\p{Cc}+/gu, ' '),
    },
  ];
}

/** An address has 320 characters at most. */
const LONGEST_FIELD = 400;

/** The address in a field such as `rfc822; ada@deals.example`. Longer fields are forged, and could make the expression slow. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- the length is limited
const addressIn = (text = '') => (text.length > LONGEST_FIELD ? undefined : /^[\w-]+\s*;\s*<?([^\s<>]+@[^\s<>]+?)>?\s*$/.exec(text)?.[1]);

/** Blocks of header fields, as in a message and its report, with continuation lines joined. */
function fieldsIn(text: string): Map<string, string>[] {
  const blocks = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((block) => block.replaceAll(/\n[ \t]+/g, ' ').trim())
    .filter(Boolean);
  return blocks.map((block) => {
    const fields = block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
    // Of a field that comes twice the first one counts.
    return new Map(fields.toReversed());
  });
}
