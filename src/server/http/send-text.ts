import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncodings, type Encoding } from './encoding.ts';
import { knowsTag } from './known-tag.ts';
import { reads } from './reads.ts';

const TEXT = /^(?:text\/|application\/(?:[a-z]+\+)?(?:json|xml))/;
/** Shorter texts fit into one packet even without compression. */
const WORTH_COMPRESSING = 1_000;

const brotli = promisify(brotliCompress);
const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer> | Buffer> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
  identity: (body) => body,
};

/** Sends a text that was made on demand like a published file: with ETag, 304, and compression outside of the main thread. */
export async function sendText(request: Request, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  if (!TEXT.test(headers.get('content-type') ?? '') || headers.has('content-encoding') || response.body === null) return response;
  const body = Buffer.from(await response.arrayBuffer());
  headers.append('Vary', 'Accept-Encoding');
  if (response.status === 200 && !headers.get('cache-control')?.includes('no-store')) {
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    headers.set('ETag', `W/${tag}`);
    if (reads(request) && knowsTag(request.headers.get('if-none-match'), tag)) {
      // A page comes with that of its markup as Astro rendered it, which is not what a 200 would have (RFC 9110, 8.6).
      headers.delete('Content-Length');
      return new Response(null, { status: 304, headers });
    }
  }
  const [smallest = 'identity'] = acceptedEncodings(request.headers.get('accept-encoding') ?? undefined);
  const encoding = body.length < WORTH_COMPRESSING ? 'identity' : smallest;
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  const sent = await COMPRESS[encoding](body);
  headers.set('Content-Length', String(sent.length));
  return new Response(new Uint8Array(sent), { status: response.status, headers });
}
