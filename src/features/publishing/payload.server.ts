import { json } from '../../server/http/endpoint.ts';
import type { Context } from '../../server/context.ts';
import { loadPage } from './load.server.ts';
import { pageHeaders } from './page-headers.ts';

const PREFIX = '/web-api/page';

/** The data of a page (`/web-api/page/{path}`): the very answer that its `_payload.json` holds. */
export async function pagePayload({ context, path, query }: { context: Context; path: string; query: URLSearchParams }): Promise<Response> {
  const asked = path.slice(PREFIX.length) || '/';
  const loaded = await loadPage(context, asked, query);
  if (loaded.status === 200) return json(loaded.page, 200, Object.fromEntries(pageHeaders(asked)));
  if (loaded.status === 301) return json({ statusCode: 301, location: loaded.location });
  return json({ summary: loaded.message, detail: loaded.message, statusCode: 404 }, 404);
}
