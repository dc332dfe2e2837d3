import { Fault } from './fault.ts';

const KIB = 1024;
export const MIB = KIB * KIB;
export const LARGEST_FORM = 64 * KIB;
/** The largest form with a message, in bytes: a character of some scripts takes nine bytes in a form. */
export const LARGEST_MESSAGE_FORM = 128 * KIB;
export const LARGEST_JSON = 256 * KIB;
/** The largest accepted file. */
export const LARGEST_FILE = 2 * MIB;
/** A form with such a file in it. */
export const LARGEST_UPLOAD = LARGEST_FILE + LARGEST_FORM;

/** The media type of a request's body, without parameters; '' where there is none. */
export const mediaType = ({ headers }: Request): string => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * The body of a request, as long as it is of this size and of one of these types, and not compressed.
 * @param limit bytes
 * @throws Fault 415 or 413, and 400 when the client ends the connection within it
 */
export async function readBody(request: Request, types: string | readonly string[], limit: number): Promise<Buffer<ArrayBuffer>> {
  if (![types].flat().includes(mediaType(request))) throw new Fault(415, `Send this as ${[types].flat().join(' or ')}.`);
  // Compressed bytes would be read as a form without fields.
  if (!['', 'identity'].includes(request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''))
    throw new Fault(415, 'Send this as it is, without a Content-Encoding.', { 'Accept-Encoding': 'identity' });
  const tooLarge = () => new Fault(413, `Send at most ${Math.floor(limit / KIB)} KiB.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.length;
      if (size > limit) throw tooLarge();
      parts.push(part);
    }
  } catch (error) {
    // Nobody is left to read this, but it is no error of the server's.
    throw error instanceof Fault ? error : new Fault(400, 'The connection ended within the body.');
  }
  return Buffer.concat(parts);
}

/** How much of a body that is too large is still received, in bytes: more than a photo of a phone has. */
export const MOST_RECEIVED = 32 * MIB;

/**
 * Receives what is left of too large a body, and drops it: a browser that is answered while it sends shows an error of its own in place of the
 * answer. Of a body that says that it is larger than 32 MiB nothing is received.
 */
export async function drainBody({ headers, body }: Request): Promise<void> {
  if (!body || body.locked || Number(headers.get('content-length') ?? 0) > MOST_RECEIVED) return;
  let size = 0;
  try {
    for await (const part of body) if ((size += part.length) > MOST_RECEIVED) return;
  } catch {
    // Nobody is left to read the answer.
  }
}
