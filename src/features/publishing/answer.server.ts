import type { AstroGlobal } from 'astro';
import { notAllowed } from '../../server/http/endpoint.ts';
import { SPECULATION_RULES } from '../../server/http/static-files.ts';
import { addressOfFile, PAYLOAD } from './addresses.ts';
import { loadPage, type ShownPage } from './load.server.ts';
import { pageHeaders } from './page-headers.ts';
import { payloadOf } from './payload.server.ts';

/** What an address shows: a page of the catalogue, or why there is none. */
export type Shown = { page: ShownPage } | { status: 404; message: string };

/**
 * Answers an address the same way whether it is written ahead, rendered on demand by its twin, or served by `astro dev`.
 * @returns a redirect, or what to show; status and headers are set on the way
 */
export async function answerAddress({ locals, request, url, response, isPrerendered }: AstroGlobal): Promise<Response | Shown> {
  const { context, path = url.pathname } = locals;
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('This page can only be read.', 'GET, HEAD');
  if (path.endsWith(PAYLOAD)) return payloadOf(context, path.slice(0, -PAYLOAD.length) || '/', new URLSearchParams());
  const file = isPrerendered ? addressOfFile(decodeURIComponent(path).replace(/(.)\/$/, '$1')) : undefined;
  const loaded = await loadPage(context, file?.path ?? path, file ? new URLSearchParams({ page: String(file.page) }) : url.searchParams);
  if (file && loaded.status !== 200) throw new Error(`${path} cannot be written ahead: it answers ${loaded.status}`);
  if (loaded.status === 301) return new Response(null, { status: 301, headers: { Location: loaded.location } });
  response.status = loaded.status;
  response.headers.set('Content-Type', 'text/html; charset=utf-8');
  for (const [name, value] of [...pageHeaders(path), SPECULATION_RULES]) response.headers.set(name, value);
  if (loaded.status === 404) return loaded;
  if (file?.page === 1) await context.onPrerendered?.(file.path, loaded.page);
  return { page: loaded.page };
}
