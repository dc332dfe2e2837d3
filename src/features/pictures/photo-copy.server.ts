import type { Call } from '../../server/http/endpoint.ts';
import { IMMUTABLE } from '../../server/http/static-files.ts';
import { copyOf } from './stored.server.ts';

const NAME = /^(?<digest>[0-9a-f]{32})-(?<copy>[1-9]\d{0,3}\.(?<format>avif|webp))$/;

/** Answers `/photos/{digest}-{width}.{format}` until it is published; the content of a name never changes. */
export async function photoCopy({ context, params }: Pick<Call, 'context' | 'params'>): Promise<Response | undefined> {
  const { digest, copy, format } = NAME.exec(params['name'] ?? '')?.groups ?? {};
  const bytes = digest && copy && (await copyOf(context.db, digest, copy));
  if (!bytes) return undefined;
  const headers = { 'Content-Type': `image/${format}`, 'Cache-Control': IMMUTABLE, ETag: `"${digest}-${copy}"` };
  return new Response(new Uint8Array(bytes), { headers });
}
