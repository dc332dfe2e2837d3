import { defineMiddleware } from 'astro:middleware';
import { isbot } from 'isbot';
import { openContext } from './server/dev-context.ts';
import { busyFault, callFault } from './server/http/endpoint.ts';
import { Fault } from './server/http/fault.ts';
import { sendText } from './server/http/send-text.ts';

/**
 * The style that Astro adds before the first island. It is removed, because styles belong in the head, and our stylesheet contains the
 * same.
 */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** A digest that Astro adds to each island and that its script does not use. It differs for each, and so compresses badly. */
const ISLAND_DIGEST = /<astro-island uid="[^"]*"/g;

/** Gives every page its context, and bots the status of an error without a page (spec §2). */
export const onRequest = defineMiddleware(async (api, next) => {
  const { locals, request, url, isPrerendered } = api;
  // Made with the bundle, independent of the site.
  if (isPrerendered) return next();
  // The server and the publisher hand their context in; Astro's development server has none.
  const given: Partial<App.Locals> = locals;
  locals.context = given.context ?? (await openContext());
  try {
    const response = await next();
    const { status, headers } = response;
    // The path is the visitor's no more: a request with a body that was read cannot be rendered again.
    if (status === 413 && locals.tooLarge !== undefined && !headers.get('content-type')?.startsWith('text/html'))
      return await api.rewrite(new Request(new URL('/413', url), { headers: request.headers }));
    if (!headers.get('content-type')?.startsWith('text/html')) return await sendText(request, response);
    if (status >= 400 && isbot(request.headers.get('user-agent'))) {
      const nothing = new Headers(headers);
      nothing.delete('Content-Length');
      nothing.set('Content-Type', 'text/html; charset=utf-8');
      // The answer differs for people, and caches may store a 404 without `Cache-Control`.
      nothing.set('Cache-Control', 'no-store');
      // An empty text, because for a missing body Astro would render its error page.
      return new Response('', { status, headers: nothing });
    }
    const html = withoutUnusedMarkup(Buffer.from(await response.arrayBuffer()));
    if (locals.takeHtml) {
      locals.takeHtml(html);
      return new Response(null, response);
    }
    const page = new Response(html, response);
    page.headers.set('Content-Type', 'text/html; charset=utf-8');
    return await sendText(request, page);
  } catch (error) {
    if (locals.answersJson) return callFault(error, api);
    const fault = error instanceof Fault ? error : busyFault(error, api, 'Please come back in a moment.');
    if (fault) return answerPlainly(fault);
    locals.context.log.error({ err: error, method: request.method, path: locals.path ?? url.pathname }, 'request failed');
    locals.error = error;
    // Without a body, so that Astro renders the error page.
    return new Response(null, { status: 500 });
  }
});

/** Removes unused markup that Astro adds. Reading the page as latin1 is enough to find it, and faster than decoding and encoding UTF-8. */
function withoutUnusedMarkup(page: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(page.toString('latin1').replace(ISLAND_STYLE, '').replace(ISLAND_DIGEST, '<astro-island'), 'latin1');
}

function answerPlainly({ status, message, headers }: Fault): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
