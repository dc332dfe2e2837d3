import type { AstroGlobal } from 'astro';
import { addressOfFile } from './addresses.ts';
import { loadPage, type ShownPage } from './load.server.ts';
import { pageHeaders } from './page-headers.ts';

/** What an address shows: a page of the catalogue, or why there is none. */
export type Shown = { page: ShownPage } | { status: 404; message: string };

/**
 * Answers an address the same way whether it is written ahead, rendered on demand by its twin, or served by `astro dev`.
 * @returns a redirect, or what to show; status and headers are set on the way
 */
export async function answerAddress({ locals, url, response, isPrerendered }: AstroGlobal): Promise<Response | Shown> {
  const { context, path = url.pathname } = locals;
  const file = isPrerendered ? addressOfFile(decodeURIComponent(path).replace(/(.)\/$/, '$1')) : undefined;
  const loaded = await loadPage(context, file?.path ?? path, file ? new URLSearchParams({ page: String(file.page) }) : url.searchParams);
  if (file && loaded.status !== 200) throw new Error(`${path} cannot be written ahead: it answers ${loaded.status}`);
  if (loaded.status === 301) return new Response(null, { status: 301, headers: { Location: loaded.location } });
  response.status = loaded.status;
  for (const [name, value] of pageHeaders(path)) response.headers.set(name, value);
  if (loaded.status === 404) return loaded;
  if (file?.page === 1) await context.onPrerendered?.(file.path, loaded.page);
  return { page: loaded.page };
}
