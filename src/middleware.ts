import { defineMiddleware } from 'astro:middleware';
import { isbot } from 'isbot';
import { openContext } from './server/dev-context.ts';
import { isBusy, RETRY_AFTER } from './server/db/unavailable.ts';
import { callFault } from './server/http/endpoint.ts';
import { Fault } from './server/http/fault.ts';
import { sendText } from './server/http/send-text.ts';

/** What Astro puts before the first island; a style may be in the head alone, and ours says the same. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** A digest that Astro gives each island and its script does not read; it is another one each, and so does not compress. */
const ISLAND_DIGEST = /<astro-island uid="[^"]*"/g;

/** Gives every page its context, and bots the status of an error without a page (spec §2). */
export const onRequest = defineMiddleware(async (api, next) => {
  const { locals, request, url, isPrerendered } = api;
  // Made with the bundle, for whatever site it is.
  if (isPrerendered) return next();
  // The server and the publisher hand their context in; Astro's development server has none.
  const given: Partial<App.Locals> = locals;
  locals.context = given.context ?? (await openContext());
  try {
    const response = await next();
    const { status, headers } = response;
    if (!headers.get('content-type')?.startsWith('text/html')) return await sendText(request, response);
    if (status >= 400 && isbot(request.headers.get('user-agent'))) {
      const nothing = new Headers(headers);
      nothing.delete('Content-Length');
      nothing.set('Content-Type', 'text/html; charset=utf-8');
      // It is another one for people, and a cache may keep a 404 that says nothing of that.
      nothing.set('Cache-Control', 'no-store');
      // In place of no body at all, Astro makes its error page.
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
    if (error instanceof Fault) return answerPlainly(error);
    if (isBusy(error))
      return answerPlainly(new Fault(503, 'The site is very busy. Please come back in a moment.', { 'Retry-After': RETRY_AFTER }));
    locals.context.log.error({ err: error, method: request.method, path: locals.path ?? url.pathname }, 'request failed');
    locals.error = error;
    // Without a body, this has Astro show the error page.
    return new Response(null, { status: 500 });
  }
});

/** A page without what Astro adds and nothing reads. One byte a character is enough to find that, and decoding and encoding a page takes longer. */
function withoutUnusedMarkup(page: Buffer): Buffer<ArrayBuffer> {
  return Buffer.from(page.toString('latin1').replace(ISLAND_STYLE, '').replace(ISLAND_DIGEST, '<astro-island'), 'latin1');
}

function answerPlainly({ status, message, headers }: Fault): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
