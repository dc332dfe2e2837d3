/** A mail as its reader sees it. */
export interface ReadMail {
  headers: Map<string, string>;
  /** The one address that it is to, as it stands in the header. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Reads a message of two parts, text and HTML, as it was sent or stored. */
export function readMail(message: string): ReadMail {
  const { headers, body } = entity(message);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary) throw new Error('the message has no parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entity(part.slice(2, -2)));
  const content = (type: string) => {
    const part = parts.find((found) => found.headers.get('content-type')?.startsWith(type));
    if (!part) throw new Error(`the message has no part of ${type}`);
    return decoded(part.body, part.headers.get('content-transfer-encoding')).replaceAll('\r\n', '\n');
  };
  return {
    headers,
    to: headers.get('to') ?? '',
    subject: words(headers.get('subject') ?? ''),
    text: content('text/plain'),
    html: content('text/html'),
  };
}

function entity(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? unquoted(body.replaceAll(/=\r\n/g, '')) : body;
}

/** Bytes written as =XX, read as UTF-8. */
const unquoted = (text: string) =>
  text.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

/** Encoded words (RFC 2047); the space between two of them is not part of the text. */
const words = (header: string) =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(Q|B)\?([^?]*)\?=/gi, (_word, how: string, text: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
    );
